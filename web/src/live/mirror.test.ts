import { describe, expect, test } from "vitest";
import type { Said, TableView, Update, View } from "../protocol/types";
import { take } from "./mirror";

const table = { id: "t", deals: 0 } as unknown as TableView;
const view = (seq: number): View => ({ type: "view", seq, now: 0, you: {}, table, deal: null, chat: [] });
const update = (after: number, seq: number, more: Partial<Update> = {}): Update => ({ type: "update", seq, after, now: 1, ...more });
const said = (seq: number): Said => ({ type: "said", seq, member: 0, text: "chào" });

describe("PF-32: the picture of a table", () => {
  test("a view replaces all, also an older one", () => {
    expect(take(view(3), view(5))).toMatchObject({ picture: { seq: 5 }, gap: false });
    expect(take(view(5), view(3))).toMatchObject({ picture: { seq: 3 }, gap: false });
  });

  test("PF-22: the view keeps the last manifest", () => {
    const published = { type: "manifest_published", seq: 4, deal: 1, attempt: 0, contributors: [], manifest: "text" } as const;
    const taken = take(view(3), update(3, 4, { happened: [published] }));
    expect(take(taken.picture, update(4, 5)).picture?.manifest).toBe("text");
  });

  test("an update that follows on is laid over the view", () => {
    const taken = take(view(3), update(3, 4, { happened: [said(4)] }));
    expect(taken.picture?.seq).toBe(4);
    expect(taken.picture?.chat).toHaveLength(1);
    expect(taken.happened).toHaveLength(1);
  });

  test("parts of the table that changed replace those of the view", () => {
    const known = { ...view(3), table: { ...table, phase: "between", seats: [{ name: "Lan" }] } as TableView };
    const picture = take(known, update(3, 4, { seats: [{ name: "Lan", ready: true }] })).picture;
    expect(picture?.table).toEqual({ ...known.table, seats: [{ name: "Lan", ready: true }] });
    expect(take(picture, update(4, 5, { phase: "revealing" })).picture?.table.phase).toBe("revealing");
    expect(take(picture, update(4, 5)).picture?.table).toBe(picture?.table);
  });

  test("events seen before are not repeated", () => {
    const taken = take(view(4), update(3, 5, { happened: [said(4), said(5)] }));
    expect(taken.happened.map((happening) => happening.seq)).toEqual([5]);
    expect(take(view(5), update(3, 5)).happened).toEqual([]);
  });

  test("an update after something missed asks for a fresh view", () => {
    expect(take(view(3), update(5, 6)).gap).toBe(true);
    expect(take(null, update(0, 1)).gap).toBe(true);
  });

  test("PF-38: withdrawn messages disappear from the view", () => {
    const spoken = take(view(3), update(3, 5, { happened: [said(4), { ...said(5), member: 1 }] })).picture;
    const taken = take(spoken, update(5, 6, { happened: [{ type: "forgotten", seq: 6, member: 0 }] }));
    expect(taken.picture?.chat?.map((message) => message.member)).toEqual([1]);
  });
});
