/** The deals of an evening that a person played, each with the person's seat. */
import type { ScorebookDeal } from "../protocol/types";

export interface OwnDeal {
  readonly deal: number;
  readonly seat: number;
}

/** Return the deals of the person who sat in a chair last, latest first, without deals sat out and deals of bots. */
export function ownDeals(deals: readonly ScorebookDeal[], chair: number | null): readonly OwnDeal[] {
  const played = ({ accounts = [], bots = [], house = [] }: ScorebookDeal, at: number): boolean => (accounts[at] ?? -1) >= 0 && !bots.includes(at) && !house.includes(at);
  const seatIn = ({ chairs = [] }: ScorebookDeal): number => (chair === null ? -1 : chairs.indexOf(chair));
  const last = deals.findLast((deal) => played(deal, seatIn(deal)));
  if (!last) return [];
  const account = last.accounts?.[seatIn(last)] ?? -1;
  return deals
    .flatMap((deal) => {
      const had = (deal.accounts ?? []).findIndex((other, at) => other === account && played(deal, at));
      return had < 0 ? [] : [{ deal: deal.deal, seat: had }];
    })
    .reverse();
}
