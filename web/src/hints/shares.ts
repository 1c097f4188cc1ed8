/** Chips won in one or more deals, and the part that clear mistakes cost. */
export interface Won {
  readonly payoff: number;
  readonly choice: number;
  readonly margin: number;
}

export function together(several: readonly Won[]): Won {
  return several.reduce(
    (sum, share) => ({ payoff: sum.payoff + share.payoff, choice: sum.choice + share.choice, margin: Math.hypot(sum.margin, share.margin) }),
    { payoff: 0, choice: 0, margin: 0 },
  );
}
