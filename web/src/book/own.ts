/** The deals of an evening that a person played, each with the person's seat. */
import type { ScorebookDeal } from "../protocol/types";

export interface OwnDeal {
  readonly deal: number;
  readonly seat: number;
}

/** Return the deals of the person who sat in a seat last, latest first, without deals sat out and deals of bots. */
export function ownDeals(deals: readonly ScorebookDeal[], seat: number | null): readonly OwnDeal[] {
  const played = ({ accounts = [], bots = [], house = [] }: ScorebookDeal, one: number): boolean => (accounts[one] ?? -1) >= 0 && !bots.includes(one) && !house.includes(one);
  const last = seat === null ? undefined : deals.findLast((one) => played(one, seat));
  if (seat === null || !last) return [];
  const account = last.accounts?.[seat] ?? -1;
  return deals
    .flatMap((one) => {
      const had = (one.accounts ?? []).findIndex((other, at) => other === account && played(one, at));
      return had < 0 ? [] : [{ deal: one.deal, seat: had }];
    })
    .reverse();
}
