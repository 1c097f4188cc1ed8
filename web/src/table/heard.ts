/** What is heard when something happens. */
import type { Happening, Whole } from "../protocol/types";
import { settings } from "../settings.svelte";
import { play } from "../sound";

export function heard(happened: readonly Happening[], picture: Whole, before: Whole | null): void {
  const seat = picture.you.seat ?? null;
  for (const one of happened) {
    if (one.type === "facts") play("card");
    else if (one.type === "said" && settings.chat) play("chat");
    else if (one.type === "deal_ended") {
      play("coin");
      const won = seat === null ? 0 : (one.payoff[seat] ?? 0);
      if (won) play(won > 0 ? "win" : "lose");
    }
  }
  const may = (whole: Whole | null): boolean => Boolean(whole?.deal?.legal?.length);
  if (happened.length && may(picture) && !may(before)) play("turn");
}
