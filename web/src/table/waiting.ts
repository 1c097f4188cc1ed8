/** Whom the deal waits for, in words. */
import type { Session } from "../live/session.svelte";
import { t } from "../words/words.svelte";

export function waitingFor(session: Session, toAct: readonly number[]): string {
  if (!toAct.length) return t("deal.over");
  if (toAct.includes(-1)) return t("wait.shuffle");
  if (session.seat !== null && toAct.includes(session.seat)) return t("wait.you");
  return t("wait.for", { names: session.tell.listed(toAct.map((seat) => session.names[seat] ?? "")) });
}
