/** What the page itself says of a game: how its presets are called, and half a minute for who never played it. A game that
 * it knows nothing of has its presets by their names, and its rule sheet. */
import type { Text } from "../protocol/types";
import { settings } from "../settings.svelte";
import catalogue from "./games.json";

interface Said {
  readonly primer: Readonly<Record<keyof Text, readonly string[]>>;
  readonly presets: Readonly<Record<string, Text>>;
}
const GAMES: Readonly<Record<string, Said>> = catalogue;

export function presetName(game: string, preset: string): string {
  return GAMES[game]?.presets[preset]?.[settings.lang] ?? preset.replaceAll(/[-_]/g, " ");
}

export function primer(game: string): readonly string[] {
  return GAMES[game]?.primer[settings.lang] ?? [];
}
