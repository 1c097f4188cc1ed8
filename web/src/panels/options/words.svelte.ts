/** The words of the fields that options are set with. They come with them, and not with the first page. */
import { settings } from "../../settings.svelte";
import { fill } from "../../words/fill";
import catalogue from "./words.json";

export function o(key: keyof typeof catalogue, values: Readonly<Record<string, string | number>> = {}): string {
  return fill(catalogue[key][settings.lang], values, settings.lang);
}
