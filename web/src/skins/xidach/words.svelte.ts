/** The words of this skin. */
import { settings } from "../../settings.svelte";
import { fill } from "../../words/fill";
import words from "./words.json";

export function w(key: keyof typeof words, values: Readonly<Record<string, string | number>> = {}): string {
  return fill(words[key][settings.lang], values, settings.lang);
}
