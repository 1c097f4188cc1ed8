/** Types of the protocol, with the game's own types left open. `gen/` is generated from the Python types. */
import type { Lang } from "../text/gen/languages";
import type { Entry } from "../entry/draft";
import type * as gen from "./gen/messages";

/** RT-5: a deal with real cards as it was entered. */
export type EnteredDeal = Omit<gen.EnteredInfo, "entry"> & { readonly entry: Entry };

export type { RealTable, LedgerLine, Announcement, Scorebook, ScorebookDeal, Command, Countdown, DealStarted, Group, Hand, HandOver, Moment, OpenTable, Outcome, Phrase, Player, Refused, RestoreInfo, Said, SeatInfo, Settlement, ShuffleInfo, Standing, TableView, TurnClock } from "./gen/messages";

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
/** PF-42: an option with its expected result; all options of a turn, or of a past decision. */
export type Choice = Omit<gen.Choice, "action"> & { readonly action: Tagged };
export type Hint = Omit<gen.Hint, "options" | "reasons"> & { readonly options: readonly Choice[]; readonly reasons?: readonly Tagged[] };
export type Reviewed = Omit<gen.Reviewed, "options" | "reasons"> & { readonly options: readonly Choice[]; readonly reasons?: readonly Tagged[] };
export type ReviewedDeal = Omit<gen.ReviewedDeal, "decisions"> & { readonly decisions: readonly Reviewed[] };
export type FromServer = gen.Heartbeat | gen.Done | gen.Refused | gen.Stale | View | Update;

export type { Lang };
export type Text = Readonly<Record<Lang, string>>;
export type Value = boolean | number | string;

/** A rule option; its values are described by JSON Schema. */
export interface OptionSchema {
  readonly type?: "integer" | "boolean" | "string";
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default: Value;
}

/** An option whose value has a letter for each of several items. Changing one exchanges two. */
export interface Cells {
  readonly labels: readonly string[];
  /** Label of each letter. */
  readonly letters: Readonly<Record<string, string>>;
  /** Values that have a name. */
  readonly named: readonly { readonly name: string; readonly value: string; readonly title: Text }[];
  readonly text: Text;
}

/** An option whose value is the letters of a limited number of items, or `none`. */
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

/** A named sheet with its title and description. */
export interface Preset {
  readonly name: string;
  readonly title: Text;
  readonly about: Text;
  readonly values: Readonly<Record<string, Value>>;
}

/** A game as the server describes it. */
export interface GameInfo {
  readonly name: string;
  readonly title: Text;
  readonly about: Text;
  readonly least_seats: number;
  readonly most_seats: number;
  readonly options: { readonly $defs: Readonly<Record<string, { readonly properties: Readonly<Record<string, OptionSchema>> }>> };
  readonly option_texts: Readonly<Record<string, Text>>;
  /** Meaning of each choice of an option, as a sentence. */
  readonly choice_names: Readonly<Record<string, Readonly<Record<string, Text>>>>;
  readonly choice_texts: Readonly<Record<string, Readonly<Record<string, Text>>>>;
  /** Allowed values of each option, in words. */
  readonly allowed: Readonly<Record<string, Text>>;
  readonly cells: Readonly<Record<string, Cells>>;
  readonly picks: Readonly<Record<string, Picks>>;
  readonly rows: Readonly<Record<string, Rows>>;
  readonly presets: readonly Preset[];
  /** Table for "Play now"; an empty sheet is the first preset. */
  readonly quick: { readonly seats: number; readonly sheet: string; readonly lesson: number | null };
  readonly bots: readonly string[];
  /** Bot that is seated by default. */
  readonly usual_bot: string;
  /** Levels, easiest first, with the bot of each. Their names are in the texts of all games. */
  readonly levels: readonly { readonly level: string; readonly bot: string }[];
  readonly texts: Readonly<Record<string, Text>>;
  /** Kinds of the fields of each `action.<tag>`, `fact.<tag>`, of the `view` and of its parts. */
  readonly kinds: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Number of seats for which optimal play can be looked up, if any. */
  readonly solved_seats: number | null;
  /** Fields of a question to the judge; none if the game has no judge. */
  readonly judge: readonly QuestionField[];
  /** RT-3: the game scores deals that are played with real cards. */
  readonly scores: boolean;
  /** Tips of a first deal, each next to an element of the screen: shown once the action `when` is legal and the one
   * it `also` mentions, once the deal is over, or at once; only if options have one of the values `given`; and only
   * to the seat `only`, or to all `but` the seat, that this field of the view names. */
  readonly lesson: readonly { readonly at: "hand" | "choice" | "own" | "others" | "middle"; readonly text: Text; readonly when: string; readonly also: string; readonly given: Readonly<Record<string, readonly (number | string)[]>>; readonly only: string; readonly but: string }[];
  /** Rows of cards on the mat: position of the middle and step from card to card, in card widths; and rotation. */
  readonly cover: readonly { readonly cards: readonly (string | null)[]; readonly x: number; readonly y: number; readonly step: number; readonly turn: number }[];
  readonly ranks: readonly string[];
  readonly suits: readonly string[];
}

