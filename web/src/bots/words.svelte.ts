/** The words around bots and their levels; what the levels are called comes from the house. */
import { settings } from "../settings.svelte";
import { fill } from "../words/fill";
import catalogue from "./words.json";

export function b(key: keyof typeof catalogue, values: Readonly<Record<string, string | number>> = {}): string {
  return fill(catalogue[key][settings.lang], values, settings.lang);
}
