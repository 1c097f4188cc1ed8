import { describe, expect, test } from "vitest";
import type { Said, TableView, Update, Whole } from "../protocol/types";
import { take } from "./mirror";

const table = { id: "t", deals: 0 } as unknown as TableView;
const view = (seq: number): Whole => ({ type: "view", seq, now: 0, you: {}, table, deal: null, chat: [] });
const update = (after: number, seq: number, more: Partial<Update> = {}): Update => ({ type: "update", seq, after, now: 1, ...more });
const said = (seq: number): Said => ({ type: "said", seq, member: 0, text: "chào" });

describe("PF-32: the picture of a table", () => {
  test("a view replaces all, but an older one changes nothing", () => {
    expect(take(view(3), view(5)).picture?.seq).toBe(5);
    expect(take(view(5), view(3)).picture?.seq).toBe(5);
  });

  test("an update that follows on is laid over the view", () => {
    const taken = take(view(3), update(3, 4, { happened: [said(4)] }));
    expect(taken.picture?.seq).toBe(4);
    expect(taken.picture?.chat).toHaveLength(1);
    expect(taken.happened).toHaveLength(1);
  });

  test("what was seen already does not happen again", () => {
    const taken = take(view(4), update(3, 5, { happened: [said(4), said(5)] }));
    expect(taken.happened.map((one) => one.seq)).toEqual([5]);
    expect(take(view(5), update(3, 5)).happened).toEqual([]);
  });

  test("an update after something missed asks for a fresh view", () => {
    expect(take(view(3), update(5, 6)).gap).toBe(true);
    expect(take(null, update(0, 1)).gap).toBe(true);
  });
});
