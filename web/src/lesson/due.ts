/** Choose the tip of a first deal that is due. */
import type { GameInfo, Sheet } from "../protocol/types";

/** Condition of a tip for the end of a deal. */
export const OVER = "over";

export type Tip = GameInfo["lesson"][number];

/** Conditions that tips wait for: cards on the mat, all cards open, a legal action, the end. */
export interface Moment {
  readonly cards: boolean;
  readonly legal: readonly string[];
  readonly over: boolean;
  /** The player's clock: while it runs, only tips that help with the move are shown; when it is short, none. */
  readonly clock: "" | "runs" | "short";
}

/** Return whether a tip applies under these rules and to this seat. */
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

/** Return the index of the first tip that is due and unread; -1 if there is none. A tip that waits does not block
 * later ones. */
export function nextTip(tips: readonly Tip[], read: readonly number[], now: Moment): number {
  return tips.findIndex((tip, at) => !read.includes(at) && isDue(tip, now));
}

/** Return whether a tip about a move was read: then the player has had their first deal. */
export function hasMoved(tips: readonly Tip[], read: readonly number[]): boolean {
  return read.some((place) => tips[place]?.when && tips[place].when !== OVER);
}
