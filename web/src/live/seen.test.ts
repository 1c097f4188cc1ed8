import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Whole } from "../protocol/types";
import { note, notedOf } from "./seen";

const store = new Map<string, string>();

beforeEach(() => {
  store.clear();
  vi.stubGlobal("localStorage", { getItem: (key: string) => store.get(key) ?? null, setItem: (key: string, value: string) => store.set(key, value) });
});
afterEach(() => vi.unstubAllGlobals());

function picture(phase: string, shuffle: object = {}, seat: number | null = 1): Whole {
  return {
    type: "view", seq: 1, now: 0, you: { member: 0, seat },
    table: { id: "t", phase, shuffle: { deal: 1, attempt: 0, commitment: "aa", ...shuffle } },
  } as unknown as Whole;
}

test("PF-22: a commitment is kept as it first came, whatever comes later", () => {
  note(picture("between"));
  note(picture("committing", { commitment: "bb" }));
  expect(notedOf("t", 1)).toEqual([{ attempt: 0, commitment: "aa", seat: null }]);
});

test("PF-22: what came only when cards were out proves nothing and is not kept", () => {
  note(picture("playing"));
  note(picture("revealing"));
  expect(notedOf("t", 1)).toEqual([]);
});

test("PF-22: who revealed knows from which seat", () => {
  note(picture("between"));
  note(picture("playing", { revealed: [0, 1], commitment: "bb" }));
  expect(notedOf("t", 1)).toEqual([{ attempt: 0, commitment: "aa", seat: 1 }]);
});

test("another deal, attempt or table is another shuffle", () => {
  note(picture("between"));
  note(picture("between", { attempt: 1, commitment: "bb" }));
  expect(notedOf("t", 1).map((one) => one.commitment)).toEqual(["aa", "bb"]);
  expect([notedOf("t", 2), notedOf("t", 11), notedOf("u", 1)]).toEqual([[], [], []]);
});

test("a storage full of nonsense is an empty one", () => {
  store.set("chieu.seen", "{not json");
  expect(notedOf("t", 1)).toEqual([]);
  note(picture("between"));
  expect(notedOf("t", 1)).toEqual([{ attempt: 0, commitment: "aa", seat: null }]);
});
