import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ownContribution } from "../fair/fair";
import type { Whole } from "../protocol/types";
import { note, seenOf } from "./seen";

const secret = new Uint8Array(32).fill(7);
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
  expect(seenOf("t", 1, 0, secret)).toEqual({ commitment: "aa" });
});

test("PF-22: what came only when cards were out proves nothing and is not kept", () => {
  note(picture("playing"));
  note(picture("revealing"));
  expect(seenOf("t", 1, 0, secret)).toBeNull();
});

test("PF-22: who revealed finds the own contribution again", () => {
  note(picture("between"));
  note(picture("playing", { revealed: [0, 1], commitment: "bb" }));
  expect(seenOf("t", 1, 0, secret)).toEqual({ commitment: "aa", seat: 1, contribution: ownContribution(secret, "t", 1, 0, 1) });
});

test("another deal, attempt or table is another shuffle", () => {
  note(picture("between"));
  expect([seenOf("t", 2, 0, secret), seenOf("t", 1, 1, secret), seenOf("u", 1, 0, secret)]).toEqual([null, null, null]);
});

test("a storage full of nonsense is an empty one", () => {
  store.set("chieu.seen", "{not json");
  expect(seenOf("t", 1, 0, secret)).toBeNull();
  note(picture("between"));
  expect(seenOf("t", 1, 0, secret)).toEqual({ commitment: "aa" });
});
