import { describe, expect, it } from "vitest";
import { hasMoved, isTrue, nextTip, type Moment, type Tip } from "./due";

const text = { vi: "", en: "", zh: "" };
const tip = (at: Tip["at"], when: string, change: Partial<Tip> = {}): Tip => ({ at, text, when, also: "", given: {}, only: "", but: "", ...change });
const tips = [tip("hand", ""), tip("choice", "draw"), tip("choice", "stand"), tip("own", "over")];
const moment = (change: Partial<Moment>): Moment => ({ cards: false, legal: [], over: false, clock: "", ...change });

describe("a guided deal", () => {
  it("says nothing before there are cards", () => expect(nextTip(tips, [], moment({}))).toBe(-1));
  it("begins with the hand, whatever may be done", () => expect(nextTip(tips, [], moment({ cards: true, legal: ["draw"] }))).toBe(0));
  it("takes legal actions and skips others", () => expect(nextTip(tips, [0], moment({ cards: true, legal: ["stand"] }))).toBe(2));
  it("goes back to skipped tips", () => expect(nextTip(tips, [0, 2], moment({ cards: true, legal: ["draw", "stand"] }))).toBe(1));
  it("speaks of a choice only where there is one", () => {
    const choice = [tip("choice", "stand", { also: "draw" })];
    expect([["stand"], ["draw"], ["draw", "stand"]].map((legal) => nextTip(choice, [], moment({ cards: true, legal })))).toEqual([-1, -1, 0]);
  });
  it("ends with the deal", () => expect(nextTip(tips, [0, 1], moment({ cards: true, over: true }))).toBe(3));
  it("shows only tips about the move while the clock runs", () => expect(nextTip(tips, [], moment({ cards: true, legal: ["draw"], clock: "runs" }))).toBe(1));
  it("is silent when the time is short", () => expect(nextTip(tips, [], moment({ cards: true, legal: ["draw"], clock: "short" }))).toBe(-1));
  it("has taught nothing before it spoke of a move", () => expect([[], [0, 3], [0, 2]].map((read) => hasMoved(tips, read))).toEqual([false, false, true]));
  it("says nothing twice", () => expect(nextTip(tips, [0, 1, 2, 3], moment({ cards: true, legal: ["draw"], over: true }))).toBe(-1));
});

describe("tips for some rules or seats", () => {
  const below = tip("choice", "draw", { given: { must: [14, 15, 16] } });
  it("is said by those rules", () => expect([16, 0].map((must) => isTrue(below, { must }, { dealer: 1 }, 0))).toEqual([true, false]));
  it("only the dealer", () => expect([1, 0, null].map((seat) => isTrue(tip("others", "", { only: "dealer" }), {}, { dealer: 1 }, seat))).toEqual([true, false, false]));
  it("everybody but the dealer", () => expect([1, 0].map((seat) => isTrue(tip("others", "", { but: "dealer" }), {}, { dealer: 1 }, seat))).toEqual([false, true]));
});
