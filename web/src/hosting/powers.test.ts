import { expect, test } from "vitest";
import { Session } from "../live/session.svelte";
import type { View } from "../protocol/types";
import { powersOver } from "./powers";

/** Commands that the host in chair 0 is offered about the person in chair 1 during a deal. */
function offered(deal: { chairs: readonly number[]; out?: readonly number[] } | null, real?: object): string[] {
  const session = new Session({ send: () => new Promise(() => undefined) });
  const seats = [{ member: 0, name: "Lan" }, { member: 1, name: "Minh" }, { level: "usual" }];
  const table = { id: "t", game: "xidach", sheet: "", phase: deal ? "playing" : "between", host: 0, owner: 0, seats, watchers: [], deals: 1, shuffle: { deal: 2, attempt: 0, commitment: "" }, ...(real ? { real } : {}) };
  session.show({ type: "view", seq: 4, now: 0, you: { member: 0, seat: 0 }, table, deal: deal && { number: 2, sheet: "", view: {}, legal: [], ...deal } } as unknown as View, []);
  return powersOver(session, 1).map((power) => power.command.type);
}

test("PF-9: a bot can play for a person only if they have a seat in the deal", () => {
  expect(offered({ chairs: [0, 1, 2] })).toContain("stand_in");
  expect(offered({ chairs: [0, 2], out: [1] })).not.toContain("stand_in");
});

test("PF-9: no bot is offered where one plays already", () => {
  expect(offered({ chairs: [0, 1, 2], out: [1] })).not.toContain("stand_in");
});

test("RT-1: a person without a phone is offered nothing that needs one", () => {
  expect(offered(null, { unclaimed: [] })).toEqual(["sit_out", "free", "pass_host", "remove"]);
  expect(offered(null, { unclaimed: [[1, "Minh"]] })).toEqual(["sit_out", "free"]);
});
