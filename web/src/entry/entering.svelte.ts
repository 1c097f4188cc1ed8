/** RT-3: a deal that a person is entering, tap by tap: the draft, the question that is open, and the way back. */
import { answer, EMPTY, fieldsOf, nextQuestion, press, type Answers, type Draft, type Field, type Form, type Question, type Value } from "./draft";
import type { Phraser } from "../text/phrasing";

/** A refusal of an entry. */
export interface Problem {
  readonly code: string;
  readonly rule: string;
  readonly params: Readonly<Record<string, string | number>>;
}

export class Entering {
  draft = $state.raw<Draft>(EMPTY);
  problem = $state.raw<Problem | null>(null);
  private past = $state.raw<readonly Draft[]>([]);
  private last = $state<number | null>(null);
  /** A question about the deal that has an answer, asked because the person wants to change it. */
  private reopened = $state.raw<Field | null>(null);
  readonly form: Form | null = $derived.by(() => this.asked());
  readonly question: Question | null = $derived.by(() => {
    if (this.reopened) return { seat: null, field: this.reopened };
    return this.form && nextQuestion(this.form, this.draft, this.last, this.only());
  });
  /** Something was answered that can be undone. */
  readonly begun: boolean = $derived(this.past.length > 0);
  readonly steps: number = $derived(this.past.length);

  constructor(
    private readonly asked: () => Form | null,
    /** The seat whose line alone is entered; null for the whole deal. */
    private readonly only: () => number | null = () => null,
  ) {}

  restart(draft: Draft = EMPTY): void {
    [this.draft, this.past, this.last, this.problem, this.reopened] = [draft, [], null, null, null];
  }

  /** Answer the open question. Return true if that completed the entry. */
  give(value: Value): boolean {
    const current = this.question;
    if (!current) return false;
    this.step(answer(this.draft, current, value), current.seat);
    return this.question === null;
  }

  /** Change an answer that has a default, without a step to undo. */
  set(seat: number | null, field: Field, value: Value): void {
    this.draft = answer(this.draft, { seat, field }, value);
  }

  undo(): void {
    if (this.reopened) return void (this.reopened = null);
    this.draft = this.past.at(-1) ?? EMPTY;
    [this.past, this.last, this.problem, this.reopened] = [this.past.slice(0, -1), null, null, null];
  }

  /** Ask for a seat's line again, or take the seat as the answer to a question for one. Return true if that completed the
   * entry. */
  tap(seat: number): boolean {
    if (this.question?.seat === null && this.question.field.kind === "seat") return this.give(seat);
    this.step({ ...this.draft, lines: { ...this.draft.lines, [seat]: this.always(seat) }, pressed: this.draft.pressed.filter((each) => each.seat !== seat) }, seat);
    return false;
  }

  /** Take another way to enter, for the seat in question and for all that have no answers yet. */
  take(way: string): void {
    const seat = this.question?.seat;
    if (!this.form || seat == null) return;
    const { lines, ways } = this.draft;
    const free = this.form.seats.filter((other) => other === seat || Object.keys(lines[other] ?? {}).length === Object.keys(this.always(other)).length);
    this.draft = { ...this.draft, ways: { ...ways, ...Object.fromEntries(free.map((other) => [other, way])) }, lines: { ...lines, [seat]: this.always(seat) } };
  }

  /** Ask a question about the deal again that has an answer. */
  reopen(field: Field): void {
    this.reopened = field;
  }

  /** Ask for an optional field of a seat too. */
  also(seat: number, { name }: Field): void {
    this.draft = { ...this.draft, pressed: [...this.draft.pressed, { seat, name }] };
  }

  /** The entry was refused. A refusal that asks for something opens that question. */
  refuse(problem: Problem): void {
    this.problem = problem;
    if (problem.code.startsWith("which_")) this.draft = press(this.draft, problem.code, problem.params);
  }

  /** Return a seat's line in words. */
  said(seat: number, tell: Phraser): string {
    if (!this.form) return "";
    const line = this.draft.lines[seat] ?? {};
    return fieldsOf(this.form, this.draft, seat).flatMap((field) => {
      const value = line[field.name];
      return value === undefined || value === null ? [] : [worded(field, value, tell)];
    }).join(" · ");
  }

  /** Return the answer to a question about the deal in words. */
  saidOfDeal(field: Field, tell: Phraser): string {
    const value = this.draft.deal[field.name] ?? field.default ?? null;
    if (value === null) return field.nobody ? tell.say(field.nobody) : "";
    return field.kind === "seat" ? tell.name(Number(value)) : worded(field, value, tell);
  }

  /** Return the answers of a line that do not depend on the way it is entered. */
  private always(seat: number): Answers {
    const line = this.draft.lines[seat] ?? {};
    return Object.fromEntries(Object.entries(line).filter(([name]) => this.form?.always.some((field) => field.name === name)));
  }

  private step(draft: Draft, seat: number | null): void {
    [this.past, this.draft, this.last, this.problem, this.reopened] = [[...this.past, this.draft], draft, seat, null, null];
  }
}

function worded(field: Field, value: NonNullable<Value>, tell: Phraser): string {
  if (Array.isArray(value)) return value.map((card: string) => tell.card(card)).join(" ");
  const label = field.choices?.find((choice) => choice.value === String(value))?.label;
  return label ? tell.say(label) : String(value);
}
