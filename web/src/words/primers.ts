/** Half a minute on a game for who never played it. A game that the page knows nothing of has its rule sheet. */
import type { Text } from "../protocol/types";
import { settings } from "../settings.svelte";
import catalogue from "./primers.json";

const PRIMERS: Readonly<Record<string, Readonly<Record<keyof Text, readonly string[]>>>> = catalogue;

export function primer(game: string): readonly string[] {
  return PRIMERS[game]?.[settings.lang] ?? [];
}
