import { expect, test } from "vitest";
import { Teller } from "./telling";

const same = (text: string) => ({ vi: text, en: text, zh: text });
const tell = new Teller(
  {
    "fact.drawn": same("{seat} draws. {cards}"),
    "fact.dealt": same("Dealt: {order}."),
    "fact.settled": same("{seat} {result} ({chips})."),
    "action.lay_down": same("Lay down: {melds}"),
    "error.not_your_turn": same("Waiting for: {waiting}."),
    "word.win": same("wins"),
  },
  "en",
  ["Lan", "Minh", "Tú"],
);

test("seats become names and cards become symbols", () => {
  expect(tell.fact({ type: "drawn", seat: 1, cards: ["10S", "AH"] })).toBe("Minh draws. 10♠ A♥");
});

test("what is hidden leaves its place empty", () => {
  expect(tell.fact({ type: "drawn", seat: 1, cards: [] })).toBe("Minh draws.");
});

test("words and signed chips", () => {
  expect(tell.fact({ type: "settled", seat: 0, result: "win", chips: 5 })).toBe("Lan wins (+5).");
  expect(tell.fact({ type: "settled", seat: 2, result: "win", chips: -5 })).toBe("Tú wins (−5).");
});

test("an order of seats is told with arrows, groups of cards are parted", () => {
  expect(tell.fact({ type: "dealt", order: [2, 0, 1] })).toBe("Dealt: Tú → Lan → Minh.");
  expect(tell.action({ type: "lay_down", melds: [["7C", "7H"], ["8S"]] })).toBe("Lay down: 7♣ 7♥ / 8♠");
});

test("seats named in a refusal become names too", () => {
  expect(tell.refusal("not_your_turn", { waiting: "1, 2" })).toBe("Waiting for: Minh, Tú.");
});

test("a hostile name stays text", () => {
  const odd = new Teller({ "fact.drawn": same("{seat} draws") }, "en", ["{cards}<img>"]);
  expect(odd.fact({ type: "drawn", seat: 0, cards: ["2S"] })).toBe("{cards}<img> draws");
});
