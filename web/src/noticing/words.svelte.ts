/** The words around noticing one's turn, in the language of the page. */
import { settings } from "../settings.svelte";
import { fill } from "../words/fill";
import catalogue from "./words.json";

export function n(key: keyof typeof catalogue): string {
  return fill(catalogue[key][settings.lang], {}, settings.lang);
}
