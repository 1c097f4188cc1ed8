/** Whom the deal waits for, in words. */
import type { Sitting } from "../live/sitting.svelte";
import { t } from "../words/words.svelte";

export function waitingFor(sitting: Sitting, toAct: readonly number[]): string {
  if (!toAct.length) return t("deal.over");
  if (toAct.includes(-1)) return t("wait.shuffle");
  if (sitting.seat !== null && toAct.includes(sitting.seat)) return t("wait.you");
  return t("wait.for", { names: sitting.tell.listed(toAct.map((seat) => sitting.names[seat] ?? "")) });
}
