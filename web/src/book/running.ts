/** What everybody had after each deal of a page of the book, and the lines a chart needs for that. */
import type { Book } from "../protocol/types";

/** For each line of the ledger: 0, and its chips after every deal, counted from the first one on this page. */
export function running(book: Pick<Book, "deals" | "ledger">): number[][] {
  return (book.ledger ?? []).map((_, place) => {
    let chips = 0;
    return [0, ...(book.deals ?? []).map((deal) => (chips += wonBy(deal, place) ?? 0))];
  });
}

/** What a line of the ledger won in a deal; null where it did not play. */
export function wonBy(deal: { accounts?: readonly number[]; payoff: readonly number[] }, place: number): number | null {
  const seats = (deal.accounts ?? []).flatMap((account, seat) => (account === place ? [seat] : []));
  return seats.length ? seats.reduce((sum, seat) => sum + (deal.payoff[seat] ?? 0), 0) : null;
}

/** Round numbers to draw lines at, from the lowest to the highest that are there: few, and 0 among them. */
export function grid(low: number, high: number, most = 5): number[] {
  const span = Math.max(1, high - low);
  let step = 1;
  for (let more = 0; span / step >= most; more += 1) step *= more % 3 === 1 ? 2.5 : 2; // 1, 2, 5, 10, 20, 50, ...
  const first = Math.floor(low / step);
  return Array.from({ length: Math.ceil(high / step) - first + 1 }, (_, index) => (first + index) * step);
}
