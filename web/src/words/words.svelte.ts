/** The page's own words: one catalogue, three languages, `{name}` for places. */
import { settings } from "../settings.svelte";
import { fill } from "./fill";
import catalogue from "./words.json";

export type Word = keyof typeof catalogue;

/** A word in the language of the page. Reactive: read in a component it follows the setting. */
export function t(key: Word, values: Readonly<Record<string, string | number>> = {}): string {
  return fill(catalogue[key][settings.lang], values, settings.lang);
}
