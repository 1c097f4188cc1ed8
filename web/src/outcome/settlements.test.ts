import { expect, test } from "vitest";
import type { Outcome, Settlement } from "../protocol/types";
import { noteFile } from "./notes";
import { chipsOf, citedIn, handOf, linesOf, rareHands, sharedReasons, thenOf } from "./settlements";

const term = (...values: number[]) => ({ factors: values.map((value) => ({ name: "stake", value })) });
const hand = (seat: number, ...cards: string[]) => ({ seat, cards, called: { code: "named" } });
const why = [{ code: "higher", rule: "XD-18" }];

test("factors are multiplied, terms added or taken away", () => {
  const settlement: Settlement = { taker: 0, giver: 1, why, terms: [term(2, 3, 4), { ...term(2), minus: true }] };
  expect(chipsOf(settlement)).toBe(22);
  expect(chipsOf({ taker: 0, giver: 1, why })).toBe(0);
});

const met = hand(0, "9S", "7D");
const outcome: Outcome = {
  hands: [hand(0, "9S", "7D", "4C"), hand(1, "10S", "8H"), hand(2, "10D", "7C")],
  settlements: [
    { taker: 0, giver: 1, why, terms: [term(2)] },
    { taker: 2, giver: 0, why, terms: [term(1)], met },
  ],
};

test("a seat sees its own settlements, with its own sign", () => {
  expect(linesOf(outcome, 0).map((line) => [line.other, line.chips])).toEqual([
    [1, 2],
    [2, -1],
  ]);
  expect(linesOf(outcome, 1).map((line) => line.chips)).toEqual([-2]);
});

test("reasons that all settlements begin with are shared", () => {
  const [ending, more, same] = [{ code: "discard", params: { seat: 1 } }, { code: "difference" }, { code: "same_points" }];
  const settled = (...reasons: readonly { code: string }[]) => ({ taker: 0, giver: 1, why: reasons });
  expect(sharedReasons([settled(ending, more), settled(ending, more)])).toEqual([ending, more]);
  expect(sharedReasons([settled(ending, more), settled(ending, same)])).toEqual([ending]);
  expect(sharedReasons([settled(ending, more), settled(ending)])).toEqual([ending]);
  expect(sharedReasons([])).toEqual([]);
});

test("rare hands come in the order of their rank, and at most three of them", () => {
  const ranked = [hand(0, "9S"), { ...hand(1, "AS"), rare: 1 }, { ...hand(2, "AH"), rare: 3 }, { ...hand(3, "AD"), rare: 3 }];
  expect(rareHands(ranked).map(({ seat }) => seat)).toEqual([1, 2, 3]);
  expect(rareHands([...ranked, { ...hand(4, "AC"), rare: 2 }]).map(({ seat }) => seat)).toEqual([4, 2, 3]);
  expect(rareHands(outcome.hands)).toEqual([]);
});

test("rules are cited for settlements and for hands", () => {
  const counted = { ...hand(1, "6D"), called: { code: "whole", rule: "NN-4" }, notes: [{ code: "counts", rule: "NN-2" }] };
  const told: Outcome = { ...outcome, hands: [hand(0, "9S"), counted, { ...hand(2, "7C"), called: { code: "based", rule: "NN-8" } }] };
  expect(citedIn(told, 1)).toEqual(["XD-18", "NN-2", "NN-4"]);
  expect(citedIn(told, null)).toEqual(["XD-18", "NN-2", "NN-4", "NN-8"]);
});

test("an early settlement shows the hands at that time", () => {
  const [line] = linesOf(outcome, 2);
  expect(line?.hand).toEqual(met);
  expect(line?.then).toBe(true);
  const [, early] = linesOf(outcome, 0);
  expect(early && thenOf(early, 0)).toEqual(met);
  expect(early?.hand).toEqual(handOf(outcome, 2));
});

test("a note comes first, then its context and the record", () => {
  const note = { table: "t1", game: "xidach", sheet: "room", deal: 2, rules: [{ rule: "XD-18", text: "The higher total wins.", differs: false, option: "both_quac" }], refusal: "", note: " Ours is different. " };
  expect(noteFile(note, "0c8b38 chieu-record 1\n")).toBe("Ours is different.\n\ngame xidach\nsheet room\ntable t1\ndeal 2\nXD-18 The higher total wins.\n\n0c8b38 chieu-record 1\n");
  expect(noteFile({ ...note, deal: 0, refusal: "Under 16 you must draw." }, "")).toBe("Ours is different.\n\ngame xidach\nsheet room\ntable t1\nXD-18 The higher total wins.\nUnder 16 you must draw.\n");
});
