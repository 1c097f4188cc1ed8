import type { Text } from "../protocol/types";
import { settings } from "../settings.svelte";
import { t } from ".";

/** Return the name of the bot at a seat: that of its persona, else a number. */
export function botNamed(texts: Readonly<Record<string, Text>>, personas: readonly string[] | undefined, seat: number): string {
  return texts[`bot.${personas?.[seat]}`]?.[settings.lang] ?? t("seat.bot", { number: seat + 1 });
}
