/** Hints and reviews as the house reckons them. Nothing is asked twice: each takes the house about a second. */
import { asked } from "../live/house";
import type { DealView, Hint, Reviewed } from "../protocol/types";

const hints = new WeakMap<DealView, Promise<Hint>>();
const reviews = new Map<string, Promise<Reviewed>>();

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
  const path = `/api/tables/${encodeURIComponent(table)}/deals/${deal}/review?seat=${seat}&step=${step}`;
  const known = reviews.get(path);
  if (known) return known;
  const asking = asked<Reviewed>(path);
  reviews.set(path, asking);
  asking.catch(() => reviews.delete(path));
  return asking;
}
