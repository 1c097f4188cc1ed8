/** The deals of an evening that a person played, each with the person's seat. */
import type { ScorebookDeal } from "../protocol/types";

export interface OwnDeal {
  readonly deal: number;
  readonly seat: number;
}

/** Return the deals of the person who sat in a seat last, latest first, without deals sat out and deals of bots. */
export function ownDeals(deals: readonly ScorebookDeal[], seat: number | null): readonly OwnDeal[] {
  const played = ({ accounts = [], bots = [], house = [] }: ScorebookDeal, at: number): boolean => (accounts[at] ?? -1) >= 0 && !bots.includes(at) && !house.includes(at);
  const last = seat === null ? undefined : deals.findLast((deal) => played(deal, seat));
  if (seat === null || !last) return [];
  const account = last.accounts?.[seat] ?? -1;
  return deals
    .flatMap((deal) => {
      const had = (deal.accounts ?? []).findIndex((other, at) => other === account && played(deal, at));
      return had < 0 ? [] : [{ deal: deal.deal, seat: had }];
    })
    .reverse();
}
