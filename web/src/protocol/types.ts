/** The protocol's types, with what a game brings left open. `gen/` is made from the Python types. */
import type * as gen from "./gen/messages";

export type { LedgerLine, Announcement, Book, BookDeal, Command, Countdown, Group, Hand, HandOver, Moment, OpenTable, Outcome, Phrase, Player, Refused, Said, SeatInfo, Settlement, ShuffleInfo, Standing, TableView, TurnClock } from "./gen/messages";

/** An action or a fact: a type and fields. */
export interface Tagged {
  readonly type: string;
  readonly [field: string]: unknown;
}

export type DealView<V = unknown, A = Tagged> = Omit<gen.DealView, "view" | "legal" | "played_for_you"> & {
  readonly view: V;
  readonly legal?: readonly A[];
  readonly played_for_you?: { readonly count: number; readonly moves: readonly (readonly Tagged[])[] } | null;
};
export type View<V = unknown, A = Tagged> = Omit<gen.View, "deal" | "happened"> & {
  readonly deal?: DealView<V, A> | null;
  readonly happened?: readonly Happening[];
};
export type Facts = Omit<gen.Facts, "facts"> & { readonly facts: readonly Tagged[] };
export type Happening = Facts | gen.Announcement;
export type Update<V = unknown, A = Tagged> = Omit<gen.Update, "deal" | "happened"> & {
  readonly deal?: DealView<V, A> | null;
  readonly happened?: readonly Happening[];
};
/** PF-42: one option and what it comes to; all of them for a turn, or for a decision that was made. */
export type Choice = Omit<gen.Choice, "action"> & { readonly action: Tagged };
export type Hint = Omit<gen.Hint, "options" | "reasons"> & { readonly options: readonly Choice[]; readonly reasons?: readonly Tagged[] };
export type Reviewed = Omit<gen.Reviewed, "options" | "reasons"> & { readonly options: readonly Choice[]; readonly reasons?: readonly Tagged[] };
export type ReviewedDeal = Omit<gen.ReviewedDeal, "decisions"> & { readonly decisions: readonly Reviewed[] };
export type FromHouse = gen.Done | gen.Refused | gen.Stale | View | Update;

export type Lang = "vi" | "en" | "zh";
export type Text = Readonly<Record<Lang, string>>;
export type Value = boolean | number | string;

/** One rule option, as JSON Schema describes its values. */
export interface OptionSchema {
  readonly type?: "integer" | "boolean" | "string";
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default: Value;
}

/** An option whose value has a letter for each of several things: to change one is to exchange two. */
export interface Cells {
  readonly labels: readonly string[];
  /** What people see for each letter. */
  readonly letters: Readonly<Record<string, string>>;
  /** Values that have a name. */
  readonly named: readonly { readonly name: string; readonly value: string; readonly title: Text }[];
  readonly text: Text;
}

/** An option whose value is the letters of at most so many things, or the word `none`. */
export interface Picks {
  readonly letters: readonly (readonly [letter: string, seen: string])[];
  readonly most: number;
  readonly none: string;
}

/** An option whose value is rows: in each a number and items of a kind and a size, within limits. */
export interface Rows {
  readonly most: number;
  readonly number: readonly [number, number];
  readonly items: number;
  readonly size: readonly [number, number];
  readonly text: Text;
  readonly kinds: Readonly<Record<string, Text>>;
}

/** A named sheet, what people call it and a line about it. */
export interface Preset {
  readonly name: string;
  readonly title: Text;
  readonly about: Text;
  readonly values: Readonly<Record<string, Value>>;
}

