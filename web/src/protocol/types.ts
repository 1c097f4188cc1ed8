/** The protocol's types, with what a game brings left open. `gen/` is made from the Python types. */
import type * as gen from "./gen/messages";

export type { Account, Announcement, Clock, Command, Countdown, HandOver, OpenTable, Refused, Said, SeatInfo, ShuffleInfo, TableView } from "./gen/messages";

/** An action or a fact: a type and fields. */
export interface Tagged {
  readonly type: string;
  readonly [field: string]: unknown;
}

export type DealView<V = unknown, A = Tagged> = Omit<gen.DealView, "view" | "legal"> & {
  readonly view: V;
  readonly legal?: readonly A[];
};
export type Whole<V = unknown, A = Tagged> = Omit<gen.Whole, "deal"> & { readonly deal?: DealView<V, A> | null };
export type Facts = Omit<gen.Facts, "facts"> & { readonly facts: readonly Tagged[] };
export type Happening = Facts | gen.Announcement;
export type Update<V = unknown, A = Tagged> = Omit<gen.Update, "deal" | "happened"> & {
  readonly deal?: DealView<V, A> | null;
  readonly happened?: readonly Happening[];
};
export type FromHouse = gen.Done | gen.Refused | gen.Stale | Whole | Update;

export type Lang = "vi" | "en" | "zh";
export type Text = Readonly<Record<Lang, string>>;
export type Value = boolean | number | string;

export interface Option {
  readonly name: string;
  readonly tag: string;
  readonly kind: "flag" | "number" | "choice" | "text";
  readonly default: Value;
  readonly least: number;
  readonly most: number;
  readonly choices: readonly string[];
  readonly pattern: string;
}

export interface SheetLine {
  readonly rule: string;
  readonly option: string | null;
  readonly texts: Readonly<Record<string, Text>>;
}

/** A game as the house describes it. */
export interface GameInfo {
  readonly name: string;
  readonly title: Text;
  readonly about: Text;
  readonly seats: readonly [number, number];
  readonly presets: Readonly<Record<string, Readonly<Record<string, Value>>>>;
  readonly options: readonly Option[];
  readonly texts: Readonly<Record<string, Text>>;
  readonly option_texts: Readonly<Record<string, Text>>;
  readonly sheet: readonly SheetLine[];
  readonly bots: readonly string[];
}
