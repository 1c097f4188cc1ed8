/** Actions of tapping a seat: between deals to sit down or to seat a bot, and to go on without a player who is
 * waited for. */
import { botOf, levelOf, USUAL } from "../bots/levels";
import { isAbsent, powersOver } from "../hosting/powers";
import { t } from "../text";
import type { Session } from "../live/session.svelte";
import type { RestoreInfo } from "../protocol/types";
import { settings } from "../settings.svelte";

export interface SeatTap {
  label: string;
  act: () => void;
}

export function seatTap(session: Session, chair: number, toAct: readonly number[], slow: boolean, person?: (member: number) => void, bot?: (chair: number) => void): SeatTap | null {
  const info = session.table?.seats[chair];
  // After the first deal, or a lesson, its result is shown there, and bots are in the list of people.
  if (info?.level && bot && session.host && session.table?.phase === "between" && session.table.deals === 0 && !session.deal) {
    return { label: levelText(session, info.level) ?? t("hosting.seat_more"), act: () => bot(chair) };
  }
  if (!session.table || info?.member == null || info.freed) return lobbyTap(session, chair);
  const { member } = info;
  if (session.playing) {
    const seat = session.seatAt(chair);
    if (seat === null || !toAct.includes(seat) || session.table.clock || info.away) return null;
    const standIn = powersOver(session, member).find((power) => power.command.type === "stand_in");
    if (info.lost && standIn) return { label: t("hosting.stand_in_brief"), act: () => void session.send(standIn.command) };
    if (!slow || !standIn) return null;
  } else {
    // Readiness is shown only once the host waits for others, or everybody for the host.
    const own = session.chair === null ? undefined : session.table.seats[session.chair];
    const held = Boolean(own?.ready) && !info.ready;
    if (session.table.phase !== "between" || !(session.host ? isAbsent(info) || held : held && member === session.table.host)) return null;
  }
  return person && member !== session.member ? { label: t("hosting.seat_more"), act: () => person(member) } : null;
}

export function lobbyTap(session: Session, seat: number): SeatTap | null {
  const table = session.table;
  const info = table?.seats[seat];
  if (!table || !info || table.phase !== "between" || session.member === null) return null;
  const free = info.member == null && !info.level && !info.closed;
  if (free && session.chair === null) return { label: t("seat.sit"), act: () => void session.send({ type: "sit", seat }) };
  if (free && session.host) {
    const level = botOf(session.info, settings.level);
    return { label: t("seat.give_bot"), act: () => void session.send({ type: "set_bot", seat, level }) };
  }
  return null;
}

/** Return a note on a bot that does not play at the usual level. */
export function levelNote(session: Session, seat: number): string | undefined {
  const bot = session.table?.seats[seat]?.level;
  return bot && levelOf(session.info, bot) !== USUAL ? levelText(session, bot) : undefined;
}

function levelText(session: Session, bot: string): string | undefined {
  const level = levelOf(session.info, bot);
  return level === undefined ? undefined : session.tell.say(`level.${level}`);
}

/** PF-9: return a note on a player who is absent. */
export function absenceNote(session: Session, seat: number): string | undefined {
  const info = session.table?.seats[seat];
  if (info?.member == null) return undefined;
  if (info.freed) return t("hosting.seat_freed");
  const playedFor = session.playing && session.deal?.out?.includes(seat) && session.seatAt(seat) !== null;
  if (playedFor && seat !== session.chair) return t("hosting.seat_played_for", { name: session.names[seat] ?? "" });
  if (info.out || (session.playing && session.deal?.out?.includes(seat))) return t("hosting.seat_out");
  if (info.expected) return t("hosting.seat_expected");
  return info.lost && !info.away ? t("hosting.seat_lost") : undefined;
}

/** PF-22: return a note on a restore from a backup. A lesson is deal 0. */
export function restoredNote({ annulled }: RestoreInfo): string {
  if (annulled == null) return t("restored.now");
  return annulled ? t("restored.annulled", { deal: annulled }) : t("restored.lesson");
}
