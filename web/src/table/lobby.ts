/** What a seat can be tapped for between deals: to sit down in it, or to give it to a bot and take it back. */
import type { Session } from "../live/session.svelte";
import { t } from "../words/words.svelte";

export function lobbyTap(session: Session, seat: number): { label: string; act: () => void } | null {
  const table = session.table;
  const info = table?.seats[seat];
  if (!table || !info || table.phase !== "between" || session.member === null) return null;
  const free = info.member == null && !info.level && !info.closed;
  if (free && session.seat === null) return { label: t("seat.sit"), act: () => void session.send({ type: "sit", seat }) };
  if (free && session.host) {
    const level = session.info?.usual_bot ?? "random";
    return { label: t("seat.give_bot"), act: () => void session.send({ type: "bot", seat, level }) };
  }
  return null;
}
