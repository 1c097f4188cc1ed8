import { expect, test } from "vitest";
import { order, type Proof } from "../fair/fair";
import type { Fault } from "./faults";
import { checkShuffles } from "./shuffles";

const DECK = "3 4 5 6 7 8 9 10 J Q K A 2".split(" ").flatMap((rank) => ["D", "C", "H", "S"].map((suit) => rank + suit));
const JOKERS = ["JK1", "JK2"];
const FULL = [...DECK, ...JOKERS];
const proof: Proof = { contributions: [], seed: "11".repeat(32), manifest: "manifest" };

/** Return the faults of shuffles whose order is right, for any cards. */
function found(...shuffles: string[][]): Fault[] {
  const faults: Fault[] = [];
  checkShuffles(shuffles.map((cards, index) => ({ line: index + 1, value: order(proof, index, cards) })), proof, faults);
  return faults;
}

test.each([
  ["a pack", [DECK]],
  ["one with jokers", [FULL]],
  ["two of them", [[...FULL, ...FULL]]],
  ["a pack that is shuffled again", [DECK, DECK]],
  ["two packs, and later what was put down", [[...FULL, ...FULL], ["3D", "3D", "JK1"]]],
])("PF-22: what is shuffled is %s", (_, shuffles) => {
  expect(found(...shuffles)).toEqual([]);
});

test.each([
  ["a card is missing", [DECK.slice(1)], 1, "3D", 0],
  ["a card is there twice", [[...DECK, "3D"]], 1, "3D", 2],
  ["a card is there in place of another", [["4D", ...DECK.slice(1)]], 1, "3D", 0],
  ["one joker is missing", [FULL.slice(0, -1)], 1, "JK2", 0],
  ["a card of two packs is missing", [[...FULL, ...FULL.slice(1)]], 1, "3D", 1],
  ["it is part of a pack", [DECK.slice(26)], 1, "3D", 0],
  ["there are three packs", [[...DECK, ...DECK, ...DECK]], 1, "3D", 3],
  ["a later shuffle has a card twice", [DECK, ["4C", "5H", "4C"]], 2, "4C", 2],
  ["a later shuffle has a card that was not in the first", [DECK, ["4C", "JK1"]], 2, "JK1", 1],
])("PF-22: it is told where %s", (_, shuffles, line, card, count) => {
  expect(found(...shuffles)).toEqual([{ code: "not_the_pack", line, card, count }]);
});
