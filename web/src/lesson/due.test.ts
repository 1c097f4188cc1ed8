import { describe, expect, it } from "vitest";
import { nextTip, type Moment, type Tip } from "./due";

const text = { vi: "", en: "", zh: "" };
const tips: Tip[] = [
  { at: "hand", text, when: "" },
  { at: "choice", text, when: "draw" },
  { at: "choice", text, when: "stand" },
  { at: "own", text, when: "over" },
];
const moment = (change: Partial<Moment>): Moment => ({ cards: false, legal: [], over: false, ...change });

describe("a guided deal", () => {
  it("says nothing before there are cards", () => expect(nextTip(tips, [], moment({}))).toBe(-1));
  it("begins with the hand, whatever may be done", () => expect(nextTip(tips, [], moment({ cards: true, legal: ["draw"] }))).toBe(0));
  it("speaks of what may be done now, and passes over what may not", () => expect(nextTip(tips, [0], moment({ cards: true, legal: ["stand"] }))).toBe(2));
  it("goes back to what it passed over", () => expect(nextTip(tips, [0, 2], moment({ cards: true, legal: ["draw", "stand"] }))).toBe(1));
  it("ends with the deal", () => expect(nextTip(tips, [0, 1], moment({ cards: true, over: true }))).toBe(3));
  it("says nothing twice", () => expect(nextTip(tips, [0, 1, 2, 3], moment({ cards: true, legal: ["draw"], over: true }))).toBe(-1));
});
