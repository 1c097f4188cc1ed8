import { expect, test } from "vitest";
import type { QuestionField } from "../protocol/types";
import { argumentOf, complete, questionOf } from "./argument";

const cards = (name: string, needed: boolean): QuestionField => ({ name, kind: "cards", needed, jokers: false, first: 0 });
const FIELDS: readonly QuestionField[] = [cards("hand", true), cards("against", false), { name: "round", kind: "number", needed: true, jokers: false, first: 1 }];

test("RT-6: the link of a ruling asks the same question", () => {
  const argument = argumentOf(FIELDS, "room~sm5", "?hand=10S+JK1&against=AS&round=3");
  expect(argument).toEqual({ sheet: "room~sm5", cards: { hand: ["10S", "JK1"], against: ["AS"] }, numbers: { round: 3 } });
  expect(questionOf(FIELDS, argument)).toEqual({ hand: "10S JK1", against: "AS", round: 3 });
});

test("RT-6: text in a link that is not a card or a number is left out", () => {
  expect(argumentOf(FIELDS, "", "?hand=11S+AS+<b>&round=x&other=5")).toEqual({ sheet: "", cards: { hand: ["AS"], against: [] }, numbers: { round: 1 } });
  expect(argumentOf(FIELDS, "", `?hand=${"AS+".repeat(99)}`).cards["hand"]).toHaveLength(30);
});

test("RT-6: a hand that is not needed is left out of the question", () => {
  const empty = argumentOf(FIELDS, "", "");
  expect(complete(FIELDS, empty)).toBe(false);
  const alone = { ...empty, cards: { hand: ["AS"], against: [] } };
  expect(complete(FIELDS, alone)).toBe(true);
  expect(questionOf(FIELDS, alone)).toEqual({ hand: "AS", round: 1 });
});
