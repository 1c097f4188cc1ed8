import { expect, test } from "vitest";
import { Session } from "../live/session.svelte";
import type { SeatInfo } from "../protocol/types";
import { lobbyTap } from "./lobby";

const HOUSE = { "seat.house": { vi: "Nhà cái", en: "The house", zh: "庄家" } };

/** Somebody who has joined and has no seat, at a table with these seats. */
function at(seats: readonly SeatInfo[]): Session {
  const session = new Session({ send: () => new Promise(() => undefined) });
  session.shared = HOUSE;
  const shuffle = { deal: 1, attempt: 0, commitment: "" };
  const table = { id: "t", game: "niuniu", sheet: "", phase: "between" as const, host: 5, seats, watchers: [], deals: 0, shuffle };
  session.show({ type: "view", seq: 1, now: 0, you: { member: 5 }, table }, []);
  return session;
}

test("a closed seat is the house's and offered to nobody", () => {
  const session = at([{ level: "heuristic" }, {}, { closed: true }]);
  expect(session.open).toEqual([1, 0]);
  expect(Object.values(HOUSE["seat.house"])).toContain(session.names[2]);
  expect(lobbyTap(session, 1)).not.toBeNull();
  expect(lobbyTap(session, 2)).toBeNull();
});
