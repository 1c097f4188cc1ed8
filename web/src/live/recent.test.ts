import { expect, test, vi } from "vitest";
import type { View } from "../protocol/types";
import { keepView, keptView, remember } from "./recent";

const stored: Record<string, string> = {};
const store = Object.create(
  { getItem: (key: string) => stored[key] ?? null, setItem: (key: string, text: string) => void (store[key] = stored[key] = text), removeItem: (key: string) => void (delete stored[key], delete store[key]) },
) as Record<string, string>;
vi.stubGlobal("localStorage", store);

const view = (more: object, member: number | null = 0): View => ({ type: "view", seq: 7, now: 0, you: { member, seat: 0 }, table: { game: "xidach", ...more }, chat: [{ text: "hello" }], deal: { view: "cards" } }) as unknown as View;

test("RT-5: only views of a member's tables with real cards are kept, without what people said", () => {
  keepView("dealt", view({}));
  keepView("stranger", view({ real: {} }, null));
  keepView("own", view({ real: {} }));
  expect(keptView("dealt")).toBeNull();
  expect(keptView("stranger")).toBeNull();
  expect(keptView("own")).toEqual({ type: "view", seq: 7, now: 0, you: { member: 0, seat: 0 }, table: { game: "xidach", real: {} } });
});

test("RT-5: the view of a table is dropped with the table", () => {
  for (const id of ["first", "2", "3", "4", "5"]) {
    remember(id, "xidach", 0);
    keepView(id, view({ real: {} }));
  }
  expect(keptView("first")).not.toBeNull();
  remember("6", "xidach", 0);
  expect(keptView("first")).toBeNull();
  expect(keptView("2")).not.toBeNull();
});

test("RT-5: a view of another build of the page is not shown", () => {
  keepView("own", view({ real: {} }));
  stored["chieu.view.own"] = stored["chieu.view.own"]!.replace('"build":""', '"build":"another"');
  expect(keptView("own")).toBeNull();
});
