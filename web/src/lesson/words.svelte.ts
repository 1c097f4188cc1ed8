/** The words around a guided deal; what it teaches comes from the game. */
import { settings } from "../settings.svelte";
import catalogue from "./words.json";

export function l(key: keyof typeof catalogue): string {
  return catalogue[key][settings.lang];
}
