/** The words of house rules that have a name, in the language of the page. */
import { settings } from "../settings.svelte";
import { fill } from "../words/fill";
import catalogue from "./words.json";

export function r(key: keyof typeof catalogue, values: Readonly<Record<string, string | number>> = {}): string {
  return fill(catalogue[key][settings.lang], values, settings.lang);
}
