/** RT-3: a deal that is being entered. The form says what is asked; nothing here knows a game. */
import type { Field, Form, Way } from "../protocol/gen/messages";

export type { Field, Form } from "../protocol/gen/messages";

export type Value = string | number | readonly string[] | null;
export type Answers = Readonly<Record<string, Value>>;

/** A deal as the server stores it. */
export type Entry = { readonly lines: readonly (Answers | null)[] } & Readonly<Record<string, unknown>>;

export interface Draft {
  readonly deal: Answers;
  readonly lines: Readonly<Record<number, Answers>>;
  /** Chosen way by seat; without one it is the first. */
  readonly ways: Readonly<Record<number, string>>;
  /** Optional questions that a refusal has asked for: the seat, and how their names end. */
  readonly pressed: readonly { readonly seat: number; readonly name: string }[];
}

export interface Question {
  /** Null for a question about the whole deal. */
  readonly seat: number | null;
  readonly field: Field;
}

export const EMPTY: Draft = { deal: {}, lines: {}, ways: {}, pressed: [] };

const given = (answers: Answers, { name, default: preset }: Field): Value | undefined => (name in answers ? answers[name] : (preset ?? undefined));

/** Return the seat that the form treats differently: the dealer, the banker or the winner. Null if nobody. */
export function dealerOf(form: Form, draft: Draft): number | null {
  const field = form.deal.find(({ name }) => name === form.dealer);
  const seat = field && given(draft.deal, field);
  return typeof seat === "number" ? seat : null;
}

/** Return the ways in which a seat's line can be entered. */
export function waysOf(form: Form, draft: Draft, seat: number): readonly Way[] {
  return form.ways.filter((way) => isFor(way.asked_for, form, draft, seat) && way.fields.some((field) => isFor(field.asked_for, form, draft, seat)));
}

export function wayOf(form: Form, draft: Draft, seat: number): Way | undefined {
  const ways = waysOf(form, draft, seat);
  return ways.find(({ name }) => name === draft.ways[seat]) ?? ways[0];
}

/** Return the questions of a seat's line, in order. Those that may stay open come only after a refusal. */
export function fieldsOf(form: Form, draft: Draft, seat: number): readonly Field[] {
  const answers = draft.lines[seat] ?? {};
  return [...(wayOf(form, draft, seat)?.fields ?? []), ...form.always].filter(
    (field) => isFor(field.asked_for, form, draft, seat) && (!field.optional || draft.pressed.some((each) => each.seat === seat && `_${field.name}`.endsWith(`_${each.name}`))) && Object.entries(field.when ?? {}).every(([name, values]) => values.includes(String(answers[name]))),
  );
}

/** Return the optional questions that a person may answer although nothing asks for them. */
export function optionalOf(form: Form, draft: Draft, seat: number): readonly Field[] {
  const asked = fieldsOf(form, draft, seat);
  const pressed = [...draft.pressed, ...(wayOf(form, draft, seat)?.fields ?? []).map(({ name }) => ({ seat, name }))];
  return fieldsOf(form, { ...draft, pressed }, seat).filter((field) => !asked.includes(field));
}

/** Return the first question without an answer: about the deal, then from seat to seat after the last one answered.
 * `only`: the seat whose line alone is asked for. */
export function nextQuestion(form: Form, draft: Draft, after: number | null = null, only: number | null = null): Question | null {
  const open = only === null && form.deal.find((field) => given(draft.deal, field) === undefined);
  if (open) return { seat: null, field: open };
  const from = after === null ? 0 : Math.max(0, form.seats.indexOf(after));
  const seats = only === null ? [...form.seats.slice(from), ...form.seats.slice(0, from)] : [only];
  for (const seat of seats) {
    const field = fieldsOf(form, draft, seat).find((each) => !answered(draft.lines[seat] ?? {}, each));
    if (field) return { seat, field };
  }
  return null;
}

/** Return the draft with an answer. An answer about the deal can change which lines are asked for. */
export function answer(draft: Draft, { seat, field }: Question, value: Value): Draft {
  if (seat === null) return { ...draft, deal: { ...draft.deal, [field.name]: value } };
  return { ...draft, lines: { ...draft.lines, [seat]: { ...draft.lines[seat], [field.name]: value } } };
}

