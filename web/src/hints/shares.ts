/** Chips won in one or more deals, and the part that was due to choices. */
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

/** Split into choice and luck. No choice is better than the best; if the sampled deals say so, it is noise, which is
 * kept while deals are added up and not shown. */
export function shared({ payoff, choice }: Won): { choice: number; luck: number } {
  const cost = Math.min(0, choice);
  return { choice: cost, luck: payoff - cost };
}
