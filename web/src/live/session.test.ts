import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Tagged, View } from "../protocol/types";
import { IN_SIGHT } from "./hold.svelte";
import type { Answer, Command } from "./link";
import { Session } from "./session.svelte";

const DRAW: Tagged = { type: "draw" };
let said: { command: Command; shown: number; answer: (answer: Partial<Answer>) => Promise<void> }[];
let session: Session;

/** A view in which this person may do some things. */
function picture(seq: number, legal: readonly Tagged[] = [DRAW], phase = "playing", ready = false): View {
  const table = { id: "t", game: "xidach", sheet: "", phase, host: 0, seats: [{ member: 0, name: "Lan", ready }], watchers: [], deals: 0, shuffle: { deal: 1, attempt: 0, commitment: "" } };
  return { type: "view", seq, now: 0, you: { member: 0, seat: 0 }, table, deal: { number: 1, sheet: "", view: {}, legal } } as unknown as View;
}

/** Show a view for long enough to be seen. */
function seen(seq: number, ...more: readonly [(readonly Tagged[])?, string?, boolean?]): void {
  session.show(picture(seq, ...more), []);
  vi.advanceTimersByTime(IN_SIGHT);
}

beforeEach(() => {
  vi.useFakeTimers();
  said = [];
  session = new Session({
    send: (command, shown) =>
      new Promise((resolve) => {
        said.push({
          command,
          shown,
          answer: async (answer) => {
            resolve({ id: "", ...answer } as Answer);
            await vi.advanceTimersByTimeAsync(0);
          },
        });
      }),
  });
});
afterEach(() => vi.useRealTimers());

describe("PF-44: a command refers to the view on the screen", () => {
  test("it carries the number of that view", () => {
    seen(4);
    session.act(DRAW);
    expect(said.map((sending) => sending.shown)).toEqual([4]);
  });
});

describe("the log", () => {
  test("adds earlier events to the log once, marked as past", () => {
    const started = { type: "deal_started", seq: 2, deal: 1 } as const;
    const ended = { type: "deal_ended", seq: 3, deal: 1 } as const;
    session.shared = { texts: Object.fromEntries(["deal_started", "deal_ended"].map((kind) => [`happened.${kind}`, { vi: kind, en: kind, zh: kind }])) };
    session.show({ ...picture(2), happened: [started] } as unknown as View, []);
    session.show(picture(3), [ended as never]);
    session.show({ ...picture(4), happened: [started, ended] } as unknown as View, []);
    expect(session.log.map(({ text, past }) => [text, past])).toEqual([["deal_started", true], ["deal_ended", false]]);
  });
});

test("PF-11: the hand is sorted as in the game of its deal", () => {
  const suits = ["spade"];
  session.shared = { games: [{ name: "xidach", ranks: ["A", "2", "3"], suits }, { name: "big2", ranks: ["3", "A", "2"], suits }] } as never;
  const shown = picture(4);
  session.show({ ...shown, table: { ...shown.table, game: "big2" }, deal: { ...shown.deal, game: "xidach" } } as View, []);
  expect(session.hand(["2S", "3S", "AS"])).toEqual(["AS", "2S", "3S"]);
});

