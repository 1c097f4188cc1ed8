/** Running totals of a page of the book, and grid lines for a chart of them. */
import type { Scorebook } from "../protocol/types";

/** For each account: 0, then its chips after every deal, counted from the first deal of this page. */
export function running(book: Pick<Scorebook, "deals" | "ledger">): number[][] {
  return (book.ledger ?? []).map((_, place) => {
    let chips = 0;
    return [0, ...(book.deals ?? []).map((deal) => (chips += wonBy(deal, place) ?? 0))];
  });
}

/** Return what an account won in a deal; null if it did not play or the deal was struck out. */
export function wonBy(deal: { accounts?: readonly number[]; payoff: readonly number[]; struck?: boolean }, place: number): number | null {
  if (deal.struck) return null;
  const seats = (deal.accounts ?? []).flatMap((account, seat) => (account === place ? [seat] : []));
  return seats.length ? seats.reduce((sum, seat) => sum + (deal.payoff[seat] ?? 0), 0) : null;
}

/** Return a few round numbers for grid lines, covering low to high and including 0. */
export function grid(low: number, high: number, most = 5): number[] {
  const span = Math.max(1, high - low);
  let step = 1;
  for (let more = 0; span / step >= most; more += 1) step *= more % 3 === 1 ? 2.5 : 2; // 1, 2, 5, 10, 20, 50, ...
  const first = Math.floor(low / step);
  return Array.from({ length: Math.ceil(high / step) - first + 1 }, (_, index) => (first + index) * step);
}
