/** What somebody won in a deal or in many, and what their choices did to it. */
export interface Won {
  readonly payoff: number;
  readonly choice: number;
  readonly margin: number;
}

export function together(several: readonly Won[]): Won {
  return several.reduce(
    (sum, one) => ({ payoff: sum.payoff + one.payoff, choice: sum.choice + one.choice, margin: Math.hypot(sum.margin, one.margin) }),
    { payoff: 0, choice: 0, margin: 0 },
  );
}

/** Choice and luck. Nobody does better than the best: where imagined deals say so it is their noise, which is kept as long
 * as deals are added up and not shown. */
export function shared({ payoff, choice }: Won): { choice: number; luck: number } {
  const given = Math.min(0, choice);
  return { choice: given, luck: payoff - given };
}
