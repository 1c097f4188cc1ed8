import { describe, expect, test } from "vitest";
import { arranged, fan, moved } from "./arrange";
import { faceOf, marked, plain } from "./cards";
import { settings } from "../settings.svelte";
import { spoken } from "./names";

const suits = ["D", "C", "H", "S"];
const twoHigh = { ranks: ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2"], suits };
const aceLow = { ranks: ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"], suits };

describe("a hand", () => {
  test("sorted by rank, with the 2 high or the ace low", () => {
    const hand = ["2S", "3D", "AH", "10C"];
    expect(arranged([], hand, "rank", twoHigh)).toEqual(["3D", "10C", "AH", "2S"]);
    expect(arranged([], hand, "rank", aceLow)).toEqual(["AH", "2S", "3D", "10C"]);
  });

  test("sorted by suit, jokers last", () => {
    expect(arranged([], ["JK1", "4S", "3S", "9D"], "suit", twoHigh)).toEqual(["9D", "3S", "4S", "JK1"]);
  });

  test("sorted by the game's own order of suits", () => {
    expect(arranged([], ["4S", "4D", "3H"], "rank", { ...twoHigh, suits: ["S", "H", "C", "D"] })).toEqual(["3H", "4S", "4D"]);
  });

  test("in the person's order: new cards come last", () => {
    expect(arranged(["KS", "3D", "7C"], ["3D", "KS", "9H"], "own", twoHigh)).toEqual(["KS", "3D", "9H"]);
  });

  test("dragging moves one card", () => {
    expect(moved(["A", "B", "C"], 0, 2)).toEqual(["B", "C", "A"]);
  });

  test("equal cards are marked on the page only", () => {
    const hand = marked(["7C", "7C", "8D", "7C"]);
    expect(new Set(hand).size).toBe(4);
    expect(hand.map(plain)).toEqual(["7C", "7C", "8D", "7C"]);
    expect(faceOf(hand[1] ?? "")).toEqual(faceOf("7C"));
  });
});

describe("a fan of 13 on a phone", () => {
  const [width, card] = [374, 76];
  const spots = fan(13, width, card);

  test("stays on the screen, turned corners included", () => {
    for (const { x, turn } of spots) {
      const swing = 1.4 * card * Math.sin((Math.abs(turn) * Math.PI) / 180);
      expect(Math.abs(x) + card / 2 + swing).toBeLessThanOrEqual(width / 2 + 1);
    }
  });

  test("leaves a quarter of each card visible, with its index", () => {
    const step = (spots[1]?.x ?? 0) - (spots[0]?.x ?? 0);
    expect(step / card).toBeGreaterThan(0.25);
  });
});

test.each([
  ["vi", "Đầm cơ", "10 bích", "Át rô", "Phăng teo"],
  ["en", "Queen of hearts", "10 of spades", "Ace of diamonds", "Joker"],
  ["zh", "红心Q", "黑桃10", "方块A", "鬼牌"],
] as const)("cards have names in %s", (lang, queen, ten, ace, joker) => {
  settings.lang = lang;
  expect(["QH", "10S", "AD", "JK1", "JK2'"].map(spoken)).toEqual([queen, ten, ace, joker, joker]);
});
