/** The words of cards that are turned over, in the language of the page. */
import { settings } from "../settings.svelte";
import { fill } from "../words/fill";
import catalogue from "./words.json";

export function v(key: keyof typeof catalogue, values: Readonly<Record<string, string | number>> = {}): string {
  return fill(catalogue[key][settings.lang], values, settings.lang);
}
