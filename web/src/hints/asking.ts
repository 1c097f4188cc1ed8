/** Hints and reviews from the server. Each takes about a second to compute, so no request is made twice. */
import { asked } from "../live/api";
import type { DealView, Hint, Reviewed, ReviewedDeal } from "../protocol/types";

const hints = new WeakMap<DealView, Promise<Hint>>();
const reviews = new Map<string, Promise<Reviewed>>();
const deals = new Map<string, Promise<ReviewedDeal>>();

/** Return the hint for the turn in this view of the deal. */
export function hintOf(table: string, deal: DealView): Promise<Hint> {
  const known = hints.get(deal);
  if (known) return known;
  const asking = asked<Hint>(`/api/tables/${encodeURIComponent(table)}/hint`);
  hints.set(deal, asking);
  // A refused request may be allowed a moment later.
  asking.catch(() => hints.delete(deal));
  return asking;
}

/** Return the review of the decision before a step of a replay, counted from 0. */
export function reviewOf(table: string, deal: number, seat: number, step: number): Promise<Reviewed> {
  return once(reviews, `/api/tables/${encodeURIComponent(table)}/deals/${deal}/review?seat=${seat}&step=${step}`);
}

/** Return the review of all decisions of a seat in a deal. */
export function mistakesOf(table: string, deal: number, seat: number): Promise<ReviewedDeal> {
  return once(deals, `/api/tables/${encodeURIComponent(table)}/deals/${deal}/mistakes?seat=${seat}`);
}

function once<A>(known: Map<string, Promise<A>>, path: string): Promise<A> {
  const before = known.get(path);
  if (before) return before;
  const asking = asked<A>(path);
  known.set(path, asking);
  asking.catch(() => known.delete(path));
  return asking;
}
