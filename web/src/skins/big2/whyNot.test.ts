import { expect, test } from "vitest";
import { Phraser, wordingOf } from "../../text/phrasing";
import { whyNot } from "./whyNot";

const same = (text: string) => ({ vi: text, en: text, zh: text });
const tell = new Phraser(
  wordingOf({
    texts: {
      "error.must_open": same("must hold {card}"),
      "error.no_play": same("{cards} is nothing"),
      "error.wrong_kind": same("this round is for {kind}"),
      "error.too_low": same("{cards} does not beat it"),
      "word.pair": same("a pair"),
    },
  }),
  "en",
  [],
);
const pair = { seat: 1, cards: ["9D", "9C"], kind: "pair" } as const;

test("the first play must hold the card that every opening holds", () => {
  const opening = [["3D"], ["3D", "3S"]].map((cards) => ({ type: "play", cards }) as const);
  expect(whyNot(["4D"], undefined, opening, tell)).toBe("must hold 3♦");
  expect(whyNot(["3D", "4D"], undefined, opening, tell)).toBe("3♦ 4♦ is nothing");
});

test("wrong number of cards, or cards that do not beat the last play", () => {
  expect(whyNot(["JD"], pair, [], tell)).toBe("this round is for a pair");
  expect(whyNot(["4D", "4S"], pair, [], tell)).toBe("4♦ 4♠ does not beat it");
  expect(whyNot(["4D", "5S"], undefined, [], tell)).toBe("4♦ 5♠ is nothing");
});
