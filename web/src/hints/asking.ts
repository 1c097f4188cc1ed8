/** Hints and reviews as the house reckons them. Nothing is asked twice: each takes the house about a second. */
import { asked } from "../live/api";
import type { DealView, Hint, Reviewed, ReviewedDeal } from "../protocol/types";

const hints = new WeakMap<DealView, Promise<Hint>>();
const reviews = new Map<string, Promise<Reviewed>>();
const deals = new Map<string, Promise<ReviewedDeal>>();

/** The hint for the turn that this picture of the deal shows. */
export function hintOf(table: string, deal: DealView): Promise<Hint> {
  const known = hints.get(deal);
  if (known) return known;
  const asking = asked<Hint>(`/api/tables/${encodeURIComponent(table)}/hint`);
  hints.set(deal, asking);
  // What was refused may be allowed a moment later.
  asking.catch(() => hints.delete(deal));
  return asking;
}

/** The decision that led to a step of a replay, which counts from 0. */
export function reviewOf(table: string, deal: number, seat: number, step: number): Promise<Reviewed> {
  return once(reviews, `/api/tables/${encodeURIComponent(table)}/deals/${deal}/review?seat=${seat}&step=${step}`);
}

/** All that a seat decided in a deal, and what was luck. */
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
