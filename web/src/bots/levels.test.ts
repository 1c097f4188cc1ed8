import { expect, test } from "vitest";
import type { GameInfo } from "../protocol/types";
import { botOf, levelOf, USUAL } from "./levels";

const RUMMY = { usual_bot: "planner", levels: [{ level: "easy", bot: "easy" }, { level: "usual", bot: "planner" }] } as unknown as GameInfo;

test("an unknown level means the game's usual bot", () => {
  expect(botOf(RUMMY, "easy")).toBe("easy");
  expect(botOf(RUMMY, USUAL)).toBe("planner");
  expect(botOf(RUMMY, "strong")).toBe("planner");
  expect(botOf(null, "easy")).toBe("random");
});

test("a bot has a level, unless it is there for other reasons", () => {
  expect(levelOf(RUMMY, "planner")).toBe("usual");
  expect(levelOf(RUMMY, "heuristic")).toBeUndefined();
});
