/** Awards of an evening, for the picture that people share. */
import type { Moment, Scorebook } from "../protocol/types";

/** An award and the account of the book that gets it. `value`: chips, or deals won in a row. */
export type Award = { readonly account: number } & ({ readonly kind: "winner" | "best" | "streak"; readonly value: number } | { readonly kind: "rare"; readonly moment: Moment });

/** Shorter streaks get no award. */
const RUN = 2;

/** Return the awards of the people in a book: the most chips, the rarest hand, the best deal, the longest streak. Of
 * equals the first in the ledger gets it. Bots and the house get none. */
export function awardsOf({ ledger = [], standings = [], moments = [] }: Scorebook): Award[] {
  const people = ledger.flatMap((line, account) => (line.member == null ? [] : [account]));
  const most = (kind: "winner" | "best" | "streak", least: number, of: (account: number) => number): Award[] => {
    const [first, ...rest] = people;
    if (first === undefined) return [];
    const account = rest.reduce((best, other) => (of(other) > of(best) ? other : best), first);
    return of(account) >= least ? [{ kind, account, value: of(account) }] : [];
  };
  const moment = moments.find(({ account }) => people.includes(account));
  return [
    ...most("winner", 1, (account) => ledger[account]?.chips ?? 0),
    ...(moment ? [{ kind: "rare", account: moment.account, moment } as const] : []),
    ...most("best", 1, (account) => standings[account]?.best ?? 0),
    ...most("streak", RUN, (account) => standings[account]?.streak ?? 0),
  ];
}
