/** Statements that the numbers support: an option is worse only if that is significant. */
import type { Choice, Reviewed } from "../protocol/types";

/** `unclear`: the lead of the first option may be sampling noise. */
export type Standing = "first" | "equal" | "unclear" | "worse";

export function standing(options: readonly Choice[], index: number): Standing {
  const option = options[index];
  if (!option || index === 0) return "first";
  if (option.clearly_worse) return "worse";
  return option.behind_margin === 0 ? "equal" : "unclear";
}

/** Return the options with their differences to the first one instead of their values. */
export function apartOnly(options: readonly Choice[]): readonly Choice[] {
  return options.map((option) => ({ ...option, mean: -option.behind, margin: option.behind_margin }));
}

/** Return whether the first option is clearly ahead of all others. */
export function leads(options: readonly Choice[]): boolean {
  return options.length > 1 && options.slice(1).every((_, index) => standing(options, index + 1) === "worse");
}

/** Return the indices of options that differ in words: of equal ones the first, or the one that was taken. */
export function apart(told: readonly string[], taken: number | null = null): readonly number[] {
  const own = taken === null ? undefined : told[taken];
  return told.flatMap((line, place) => ((line === own ? place === taken : told.indexOf(line) === place) ? [place] : []));
}

/** Return the first few of these indices, and the one that was taken. */
export function foremost(places: readonly number[], most: number, taken: number | null = null): readonly number[] {
  const first = places.slice(0, most);
  return taken === null || first.includes(taken) ? first : [...first, taken];
}

/** Return whether the decision was clearly worse than the best one, given what its seat could know. */
export function isMistake({ cost = 0, margin = 0 }: Pick<Reviewed, "cost" | "margin">): boolean {
  return cost > margin;
}
