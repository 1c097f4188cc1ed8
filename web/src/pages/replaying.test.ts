import { expect, test } from "vitest";
import type { Replay, View } from "../protocol/types";
import { pictureAt } from "./replaying";

test("PF-11: a replay has the game and the sheet of its deal", () => {
  const replay: Replay = { game: "xidach", sheet: "room", seats: 2, names: ["Lan", "bot random"], personas: [], closed: [], you: 0, start: {}, steps: [], result: [1, -1] };
  const table = { table: { game: "big2", sheet: "hong_kong" } } as unknown as View;
  expect(pictureAt(replay, 0, table, 1).deal).toMatchObject({ game: "xidach", sheet: "room" });
});