/** A game as the house describes it. */
export interface GameInfo {
  readonly name: string;
  readonly title: Text;
  readonly about: Text;
  readonly least_seats: number;
  readonly most_seats: number;
  readonly options: { readonly $defs: Readonly<Record<string, { readonly properties: Readonly<Record<string, OptionSchema>> }>> };
  readonly option_texts: Readonly<Record<string, Text>>;
  /** What each choice of an option means, in a sentence. */
  readonly choice_texts: Readonly<Record<string, Readonly<Record<string, Text>>>>;
  /** What each option takes, in words. */
  readonly allowed: Readonly<Record<string, Text>>;
  readonly cells: Readonly<Record<string, Cells>>;
  readonly picks: Readonly<Record<string, Picks>>;
  readonly rows: Readonly<Record<string, Rows>>;
  readonly presets: readonly Preset[];
  /** The table of somebody who wants to play at once; no preset: the first. */
  readonly quick: { readonly seats: number; readonly sheet: string };
  readonly bots: readonly string[];
  /** The one that sits down where nobody asks for another. */
  readonly usual_bot: string;
  /** How well bots can play, from the easiest on, and the bot of each level; what they are called stands in the texts of all games. */
  readonly levels: readonly { readonly level: string; readonly bot: string }[];
  readonly texts: Readonly<Record<string, Text>>;
  /** What the fields of each `action.<tag>`, `fact.<tag>`, of the `view` and of what it holds stand for. */
  readonly kinds: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Half a minute on the game for who never played it. */
  readonly primer: readonly Text[];
  /** At how many seats best play can be looked up, if at all. */
  readonly solved_seats: number | null;
  /** What is said at a newcomer's first deal, and at what on the screen: once the action `when` may be done and the one it `also` speaks of, once the deal is over, or at once;
   * where options have one of the values `given`; and to the seat `only`, or to all `but` the seat, that such a field of the view names. */
  readonly lesson: readonly { readonly at: "hand" | "choice" | "own" | "others" | "middle"; readonly text: Text; readonly when: string; readonly also: string; readonly given: Readonly<Record<string, readonly (number | string)[]>>; readonly only: string; readonly but: string }[];
  /** Rows of cards as they lie on the mat: where their middle is and how far from card to card, in card widths; and turns. */
  readonly cover: readonly { readonly cards: readonly (string | null)[]; readonly x: number; readonly y: number; readonly step: number; readonly turn: number }[];
}

/** Best play to look at: how often one of two things is done, by rows and columns; null where it never comes to that. */
export interface Chart {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly [string, readonly (number | null)[]])[];
  readonly always: string;
  readonly never: string;
}

export interface BestPlay {
  readonly seats: number;
  readonly charts: readonly Chart[];
}

/** All games, and what does not belong to one of them. */
export interface Catalogue {
  readonly games: readonly GameInfo[];
  readonly texts: Readonly<Record<string, Text>>;
  /** What the places of texts stand for that are filled by name: in refusals and what is said of the table. */
  readonly kinds: Readonly<Record<string, string>>;
}

export interface Sentence {
  readonly rule: string;
  readonly text: string;
  readonly differs: boolean;
  /** What changes it; empty where it is always so. */
  readonly option: string;
}

export interface Sheet {
  readonly game: string;
  readonly code: string;
  /** The nearest preset, what it is called and a line about it. */
  readonly preset: string;
  readonly title: string;
  readonly about: string;
  readonly values: Readonly<Record<string, Value>>;
  readonly differences: readonly { readonly option: string; readonly preset: Value; readonly here: Value }[];
  readonly prose: readonly Sentence[];
  /** What is different since another sheet, if one was asked about, in words. */
  readonly changes: readonly { readonly option: string; readonly about: string; readonly before: string; readonly after: string }[];
}

/** A finished deal as one viewer saw it, step by step. */
export interface Replay {
  readonly game: string;
  readonly seats: number;
  readonly names: readonly string[];
  readonly personas: readonly string[];
  readonly closed: readonly number[];
  readonly you: number | null;
  readonly start: unknown;
  readonly steps: readonly { readonly seat: number; readonly facts: readonly Tagged[]; readonly view: unknown }[];
  readonly result: readonly number[];
}
