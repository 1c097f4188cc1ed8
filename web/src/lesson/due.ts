/** Which hint of a first deal is due. */
import type { GameInfo, Sheet } from "../protocol/types";

/** A hint for when a deal is over. */
export const OVER = "over";

export type Tip = GameInfo["lesson"][number];

/** What a hint waits for: cards on the mat, all of them open, something that may be done, the end. */
export interface Moment {
  readonly cards: boolean;
  readonly legal: readonly string[];
  readonly over: boolean;
  /** One's own time runs: then nothing is said that does not help with the move; and nothing at all when it is short. */
  readonly clock: "" | "runs" | "short";
}

/** Whether a hint is true by these rules, and for a seat that is what `view` says it is. */
export function isTrue(tip: Tip, values: Sheet["values"], view: unknown, seat: number | null): boolean {
  const named = (field: string): boolean => seat !== null && (view as Readonly<Record<string, unknown>> | null | undefined)?.[field] === seat;
  const given = Object.entries(tip.given).every(([option, allowed]) => (allowed as readonly unknown[]).includes(values[option]));
  return given && (!tip.only || named(tip.only)) && !(tip.but && named(tip.but));
}

export function isDue(tip: Tip, now: Moment): boolean {
  if (now.clock === "short") return false;
  if (tip.when === OVER) return now.over;
  const may = (action: string): boolean => !action || now.legal.includes(action);
  return tip.when ? may(tip.when) && may(tip.also) : now.cards && !now.clock;
}

/** The first hint that is due and was not read; -1 if there is none. One that waits holds up nothing. */
export function nextTip(tips: readonly Tip[], read: readonly number[], now: Moment): number {
  return tips.findIndex((tip, at) => !read.includes(at) && isDue(tip, now));
}

/** Whether anything was said of a move: whoever got that far has had their first deal. */
export function hasMoved(tips: readonly Tip[], read: readonly number[]): boolean {
  return read.some((place) => tips[place]?.when && tips[place].when !== OVER);
}
