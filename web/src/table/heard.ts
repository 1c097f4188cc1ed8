/** Sounds of events. */
import type { Happening, View } from "../protocol/types";
import { settings } from "../settings.svelte";
import { play } from "../sound";

export function heard(happened: readonly Happening[]): void {
  for (const happening of happened) {
    if (happening.type === "facts") play("card");
    else if (happening.type === "deal_started") play("shuffle");
    else if (happening.type === "said" && settings.chat) play("chat");
  }
}

/** The sound of a result comes when the result is shown. */
export function heardResult({ you, deal }: Pick<View, "you" | "deal">): void {
  const won = you.seat == null ? 0 : (deal?.payoff?.[you.seat] ?? 0);
  play("coin");
  if (won) play(won > 0 ? "win" : "lose");
}
