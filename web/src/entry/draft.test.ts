import { expect, test } from "vitest";
import { answer, carried, draftOf, EMPTY, entryOf, fieldsOf, nextQuestion, offered, optionalOf, press, type Answers, type Draft, type Entry, type Form, type Value } from "./draft";
import fixtures from "./fixtures/drafts.json";

/** A case that `tests/core/test_draft.py` runs too. */
interface Case {
  readonly name: string;
  readonly form: string;
  /** The draft is of this entry, or follows an entry in which the people had other seats. */
  readonly of?: Entry;
  readonly before?: { readonly entry: Entry; readonly was: readonly (number | null)[] };
  /** Answers in the order in which the questions are asked. */
  readonly answers?: readonly Value[];
  readonly ways?: Readonly<Record<number, string>>;
  readonly refusal?: { readonly code: string; readonly params: Answers };
  /** The open question, the questions by seat, and the entry. */
  readonly open: readonly [seat: number | null, name: string] | null;
  readonly fields?: readonly (readonly string[])[];
  readonly entry: Entry;
}
const FORMS = fixtures.forms as unknown as Readonly<Record<"dealer" | "winner", Form>> & Readonly<Record<string, Form>>;
const CASES = fixtures.cases as unknown as readonly Case[];

test.each(CASES.map((each) => [each.name, each] as const))("RT-3: %s", (_, each) => {
  const form = FORMS[each.form] as Form;
  const start = each.of ? draftOf(form, each.of) : each.before ? carried(form, each.before.entry, (seat) => each.before?.was[seat] ?? null) : EMPTY;
  let last: number | null = null;
  let draft = (each.answers ?? []).reduce<Draft>((before, value) => {
    const question = nextQuestion(form, before, last);
    if (!question) throw new Error("nothing is asked");
    last = question.seat;
    return answer(before, question, value);
  }, start);
  if (each.ways) draft = { ...draft, ways: each.ways };
  if (each.refusal) draft = press(draft, each.refusal.code, each.refusal.params);
  const open = nextQuestion(form, draft, last);
  expect(open && [open.seat, open.field.name]).toEqual(each.open);
  if (each.fields) expect(form.seats.map((seat) => fieldsOf(form, draft, seat).map(({ name }) => name))).toEqual(each.fields);
  expect(entryOf(form, draft, form.seats.length)).toEqual(each.entry);
});

const { dealer: FORM, winner: WINNER } = FORMS;
const [HANDS, , MET] = FORM.ways[0]?.fields ?? [];
if (!HANDS || !MET) throw new Error("the form has other questions");

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
