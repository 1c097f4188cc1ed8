import { expect, test } from "vitest";
import { powersOver } from "../hosting/powers";
import { Session } from "../live/session.svelte";
import type { SeatInfo } from "../protocol/types";
import { t } from "../text";
import { absenceNote, lobbyTap, restoredNote, seatTap } from "./lobby";

const HOUSE = { "seat.house": { vi: "Nhà cái", en: "The house", zh: "庄家" } };

/** A session of a member who does not host: at a table with these seats, without one unless `seat` is given. */
function at(seats: readonly SeatInfo[], more: { host?: number; phase?: "between" | "playing"; seat?: number } = {}): Session {
  const session = new Session({ send: () => new Promise(() => undefined) });
  session.shared = { texts: HOUSE };
  const shuffle = { deal: 1, attempt: 0, commitment: "" };
  const table = { id: "t", game: "niuniu", sheet: "", phase: more.phase ?? ("between" as const), host: more.host ?? 5, owner: more.host ?? 5, seats, watchers: [], deals: 0, wait: 300, shuffle };
  session.show({ type: "view", seq: 1, now: 0, you: { member: 5, ...(more.seat === undefined ? {} : { seat: more.seat }) }, table, deal: { number: 1, game: "niuniu", sheet: "", chairs: seats.map((_, seat) => seat), view: {} } }, []);
  return session;
}

test("a closed seat belongs to the house and is not offered", () => {
  const session = at([{ level: "heuristic" }, {}, { closed: true }]);
  expect(session.open).toEqual([1, 0]);
  expect(Object.values(HOUSE["seat.house"])).toContain(session.names[2]);
  expect(lobbyTap(session, 1)).not.toBeNull();
  expect(lobbyTap(session, 2)).toBeNull();
});

const LAN: SeatInfo = { name: "Lan", member: 5 };
const MINH: SeatInfo = { name: "Minh", member: 1 };

test("PF-8: only the host can act on the seat that is waited for", () => {
  const opened: number[] = [];
  const tap = (seats: readonly SeatInfo[], host: number): void => seatTap(at(seats, { host, seat: 0 }), 1, [], false, (member) => opened.push(member))?.act();
  tap([LAN, MINH], 5);
  expect(opened, "nobody is talked about before the host waits for them").toEqual([]);
  tap([{ ...LAN, ready: true }, MINH], 5);
  tap([LAN, { ...MINH, lost: 1 }], 5);
  tap([LAN, { ...MINH, away: true }], 5);
  expect(opened).toEqual([1, 1, 1]);
  tap([{ ...LAN, ready: true }, { ...MINH, ready: true }], 5);
  tap([LAN, { ...MINH, lost: 1 }], 1);
  expect(opened).toHaveLength(3);
});

test("PF-8: ready players can act on a host who is not ready", () => {
  const offered = (own: SeatInfo, host: SeatInfo): string[] => {
    const session = at([own, host], { host: 1, seat: 0 });
    return seatTap(session, 1, [], false, () => undefined) ? powersOver(session, 1).map((power) => power.command.type) : [];
  };
  expect(offered({ ...LAN, ready: true }, MINH)).toEqual(["sit_out"]);
  expect(offered(LAN, MINH)).toEqual([]);
  expect(offered({ ...LAN, ready: true }, { ...MINH, ready: true })).toEqual([]);
});

test("PF-9: players replace an offline player, the host a slow one", () => {
  const playing = (seats: readonly SeatInfo[], host: number, slow: boolean, seat?: number): boolean =>
    seatTap(at(seats, { host, phase: "playing", ...(seat === undefined ? {} : { seat }) }), 1, [1], slow, () => undefined) !== null;
  expect(playing([LAN, { ...MINH, lost: 1 }], 1, false, 0)).toBe(true);
  expect(playing([LAN, { ...MINH, lost: 1 }], 1, false)).toBe(false);
  expect(playing([LAN, MINH], 5, false, 0)).toBe(false);
  expect(playing([LAN, MINH], 5, true, 0)).toBe(true);
  expect(playing([LAN, MINH], 2, true, 0)).toBe(false);
  expect(playing([LAN, MINH], 1, true, 0), "a host who is slow holds up everybody").toBe(true);
  expect(playing([LAN, MINH], 1, true)).toBe(false);
  expect(seatTap(at([LAN, { ...MINH, lost: 1 }], { phase: "playing", seat: 0 }), 1, [0], false)).toBeNull();
});

test("PF-9: a note on every absent player", () => {
  const notes = [MINH, { ...MINH, lost: 1 }, { ...MINH, out: true }, { ...MINH, freed: true, away: true }].map((seatInfo) => absenceNote(at([seatInfo]), 0));
  expect(notes[0]).toBeUndefined();
  expect(new Set(notes).size).toBe(4);
});

test("PF-22: a restore says which deal it annulled, also of a lesson", () => {
  const said = (annulled: number | null): string => restoredNote({ seq: 9, at: 0, annulled });
  expect(said(3)).toBe(t("restored.annulled", { deal: 3 }));
  expect(said(0)).toBe(t("restored.lesson"));
  expect(said(null)).toBe(t("restored.now"));
});
