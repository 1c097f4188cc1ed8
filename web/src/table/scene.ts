/** What a skin says about a seat and about the hand; the table draws it. */
import type { Component } from "svelte";
import type { IconName } from "../look/icons";
import type { Sorting } from "../cards/arrange";
import type { Phraser } from "../words/phrasing";
import type { Tagged } from "../protocol/types";
import type { Wish } from "./places";
import type { Session } from "../live/session.svelte";

export type Tone = "win" | "loss" | "push" | "plain" | "alarm";

export interface SeatScene {
  /** Cards in front of the seat, in order; null for a back. */
  cards: readonly (string | null)[];
  /** Places among the cards that stand out (raised), after a small gap. */
  apart?: readonly number[];
  /** How many cards, said in words beside the backs; only where the view tells it. */
  count?: number | null;
  /** The backs stand for a hand whose size is not told. */
  untold?: boolean;
  role?: string;
  /** That is where it came in, and no part that it plays. */
  placed?: boolean;
  note?: string;
  /** What the hand is called: "19 · Đủ"; `brief` where there is little room. */
  hand?: string;
  brief?: string;
  result?: { text: string; brief: string; tone: Tone };
  stake?: number;
  out?: boolean;
  /** What tapping the seat does, if that is legal now; `brief` where the seat itself says to whom. */
  tap?: { label: string; brief: string; action: Tagged };
  /** What tapping the seat does between deals. */
  lobby?: string;
  /** Something small to do with the seat, at any time. */
  aside?: { label: string; icon: IconName; action: Tagged };
}

export interface Skin {
  /** How a hand is sorted at first; `own` leaves the cards as they came. */
  sorting: Sorting;
  /** Whether 2 is the highest rank when the hand is sorted. */
  twoHigh: boolean;
  middle: Wish;
  toAct(view: unknown): readonly number[];
  seat(view: unknown, seat: number, tell: Phraser, legal: readonly Tagged[]): SeatScene;
  /** The viewer's own cards; null where they hold none. */
  hand(view: unknown, seat: number): readonly string[] | null;
  /** Own cards that nothing legal now is made with; the rest stands out. */
  useless?(view: unknown, legal: readonly Tagged[], hand: readonly string[]): readonly string[];
  /** The own cards as they came, where the last of them is one to be squeezed open. */
  squeeze?(view: unknown, seat: number): readonly string[] | null;
  /** Own cards that stand out by themselves. */
  lifted?(view: unknown, seat: number): readonly string[];
  Middle: Component<{ session: Session }>;
  Controls: Component<{ session: Session }>;
}
