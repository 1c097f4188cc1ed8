import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { SeatScene } from "../table/scene";
import { Curtain, type Sight } from "./curtain.svelte";
import { bent, OPENS, peeled } from "./peel";
import { pipped } from "./pips";
import { veiled } from "./veil";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const before: Sight = { seq: 7, deal: 1, over: false, seat: 0, open: [0], last: null, chips: [0, 0, 0] };
const end: Sight = { ...before, seq: 8, over: true, open: [0, 2, 1], chips: [2, -1, -1] };

function curtain({ moving = true, squeezing = true } = {}) {
  const heard: string[] = [];
  const made = new Curtain(
    () => moving,
    () => squeezing,
    { turned: () => heard.push("card"), settled: () => heard.push("settled") },
  );
  return { made, heard };
}

describe("revealing hands", () => {
  test("hands open one by one, results come last", () => {
    const { made, heard } = curtain();
    made.follow(before);
    made.follow(end);
    expect(made.closed).toBe(true);
    expect([made.turning, made.backs, made.chips, made.from]).toEqual([[2], [1], [0, 0, 0], 8]);
    vi.advanceTimersByTime(620);
    expect([made.turning, made.backs]).toEqual([[1], []]);
    vi.advanceTimersByTime(620);
    expect([made.turning, made.closed]).toEqual([[], true]);
    vi.advanceTimersByTime(420);
    expect([made.closed, made.chips, made.from]).toEqual([false, null, null]);
    expect(heard).toEqual(["card", "card", "settled"]);
  });

  test("a tap opens everything", () => {
    const { made, heard } = curtain();
    made.follow(before);
    made.follow(end);
    made.skip();
    expect([made.closed, made.backs]).toEqual([false, []]);
    vi.advanceTimersByTime(5000);
    expect(heard).toEqual(["card", "settled"]);
  });

  test("ten hands take no longer than people wait", () => {
    const { made } = curtain();
    made.follow({ ...before, open: [] });
    made.follow({ ...end, open: [1, 2, 3, 4, 5, 6, 7, 8, 9] });
    vi.advanceTimersByTime(3200 + 2 * 420);
    expect(made.closed).toBe(false);
  });

  test("no delay in reduced motion or for a finished deal", () => {
    const still = curtain({ moving: false });
    still.made.follow(before);
    still.made.follow({ ...end, last: "9S" });
    expect([still.made.closed, still.made.covered, still.heard]).toEqual([false, null, ["settled"]]);
    const late = curtain();
    late.made.follow(end);
    expect([late.made.closed, late.heard]).toEqual([false, []]);
  });
});

describe("a card can be squeezed open", () => {
  test("and others wait for it", () => {
    const { made } = curtain();
    made.follow(before);
    made.follow({ ...end, last: "9S" });
    vi.advanceTimersByTime(60_000);
    expect([made.covered, made.backs]).toEqual(["9S", [2, 1]]);
    made.uncover();
    expect([made.covered, made.turning]).toEqual([null, [2]]);
    vi.advanceTimersByTime(5000);
    expect(made.closed).toBe(false);
  });

  test("each one that is drawn, and no other again", () => {
    const { made } = curtain();
    made.follow(before);
    made.follow({ ...before, seq: 8, last: "9S" });
    expect([made.covered, made.closed]).toEqual(["9S", false]);
    made.uncover();
    made.follow({ ...before, seq: 9, last: "9S" });
    expect(made.covered).toBe(null);
    made.follow({ ...before, seq: 10, last: "2H" });
    expect(made.covered).toBe("2H");
  });

  test("nothing gives the card away before it is open", () => {
    const { made } = curtain();
    made.follow(before);
    made.follow({ ...before, seq: 8, last: "9S" });
    expect(made.from).toBe(8);
    made.uncover();
    expect(made.from).toBe(null);
    made.follow({ ...before, seq: 9, last: "2H" });
    made.follow({ ...end, seq: 10, last: "2H" });
    made.uncover();
    expect([made.closed, made.from]).toEqual([true, 9]);
  });

  test("unless one does not want to", () => {
    const { made } = curtain({ squeezing: false });
    made.follow(before);
    made.follow({ ...before, seq: 8, last: "9S" });
    expect(made.covered).toBe(null);
  });

  test("by its corner: the face shows in a triangle, then the card opens", () => {
    expect(peeled(0.5, 100, 140)).toEqual({
      back: "polygon(0.0px 0.0px, 100.0px 0.0px, 100.0px 90.0px, 50.0px 140.0px, 0.0px 140.0px)",
      flap: "polygon(50.0px 140.0px, 100.0px 90.0px, 50.0px 90.0px)",
      turn: "matrix(0, 1, -1, 0, 190.0, 90.0)",
    });
    expect(bent(30, 30, 100)).toBe(0);
    expect(bent(-80, -80, 100)).toBeGreaterThan(OPENS);
  });
});

describe("visible parts of a seat", () => {
  const scene: SeatScene = { cards: ["9S", "7D"], apart: [1], hand: "16 · Đủ", brief: "16", note: "done", result: { text: "Wins 2", brief: "+2", tone: "win" } };
  const open = { backs: [], turning: [], closed: false, covered: null };

  test("before its cards turn over: how many there are", () => {
    expect(veiled(scene, 1, { ...open, backs: [1], closed: true })).toEqual({ cards: [null, null], note: "done" });
  });

  test("first the turning cards, then the hand, then the result", () => {
    expect(veiled(scene, 1, { ...open, turning: [1], closed: true })).toEqual({ cards: ["9S", "7D"], apart: [1], note: "done" });
    expect(veiled(scene, 1, { ...open, closed: true })).toEqual({ cards: ["9S", "7D"], apart: [1], note: "done", hand: "16 · Đủ", brief: "16" });
    expect(veiled(scene, 1, open)).toEqual(scene);
  });

  test("no number of the own hand while a card is face down", () => {
    expect(veiled(scene, 1, { ...open, covered: "7D" }, true)).not.toHaveProperty("hand");
  });
});

describe("the face of a card that is squeezed open", () => {
  const pips = (card: string): number => pipped(card).split("#suit-").length - 1;
  test("has as many pips as its number, and no index", () => {
    expect(["AS", "2H", "3D", "4C", "5S", "6H", "7D", "8C", "9S", "10H"].map(pips)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(pipped("9S")).not.toContain("#rank-");
  });
  test("is the picture itself of a court card", () => expect(pipped("QH")).toContain("#court-Q"));
  test("shows a pip in the corner that is bent up from four on", () => {
    const first = (card: string): number => Math.min(...[...pipped(card).matchAll(/ x='([\d.]+)' y='([\d.]+)'/g)].map(([, x, y]) => 100 - Number(x) + 140 - Number(y)));
    expect(first("4C")).toBeLessThan(first("2C"));
    expect(first("2C")).toBeLessThan(first("AC"));
  });
});
