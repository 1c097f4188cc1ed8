/** What a seat can be tapped for between deals: to sit down in it, or to give it to a bot and take it back. */
import type { Sitting } from "../live/sitting.svelte";
import { t } from "../words/words.svelte";

export function lobbyTap(sitting: Sitting, seat: number): { label: string; act: () => void } | null {
  const table = sitting.table;
  const info = table?.seats[seat];
  if (!table || !info || table.phase !== "between" || sitting.member === null) return null;
  const free = info.member == null && !info.level && !info.closed;
  if (free && sitting.seat === null) return { label: t("seat.sit"), act: () => void sitting.send({ type: "sit", seat }) };
  if (free && sitting.host) {
    const level = sitting.info?.usual_bot ?? "random";
    return { label: t("seat.give_bot"), act: () => void sitting.send({ type: "bot", seat, level }) };
  }
  return null;
}
