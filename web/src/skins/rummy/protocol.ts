// Made by web/tools/typescript.py from the Python types. Do not edit.
/** RM-5: draw the top card of the stock. */
export interface Draw {
  readonly type: "draw";
}

/** RM-5, RM-6: take the top discard. */
export interface Take {
  readonly type: "take";
}

/** RM-8: lay down all melds of the round at once. Those of one shape are numbered as given. */
export interface LayDown {
  readonly type: "lay_down";
  readonly melds: readonly (readonly string[])[];
}

/** RM-9: add a card to a meld: `on` a set, `under` or `over` a run. Melds are numbered as laid, from 0. */
export interface LayOff {
  readonly type: "lay_off";
  readonly card: string;
  readonly meld: number;
  readonly side: "on" | "over" | "under";
}

/** Replace a wild by the card it stands for, and take the wild into the hand. */
export interface Swap {
  readonly type: "swap";
  readonly card: string;
  readonly meld: number;
}

/** RM-5: discard a card and end the turn. */
export interface Discard {
  readonly type: "discard";
  readonly card: string;
}

/** RM-2, RM-3: a round was dealt; each seat sees its own cards. `up` is the first discard. */
export interface Dealt {
  readonly type: "dealt";
  readonly round: number;
  readonly dealer: number;
  readonly count: number;
  readonly up: string | null;
  readonly cards?: readonly string[];
}

/** RM-11: the discards under the top one became the stock. */
export interface Reshuffled {
  readonly type: "reshuffled";
  readonly count: number;
}

/** A seat drew from the stock; only that seat sees the card. */
export interface Drawn {
  readonly type: "drawn";
  readonly seat: number;
  readonly cards?: readonly string[];
}

/** A seat took the top discard, face up. */
export interface Taken {
  readonly type: "taken";
  readonly seat: number;
  readonly card: string;
}

/** A seat laid down the contract; its melds are numbered from `first`. */
export interface LaidDown {
  readonly type: "laid_down";
  readonly seat: number;
  readonly first: number;
  readonly melds: readonly (readonly string[])[];
}

/** A card was added to a meld; `onto` is the meld before that. */
export interface LaidOff {
  readonly type: "laid_off";
  readonly seat: number;
  readonly card: string;
  readonly meld: number;
  readonly side: "on" | "over" | "under";
  readonly onto: readonly string[];
}

/** A card replaced a wild, which went into the hand; `onto` is the meld before that. */
export interface Swapped {
  readonly type: "swapped";
  readonly seat: number;
  readonly card: string;
  readonly meld: number;
  readonly wild: string;
  readonly onto: readonly string[];
}

/** A seat discarded a card and ended its turn. */
export interface Discarded {
  readonly type: "discarded";
  readonly seat: number;
  readonly card: string;
}

/** RM-13: nobody laid anything down or off in this many turns of every seat, so the round is blocked. */
export interface Stalled {
  readonly type: "stalled";
  readonly turns: number;
}

/** RM-10, RM-12: the round ended: how, each seat's points, and the scores so far. */
export interface Ended {
  readonly type: "ended";
  readonly winner: number | null;
  readonly how: "blocked" | "discard" | "lay_down" | "lay_off";
  readonly points: readonly number[];
  readonly scores: readonly number[];
  readonly hands: readonly (readonly string[])[];
}

/** RM-12: the last round is over and these seats have the lowest score. */
export interface Won {
  readonly type: "won";
  readonly winners: readonly number[];
}

/** One viewer's knowledge of the round. Of the discards only the top one is shown: the others are dead. A seat's `score` includes this round once it is over; `winners` is set after the last round. `quiet_left` is how many more consecutive turns without laying down or off block the round (RM-13); 0 if that ended it. `blocked_soon`: few enough are left to warn the players. */
export interface View {
  readonly you: number | null;
  readonly phase: "draw" | "over" | "play" | "shuffle";
  readonly round: number;
  readonly rounds: number;
  readonly contract: readonly WantedView[];
  readonly wild_ranks: string;
  readonly ace_low: boolean;
  readonly joker_swap: boolean;
  readonly dealer: number;
  readonly to_act: readonly number[];
  readonly stock: number;
  readonly discard: string | null;
  readonly melds: readonly MeldView[];
  readonly seats: readonly SeatView[];
  readonly quiet_left: number;
  readonly blocked_soon: boolean;
  readonly winner?: number | null;
  readonly how?: "blocked" | "discard" | "lay_down" | "lay_off" | null;
  readonly winners?: readonly number[];
}

/** One meld of the contract, and how many of its cards must be natural. */
export interface WantedView {
  readonly kind: "run" | "set";
  readonly size: number;
  readonly naturals: number;
}

/** A meld on the table. A run's cards go from its low end to its high end, wilds in their places. */
export interface MeldView {
  readonly owner: number;
  readonly kind: "run" | "set";
  readonly cards: readonly string[];
}

/** One viewer's knowledge of one seat; `cards` only of its own hand, or once the round is over. */
export interface SeatView {
  readonly count: number;
  readonly laid_down: boolean;
  readonly score: number;
  readonly cards?: readonly string[] | null;
  readonly points?: number | null;
}

export type Action = Draw | Take | LayDown | LayOff | Swap | Discard;

export type Fact = Dealt | Reshuffled | Drawn | Taken | LaidDown | LaidOff | Swapped | Discarded | Stalled | Ended | Won;
