/** PF-8, PF-9: commands about another person at the table. The server decides whether they are allowed. */
import type { Command } from "../live/link";
import type { Session } from "../live/session.svelte";
import type { SeatInfo } from "../protocol/types";
import { t } from "../text";

export interface Power {
  label: string;
  about: string;
  command: Command;
  /** Takes something away from somebody: needs a confirmation. */
  grave?: boolean;
  /** Sends somebody away: must not look like the others. */
  harmful?: boolean;
}

/** Return whether a person is away or disconnected. */
export const isAbsent = (seatInfo: SeatInfo | undefined): boolean => seatInfo?.member != null && Boolean(seatInfo.away || seatInfo.lost);

/** Return the local time at which a bot takes over. */
export function clockTime(at: number, lang: string): string {
  return new Date(at).toLocaleTimeString(lang, { hour: "2-digit", minute: "2-digit" });
}

/** Return the commands about a member, seated or watching. */
export function powersOver(session: Session, member: number): readonly Power[] {
  const table = session.table;
  if (!table || session.member === null || member === session.member) return [];
  const seat = table.seats.findIndex((seatInfo) => seatInfo.member === member && !seatInfo.freed);
  const info = table.seats[seat];
  const owner = session.member === table.owner || (table.owner ?? 0) === session.member;
  // Nobody has power over the host, but a host can hold up a table like anybody: the server decides from when on others
  // may go on.
  const mayGoOn = session.host || (session.chair !== null && member === table.host);
  // RT-1: a person without a phone cannot act for others, and has no phone that could be taken away.
  const phoneless = table.real?.unclaimed?.some(([each]) => each === member) ?? false;
  const powers: Power[] = [];
  const plays = session.seatAt(seat) !== null && !session.deal?.out?.includes(seat);
  if (info && plays && table.phase === "playing" && !info.away && !table.clock && (mayGoOn || (info.lost && session.chair !== null)))
    powers.push({ label: t("hosting.stand_in"), about: t("hosting.stand_in_about"), command: { type: "stand_in", seat } });
  if (info && table.phase === "between" && !info.out && (session.host || (mayGoOn && !info.ready))) powers.push({ label: t("hosting.sit_out"), about: t("hosting.sit_out_about"), command: { type: "sit_out", seat } });
  if (info && session.host && (owner || isAbsent(info)) && member !== (table.owner ?? 0))
    powers.push({ label: t("hosting.free"), about: t("hosting.free_about"), command: { type: "free", seat }, grave: true });
  if (owner && !phoneless && !isAbsent(info)) powers.push({ label: t("hosting.pass_host"), about: t("hosting.pass_host_about"), command: { type: "pass_host", member }, grave: true });
  if (owner && !phoneless) powers.push({ label: t("hosting.remove"), about: t("hosting.remove_about"), command: { type: "remove", member }, grave: true, harmful: true });
  return powers;
}
