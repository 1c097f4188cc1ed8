import { expect, test } from "vitest";
import { answer, carried, draftOf, EMPTY, entryOf, fieldsOf, nextQuestion, offered, optionalOf, press, type Draft, type Field, type Form, type Value } from "./draft";

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

test("RT-3: a question that may stay open is offered where it applies", () => {
  expect(optionalOf(FORM, EMPTY, 0)).toEqual([]); // the dealer meets nobody
  expect(optionalOf(FORM, EMPTY, 1).map(({ name }) => name)).toEqual(["met"]);
  const draft = { ...EMPTY, pressed: [{ seat: 1, name: "met" }] };
  expect(optionalOf(FORM, draft, 1)).toEqual([]);
  expect(fieldsOf(FORM, draft, 1).map(({ name }) => name)).toEqual(["hand", "met", "stake"]);
});

test("RT-3: of one seat only its line is asked", () => {
  expect(nextQuestion(WINNER, EMPTY, null, 2)).toMatchObject({ seat: 2, field: { name: "left" } });
  expect(nextQuestion(WINNER, answer(EMPTY, { seat: 2, field: { name: "left", kind: "number", label: "" } }, 4), null, 2)).toBeNull();
});

test("RT-5: the draft of an entry yields the same entry", () => {
  const entry = { dealer: 2, lines: [{ hand: "21", met: "non", stake: 5 }, { result: "win", stake: 1 }, { hand: "non", total: 15 }] };
  const draft = draftOf(FORM, entry);
  expect(draft.ways).toEqual({ 0: "hand", 1: "result", 2: "hand" });
  expect(nextQuestion(FORM, draft)).toBeNull();
  expect(entryOf(FORM, draft, 3)).toEqual(entry);
  const blocked: Form = { ...WINNER, deal: [{ name: "winner", kind: "seat", label: "winner", nobody: "blocked" }] };
  expect(nextQuestion(blocked, draftOf(blocked, { lines: [{ left: 1 }, { left: 2 }, { left: 3 }] }))).toBeNull();
});

test("RT-3: stakes stay as they were, for the person who had them", () => {
  const before = { dealer: 0, lines: [{ hand: "21" }, { hand: "non", stake: 5 }] };
  const draft = carried(FORM, before, (seat) => (seat === 2 ? 1 : null));
  expect(draft.lines).toEqual({ 2: { stake: 5 } });
  expect(nextQuestion(FORM, draft)).toMatchObject({ seat: 0, field: { name: "hand" } });
});
