/** A skin's description of seats and hand, which the table draws. */
import type { Component } from "svelte";
import type { IconName } from "../look/icons";
import type { Sorting } from "../cards/arrange";
import type { Phraser } from "../text/phrasing";
import type { Tagged } from "../protocol/types";
import type { Wish } from "./places";
import type { Session } from "../live/session.svelte";

export type Tone = "win" | "loss" | "push" | "plain" | "alarm";

export interface SeatScene {
  /** Cards in front of the seat, in order; null for a back. */
  cards: readonly (string | null)[];
  /** Indices of cards that stand out (raised), after a small gap. */
  apart?: readonly number[];
  /** Number of cards, written next to the backs; only if the view says it. */
  count?: number | null;
  /** The backs stand for a hand of unknown size. */
  untold?: boolean;
  role?: string;
  /** `role` is the finishing place, not a role. */
  placed?: boolean;
  note?: string;
  /** Name of the hand: "19 · Đủ"; `brief` for little room. */
  hand?: string;
  brief?: string;
  result?: { text: string; brief: string; tone: Tone };
  stake?: number;
  out?: boolean;
  /** Action of tapping the seat, if it is legal now; `brief` if the seat itself makes the target clear. */
  tap?: { label: string; brief: string; action: Tagged };
  /** Label of tapping the seat between deals. */
  lobby?: string;
  /** A secondary action on the seat, at any time. */
  aside?: { label: string; icon: IconName; action: Tagged };
}

export interface Skin {
  /** Default sorting of a hand; `own` leaves the cards as they came. */
  sorting: Sorting;
  middle: Wish;
  toAct(view: unknown): readonly number[];
  seat(view: unknown, seat: number, tell: Phraser, legal: readonly Tagged[]): SeatScene;
  /** The viewer's own cards; null if they hold none. */
  hand(view: unknown, seat: number): readonly string[] | null;
  /** The viewer's cards that no legal action uses; the rest stands out. */
  useless?(view: unknown, legal: readonly Tagged[], hand: readonly string[]): readonly string[];
  /** The viewer's cards in order of arrival, if the last one is to be squeezed open. */
  squeeze?(view: unknown, seat: number): readonly string[] | null;
  /** The viewer's cards that stand out by themselves. */
  lifted?(view: unknown, seat: number): readonly string[];
  Middle: Component<{ session: Session }>;
  Controls: Component<{ session: Session }>;
}