/** RT-6: a field of a question to the judge; its label is the text `question.<name>`. A number starts at `first`. */
export interface QuestionField {
  readonly name: string;
  readonly kind: "cards" | "number";
  readonly needed: boolean;
  readonly jokers: boolean;
  readonly first: number;
}

/** RT-6: a ruling by a sheet: the number of the deciding rule, the verdict, its reasons, and the rule in the words of
 * the sheet. `link` is the path of the page that shows it. */
export interface Ruling {
  readonly sheet: string;
  readonly rule: string;
  readonly verdict: string;
  readonly reasons: readonly string[];
  readonly sentence: string;
  readonly link: string;
}

/** RT-3: the form of a deal with real cards and, if one was entered, its payoff, outcome and the match for the next. */
export interface ScoredDeal {
  readonly form: gen.Form;
  /** Code of the sheet. */
  readonly sheet: string;
  readonly payoff: readonly number[] | null;
  readonly outcome: gen.Outcome | null;
  readonly match: unknown;
  /** The match ended with this deal. */
  readonly over: boolean;
}

/** Optimal play: how often one of two actions is chosen, by rows and columns; null where the case cannot occur. */
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

/** All games, and texts that do not belong to one game. */
export interface Catalogue {
  readonly games: readonly GameInfo[];
  readonly texts: Readonly<Record<string, Text>>;
  /** Kinds of placeholders that are filled by name: in refusals and events of the table. */
  readonly kinds: Readonly<Record<string, string>>;
}

export interface Sentence {
  readonly rule: string;
  readonly text: string;
  readonly differs: boolean;
  /** Option that changes it; empty if it always applies. */
  readonly option: string;
}

export interface Sheet {
  readonly game: string;
  readonly code: string;
  /** The nearest preset, and its title. */
  readonly preset: string;
  readonly title: string;
  /** These rules in short. */
  readonly about: string;
  readonly values: Readonly<Record<string, Value>>;
  readonly differences: readonly { readonly option: string; readonly preset: Value; readonly here: Value }[];
  readonly prose: readonly Sentence[];
  /** The game by these rules, for people who never played it. */
  readonly primer: readonly string[];
  /** Differences to another sheet, if one was given, in words. */
  readonly changes: readonly { readonly option: string; readonly about: string; readonly before: string; readonly after: string }[];
  /** PF-11: chips that a person typically wins or loses in a deal, and the stakes at which that is as much as was asked for. */
  readonly swing: number | null;
  readonly evened: Readonly<Record<string, number>>;
}

/** A finished deal as one viewer saw it, step by step. */
export interface Replay {
  readonly game: string;
  readonly sheet: string;
  readonly seats: number;
  readonly names: readonly string[];
  readonly personas: readonly string[];
  readonly closed: readonly number[];
  readonly you: number | null;
  readonly start: unknown;
  readonly steps: readonly { readonly seat: number; readonly facts: readonly Tagged[]; readonly view: unknown }[];
  readonly result: readonly number[];
}
