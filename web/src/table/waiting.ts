/** The seats to act, in words. */
import { clockTime } from "../hosting/powers";
import { t } from "../text";
import type { Session } from "../live/session.svelte";
import { settings } from "../settings.svelte";

export function waitingFor(session: Session, toAct: readonly number[]): string {
  if (!toAct.length) return t("deal.over");
  if (toAct.includes(-1)) return t("wait.shuffle");
  if (session.seat !== null && toAct.includes(session.seat)) return t("wait.you");
  const lost = toAct.map((seat) => ({ seat, until: session.table?.seats[session.chairOf(seat)]?.until ?? 0 })).filter((wait) => wait.until);
  const [first] = lost.sort((first, other) => first.until - other.until);
  if (first && lost.length === toAct.length)
    return t("hosting.wait_lost", { names: session.tell.listed(lost.map((wait) => session.tell.name(wait.seat))), time: clockTime(first.until, settings.lang) });
  return t("wait.for", { names: session.tell.listed(toAct.map((seat) => session.tell.name(seat))) });
}
