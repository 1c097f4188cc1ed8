import { expect, test } from "vitest";
import { answer, EMPTY, entryOf, fieldsOf, nextQuestion, offered, press, type Draft, type Field, type Form, type Value } from "./draft";

const HANDS = { name: "hand", kind: "choice", label: "hand", choices: [{ value: "21", label: "" }, { value: "non", label: "word.non" }] } as const;
const MET: Field = { name: "met", kind: "choice", label: "met", optional: true, asked_for: "others", repeats: true };
const FORM: Form = {
  deal: [{ name: "dealer", kind: "seat", label: "dealer", default: 0 }],
  ways: [
    { name: "hand", label: "hand", asked_for: "all", fields: [HANDS, { name: "total", kind: "number", label: "total", optional: true, when: { hand: ["non"] } }, MET] },
    { name: "result", label: "result", asked_for: "others", fields: [{ name: "result", kind: "choice", label: "result", asked_for: "others" }] },
  ],
  always: [{ name: "stake", kind: "number", label: "stake", default: 1, asked_for: "others" }],
  seats: [0, 1, 2],
  dealer: "dealer",
  round: null,
};
const WINNER: Form = {
  deal: [{ name: "winner", kind: "seat", label: "winner" }],
  ways: [{ name: "left", label: "left", asked_for: "all", fields: [{ name: "left", kind: "number", label: "left", asked_for: "others" }] }],
  always: [],
  seats: [0, 1, 2],
  dealer: "winner",
  round: null,
};

/** Answer the questions in the order in which they are asked. */
function entered(form: Form, ...values: Value[]): Draft {
  let last: number | null = null;
  return values.reduce<Draft>((draft, value) => {
    const question = nextQuestion(form, draft, last);
    if (!question) throw new Error("nothing is asked");
    last = question.seat;
    return answer(draft, question, value);
  }, EMPTY);
}

test("RT-3: one answer a seat completes a deal", () => {
  const draft = entered(FORM, "21", "non", "21");
  expect(nextQuestion(FORM, draft)).toBeNull();
  expect(entryOf(FORM, draft, 3)).toEqual({ dealer: 0, lines: [{ hand: "21" }, { hand: "non", stake: 1 }, { hand: "21", stake: 1 }] });
});

test("RT-3: a seat of which nothing is asked has no line", () => {
  const draft = entered(WINNER, 1, 4, 7);
  expect(nextQuestion(WINNER, draft)).toBeNull();
  expect(entryOf(WINNER, draft, 3)).toEqual({ winner: 1, lines: [{ left: 4 }, null, { left: 7 }] });
});

test("RT-3: nobody is an answer, and is not sent", () => {
  const form: Form = { ...WINNER, deal: [{ name: "winner", kind: "seat", label: "winner", nobody: "blocked" }] };
  expect(nextQuestion(form, EMPTY)).toMatchObject({ seat: null, field: { name: "winner" } });
  expect(entryOf(form, entered(form, null, 1, 2, 3), 3)).toEqual({ lines: [{ left: 1 }, { left: 2 }, { left: 3 }] });
});

test("RT-3: another way has other questions, and answers of the first are not sent", () => {
  const draft = { ...entered(FORM, "21", "non"), ways: { 1: "result" } };
  expect(fieldsOf(FORM, draft, 1).map(({ name }) => name)).toEqual(["result", "stake"]);
  expect(entryOf(FORM, draft, 3)["lines"]).toEqual([{ hand: "21" }, { stake: 1 }, { stake: 1 }]);
});

test("RT-3: optional questions are asked after a refusal, and only where they apply", () => {
  const draft = press(entered(FORM, "21", "non", "21"), "which_total", { seat: 1, other: 2 });
  expect(nextQuestion(FORM, draft)).toMatchObject({ seat: 1, field: { name: "total" } });
  expect(fieldsOf(FORM, draft, 2).map(({ name }) => name)).toEqual(["hand", "stake"]);
});

test("RT-3: the last answer to a question that repeats is offered", () => {
  const draft = answer(EMPTY, { seat: 1, field: MET }, "21");
  expect(offered(FORM, draft, { seat: 2, field: MET })).toBe("21");
  expect(offered(FORM, draft, { seat: 2, field: HANDS })).toBeUndefined();
});