describe("PF-44: no tap does two things", () => {
  test.each([0, 30, 90, 150, 300])("a second tap %i ms after the first is none", async (gap) => {
    seen(4);
    session.act(DRAW);
    session.show(picture(5), []); // the same command is possible again
    await said[0]?.answer({ type: "done", seq: 5 });
    await vi.advanceTimersByTimeAsync(gap);
    session.act(DRAW);
    expect(said).toHaveLength(1);
    expect(session.held).toBe(true);
    await vi.advanceTimersByTimeAsync(IN_SIGHT - gap);
    expect(session.held).toBe(false);
    session.act(DRAW);
    expect(said).toHaveLength(2);
  });

  test("controls wait until the answer's effect is shown", async () => {
    seen(4);
    session.act(DRAW);
    await said[0]?.answer({ type: "done", seq: 6 });
    await vi.advanceTimersByTimeAsync(5000);
    expect(session.held).toBe(true);
    seen(5, [DRAW, DRAW]);
    expect(session.held).toBe(true); // that was somebody else's move
    seen(6);
    expect(session.held).toBe(false);
  });

  test("whatever is tapped: another button may have taken its place", () => {
    seen(4, [], "between");
    void session.send({ type: "ready", on: true });
    void session.send({ type: "ready", on: false });
    void session.send({ type: "deal_now" });
    expect(said.map((sending) => sending.command.type)).toEqual(["ready"]);
  });

  test("a command made asynchronously is sent despite new views", async () => {
    seen(4, [], "between");
    const made = session.sendMade(async () => {
      await Promise.resolve();
      session.show(picture(5), []);
      return { type: "ready", on: true };
    });
    expect(session.held).toBe(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(said.map((sending) => sending.command.type)).toEqual(["ready"]);
    await said[0]?.answer({ type: "done", seq: 5 });
    expect(await made).toBe(true);
  });

  test("a command that cannot be made frees the controls", async () => {
    seen(4, [], "between");
    await expect(session.sendMade(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(session.held).toBe(false);
  });

  test("a control changed by others must be visible first", () => {
    seen(4, [], "between");
    session.show(picture(5), []);
    expect(session.held).toBe(true);
    session.act(DRAW);
    expect(said).toHaveLength(0);
    vi.advanceTimersByTime(IN_SIGHT);
    expect(session.held).toBe(false);
  });

  test("actions of others elsewhere do not disable controls", () => {
    seen(4);
    session.show(picture(5), []);
    expect(session.held).toBe(false);
  });

  test("talk waits for talk and the game for the game", async () => {
    seen(4);
    session.act(DRAW);
    void session.send({ type: "send_emote", emote: "wow" });
    void session.send({ type: "send_emote", emote: "wow" });
    expect(said.map((sending) => sending.command.type)).toEqual(["act", "send_emote"]);
    expect(session.saying).toBe(true);
    await said[1]?.answer({ type: "done", seq: 5 });
    seen(5);
    expect(session.saying).toBe(false);
    expect(session.held).toBe(true);
  });
});

describe("PF-44: dead controls come back", () => {
  test("at once where something is refused", async () => {
    seen(4);
    session.act(DRAW);
    await said[0]?.answer({ type: "refused", code: "not_now", rule: "", params: {} });
    expect(session.held).toBe(false);
    expect(session.refusal).not.toBeNull();
  });

  test("with the table as it is where it has moved on", async () => {
    seen(4);
    session.act(DRAW);
    await said[0]?.answer({ type: "stale", seq: 7 });
    expect(session.held).toBe(true);
    expect(session.refusal).not.toBeNull();
    seen(7);
    expect(session.held).toBe(false);
  });

  test("a refusal stops the remaining commands of one tap", async () => {
    seen(4, [], "between");
    const all = session.send({ type: "set_bot", seat: 1, level: "random" }, { type: "set_bot", seat: 2, level: "random" }, { type: "set_bot", seat: 3, level: "random" });
    await said[0]?.answer({ type: "done", seq: 5 });
    seen(5, [], "between");
    expect(session.held).toBe(true);
    expect(said.map((sending) => sending.shown)).toEqual([4, 4]);
    await said[1]?.answer({ type: "refused", code: "seat_taken", rule: "", params: {} });
    expect(await all).toBe(false);
    expect(said).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(IN_SIGHT);
    expect(session.held).toBe(false);
  });

  test("automatic commands are sent at once but disable controls", () => {
    session.show(picture(4, [], "between"), []);
    void session.unasked({ type: "ready", on: true });
    vi.advanceTimersByTime(IN_SIGHT);
    void session.send({ type: "rise" });
    expect(said.map((sending) => sending.command.type)).toEqual(["ready"]);
  });
});
