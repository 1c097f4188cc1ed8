import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Happening, Said, View } from "../protocol/types";
import { Talk } from "./talk.svelte";

let stored: Record<string, string>;
let hidden: boolean;
let looks: (() => void)[];

const said = (seq: number, member: number, text = "hi"): Said => ({ type: "said", seq, member, text }) as Said;
const picture = (...chat: Said[]): View => ({ chat, table: { seats: [{ member: 0 }, { member: 1 }] } }) as unknown as View;

beforeEach(() => {
  vi.useFakeTimers();
  stored = {};
  hidden = false;
  looks = [];
  vi.stubGlobal("localStorage", { getItem: (key: string) => stored[key] ?? null, setItem: (key: string, value: string) => (stored[key] = value) });
  vi.stubGlobal("document", {
    get hidden() {
      return hidden;
    },
    addEventListener: (_: string, look: () => void) => looks.push(look),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("PF-7: unread are messages of others that were not visible", () => {
  test("without own messages and those from before the first visit", () => {
    const talk = new Talk("t");
    talk.take([], picture(said(3, 1)));
    expect(talk.unread([said(3, 1)], 0)).toBe(0);
    expect(talk.unread([said(3, 1), said(5, 0), said(6, 7)], 0)).toBe(1);
    talk.seen([said(6, 7)]);
    expect(talk.unread([said(6, 7), said(8, 7)], 0)).toBe(1);
  });

  test("messages shown at a seat are read, those of watchers are not", () => {
    const talk = new Talk("t");
    talk.take([], picture());
    const [seated, watcher] = [said(4, 1), said(5, 7)];
    talk.take([seated, watcher] as Happening[], picture(seated, watcher));
    expect(talk.lately).toEqual({ 1: seated });
    expect(talk.unread([seated, watcher], 0)).toBe(2);
    vi.runAllTimers();
    expect(talk.lately).toEqual({});
    expect(talk.unread([seated, watcher], 0)).toBe(1);
  });

  test("nobody reads a page that is hidden", () => {
    const talk = new Talk("t");
    talk.take([], picture());
    hidden = true;
    talk.take([said(4, 1)] as Happening[], picture(said(4, 1)));
    vi.runAllTimers();
    expect(talk.unread([said(4, 1)], 0)).toBe(1);
    hidden = false;
    looks.forEach((look) => look());
    expect(talk.lately).not.toEqual({});
    vi.runAllTimers();
    expect(talk.unread([said(4, 1)], 0)).toBe(0);
  });

  test("it is known again after loading", () => {
    const talk = new Talk("t");
    talk.take([], picture(said(2, 1)));
    talk.take([said(4, 1)] as Happening[], picture(said(2, 1), said(4, 1)));
    vi.runAllTimers();
    const again = new Talk("t");
    again.take([], picture(said(2, 1), said(4, 1), said(6, 1)));
    expect(again.unread([said(2, 1), said(4, 1), said(6, 1)], 0)).toBe(1);
    expect(new Talk("other").unread([said(1, 1)], 0)).toBe(1);
  });

  test("the newest message of a player is at the seat", () => {
    const talk = new Talk("t");
    talk.take([], picture());
    talk.take([said(4, 1, "one")] as Happening[], picture());
    vi.advanceTimersByTime(3000);
    talk.take([said(5, 1, "two")] as Happening[], picture());
    vi.advanceTimersByTime(1000);
    expect(talk.lately[1]?.text).toBe("two");
  });
});
