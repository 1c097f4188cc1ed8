/** What the bot of a seat is called: by who it is at this table. */
import type { Text } from "../protocol/types";
import { settings } from "../settings.svelte";
import { t } from "./words.svelte";

export function botNamed(texts: Readonly<Record<string, Text>>, personas: readonly string[] | undefined, seat: number): string {
  return texts[`bot.${personas?.[seat]}`]?.[settings.lang] ?? t("seat.bot", { number: seat + 1 });
}
