/** What numbers allow to be said of a choice: one is worse only where that is clear. */
import type { Choice, Reviewed } from "../protocol/types";

/** `unclear`: that the first came out ahead may be luck of the imagined deals. */
export type Standing = "first" | "equal" | "unclear" | "worse";

export function standing(options: readonly Choice[], index: number): Standing {
  const one = options[index];
  if (!one || index === 0) return "first";
  if (one.behind > one.behind_margin) return "worse";
  return one.behind_margin === 0 ? "equal" : "unclear";
}

/** Options of which only the distances are known: each as far behind the first as it is. */
export function apartOnly(options: readonly Choice[]): readonly Choice[] {
  return options.map((one) => ({ ...one, mean: -one.behind, margin: one.behind_margin }));
}

/** Whether the first is clearly ahead of all others. */
export function leads(options: readonly Choice[]): boolean {
  return options.length > 1 && options.slice(1).every((_, index) => standing(options, index + 1) === "worse");
}

/** The places of the options that people can tell apart by their words: of equal ones the first, or the one that was taken. */
export function apart(told: readonly string[], taken: number | null = null): readonly number[] {
  const own = taken === null ? undefined : told[taken];
  return told.flatMap((line, place) => ((line === own ? place === taken : told.indexOf(line) === place) ? [place] : []));
}

/** The first few of these places, and the one that was taken. */
export function foremost(places: readonly number[], most: number, taken: number | null = null): readonly number[] {
  const first = places.slice(0, most);
  return taken === null || first.includes(taken) ? first : [...first, taken];
}

/** Whether what was done was clearly worse than the best, by what its seat could know. */
export function isMistake({ cost = 0, margin = 0 }: Pick<Reviewed, "cost" | "margin">): boolean {
  return cost > margin;
}
