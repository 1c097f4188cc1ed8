/** Sounds of events. */
import type { Session } from "../live/session.svelte";
import type { Happening } from "../protocol/types";
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
export function heardResult({ seat, deal }: Pick<Session, "seat" | "deal">): void {
  const won = seat === null ? 0 : (deal?.payoff?.[seat] ?? 0);
  play("coin");
  if (won) play(won > 0 ? "win" : "lose");
}
