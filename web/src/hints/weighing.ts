/** What numbers allow to be said of a choice: one is worse only where that is clear. */
import type { Choice } from "../protocol/types";

/** `unclear`: that the first came out ahead may be luck of the imagined deals. */
export type Standing = "first" | "equal" | "unclear" | "worse";

export function standing(options: readonly Choice[], index: number): Standing {
  const one = options[index];
  if (!one || index === 0) return "first";
  if (one.behind > one.behind_margin) return "worse";
  return one.behind_margin === 0 ? "equal" : "unclear";
}

/** Whether the first is clearly ahead of all others. */
export function leads(options: readonly Choice[]): boolean {
  return options.length > 1 && options.slice(1).every((_, index) => standing(options, index + 1) === "worse");
}

/** The first few, and the one that was taken, with their places. */
export function foremost(options: readonly Choice[], most: number, taken: number | null = null): readonly number[] {
  const first = options.map((_, index) => index).slice(0, most);
  return taken === null || taken < most ? first : [...first, taken];
}
