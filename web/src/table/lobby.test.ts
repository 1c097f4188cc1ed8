import { expect, test } from "vitest";
import { Sitting } from "../live/sitting.svelte";
import type { SeatInfo } from "../protocol/types";
import { lobbyTap } from "./lobby";

const HOUSE = { "seat.house": { vi: "Sòng", en: "The house", zh: "系统" } };

/** Somebody who has joined and has no seat, at a table with these seats. */
function at(seats: readonly SeatInfo[]): Sitting {
  const sitting = new Sitting({ send: () => new Promise(() => undefined) });
  sitting.shared = HOUSE;
  const shuffle = { deal: 1, attempt: 0, commitment: "" };
  const table = { id: "t", game: "niuniu", sheet: "", phase: "between" as const, host: 5, seats, watchers: [], deals: 0, shuffle };
  sitting.show({ type: "view", seq: 1, now: 0, you: { member: 5 }, table }, []);
  return sitting;
}

test("a closed seat is the house's and offered to nobody", () => {
  const sitting = at([{ level: "heuristic" }, {}, { closed: true }]);
  expect(sitting.open).toEqual([1, 0]);
  expect(Object.values(HOUSE["seat.house"])).toContain(sitting.names[2]);
  expect(lobbyTap(sitting, 1)).not.toBeNull();
  expect(lobbyTap(sitting, 2)).toBeNull();
});
