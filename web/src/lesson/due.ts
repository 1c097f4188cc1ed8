/** Which hint of a first deal is due. */
import type { GameInfo } from "../protocol/types";

/** A hint for when a deal is over. */
export const OVER = "over";

export type Tip = GameInfo["lesson"][number];

/** What a hint waits for: cards on the mat, all of them open, something that may be done, the end. */
export interface Moment {
  readonly cards: boolean;
  readonly legal: readonly string[];
  readonly over: boolean;
}

export function isDue(tip: Tip, now: Moment): boolean {
  if (tip.when === OVER) return now.over;
  return tip.when ? now.legal.includes(tip.when) : now.cards;
}

/** The first hint that is due and was not read; -1 if there is none. One that waits holds up nothing. */
export function nextTip(tips: readonly Tip[], read: readonly number[], now: Moment): number {
  return tips.findIndex((tip, at) => !read.includes(at) && isDue(tip, now));
}