/** Return the answer to the same question that was given last on another line. */
export function offered(form: Form, draft: Draft, { seat, field }: Question): Value | undefined {
  if (!field.repeats) return undefined;
  return form.seats.filter((other) => other !== seat).map((other) => draft.lines[other]?.[field.name]).findLast((value) => value !== undefined);
}

/** Return the draft after a refusal `which_<name>`: that question is asked of the seats that the refusal names. */
export function press(draft: Draft, code: string, params: Readonly<Record<string, unknown>>): Draft {
  const seats = [params["seat"], params["other"]].filter((seat): seat is number => typeof seat === "number");
  return { ...draft, pressed: [...draft.pressed, ...seats.map((seat) => ({ seat, name: code.replace("which_", "") }))] };
}

/** Return the entry as the server reads it: only what is asked, and null for a seat without a line. */
export function entryOf(form: Form, draft: Draft, seats: number): Record<string, unknown> {
  return { ...picked(form.deal, draft.deal), lines: Array.from({ length: seats }, (_, seat) => lineOf(form, draft, seat)) };
}

/** Return a seat's line of the entry, null if nothing is asked of it. */
export function lineOf(form: Form, draft: Draft, seat: number): Answers | null {
  const fields = form.seats.includes(seat) ? fieldsOf(form, draft, seat) : [];
  const line = picked(fields, draft.lines[seat] ?? {});
  return Object.keys(line).length ? line : null;
}

/** Return the draft from which an entry was made. */
export function draftOf(form: Form, entry: Entry): Draft {
  const { lines, ...deal } = entry;
  const nobody = form.deal.flatMap((field): [string, null][] => (field.nobody && deal[field.name] == null ? [[field.name, null]] : []));
  return lines.reduce<Draft>((draft, line, seat) => (line ? withLine(form, draft, seat, line) : draft), { ...EMPTY, deal: { ...(deal as Answers), ...Object.fromEntries(nobody) } });
}

/** Return the draft with a whole line, entered in the way that has its fields. */
export function withLine(form: Form, draft: Draft, seat: number, line: Answers): Draft {
  const always = form.always.map(({ name }) => name);
  const names = Object.keys(line).filter((name) => !always.includes(name));
  const way = form.ways.find(({ fields }) => names.every((name) => fields.some((field) => field.name === name)));
  const pressed = (way?.fields ?? []).filter(({ name, optional }) => optional && name in line).map(({ name }) => ({ seat, name }));
  return { ...draft, lines: { ...draft.lines, [seat]: line }, ways: { ...draft.ways, ...(way ? { [seat]: way.name } : {}) }, pressed: [...draft.pressed.filter((each) => each.seat !== seat), ...pressed] };
}

/** Return the draft of the next deal: numbers with a default, such as stakes, stay as they were entered last. `was` is the
 * seat that the person at a seat had then. */
export function carried(form: Form, entry: Entry, was: (seat: number) => number | null): Draft {
  const lines = form.seats.flatMap((seat): [number, Answers][] => {
    const before = entry.lines[was(seat) ?? -1] ?? {};
    const same = form.always.filter(({ kind, name, default: preset }) => kind === "number" && typeof preset === "number" && before[name] !== undefined);
    return same.length ? [[seat, Object.fromEntries(same.map(({ name }) => [name, before[name] ?? null]))]] : [];
  });
  return { ...EMPTY, lines: Object.fromEntries(lines) };
}

function picked(fields: readonly Field[], answers: Answers): Record<string, Value> {
  return Object.fromEntries(fields.flatMap((field): [string, Value][] => {
    const value = given(answers, field);
    return value === undefined || value === null ? [] : [[field.name, value]];
  }));
}

function answered(answers: Answers, field: Field): boolean {
  const value = given(answers, field);
  if (value === undefined) return false;
  return !Array.isArray(value) || value.length >= (field.least ?? 1);
}

function isFor(asked: Field["asked_for"], form: Form, draft: Draft, seat: number): boolean {
  if (asked === undefined || asked === "all") return true;
  return (asked === "dealer") === (dealerOf(form, draft) === seat);
}
