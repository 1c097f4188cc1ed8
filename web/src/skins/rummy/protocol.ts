// Made by web/tools/typescript.py from the Python types. Do not edit.
/** RM-5: take the top card of the stock. */
export interface Draw {
  readonly type: "draw";
}

/** RM-5, RM-6: take the top discard. */
export interface Take {
  readonly type: "take";
}

/** RM-8: all the melds of the round in one act, their cards and the melds in any order. */
export interface LayDown {
  readonly type: "lay_down";
  readonly melds: readonly (readonly string[])[];
}

/** RM-9: a card onto a meld: `on` a set, `under` or `over` a run. Melds are numbered as they were laid, from 0. */
export interface LayOff {
  readonly type: "lay_off";
  readonly card: string;
  readonly meld: number;
  readonly side: "on" | "over" | "under";
}

/** A card into the place of a wild that stands for it; the wild comes into the hand. */
export interface Swap {
  readonly type: "swap";
  readonly card: string;
  readonly meld: number;
}

/** RM-5: put one card on the discards and end the turn. */
export interface Discard {
  readonly type: "discard";
  readonly card: string;
}

/** RM-2, RM-3: the cards of a round; a seat sees its own. `up` is the first discard. */
export interface Dealt {
  readonly type: "dealt";
  readonly round: number;
  readonly dealer: number;
  readonly count: number;
  readonly up: string | null;
  readonly cards?: readonly string[];
}

/** RM-11: the dead discards are the stock again. */
export interface Reshuffled {
  readonly type: "reshuffled";
  readonly count: number;
}

/** A card from the stock; only who drew it sees which. */
export interface Drawn {
  readonly type: "drawn";
  readonly seat: number;
  readonly cards?: readonly string[];
}

/** The top discard went into a hand, in everybody's sight. */
export interface Taken {
  readonly type: "taken";
  readonly seat: number;
  readonly card: string;
}

/** A seat met the round's contract; its melds have the numbers from `first` on. */
export interface LaidDown {
  readonly type: "laid_down";
  readonly seat: number;
  readonly first: number;
  readonly melds: readonly (readonly string[])[];
}

/** A card was added to a meld; `onto` is the meld as it was. */
export interface LaidOff {
  readonly type: "laid_off";
  readonly seat: number;
  readonly card: string;
  readonly meld: number;
  readonly side: "on" | "over" | "under";
  readonly onto: readonly string[];
}

/** A card took the place of a wild, and the wild went into the hand; `onto` is the meld as it was. */
export interface Swapped {
  readonly type: "swapped";
  readonly seat: number;
  readonly card: string;
  readonly meld: number;
  readonly wild: string;
  readonly onto: readonly string[];
}

/** A turn ended with this card on top of the discards. */
export interface Discarded {
  readonly type: "discarded";
  readonly seat: number;
  readonly card: string;
}

/** RM-13: in so many turns of every seat nobody laid anything down or off, so the round is blocked. */
export interface Stalled {
  readonly type: "stalled";
  readonly turns: number;
}

/** RM-10, RM-12: the round is over: how, what it cost each seat, and the scores up to now. */
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

/** What one viewer may know of the round. Of the discards only the top one: what is covered is dead. `score` of a seat includes this round once it is over; `winners` is filled when that was the last one. `quiet_left` is how many more turns in a row without laying down or off block the round (RM-13); 0 if that is what ended it. `blocked_soon`: so few that players should be told. */
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

/** One meld that the round asks for, and how many of its cards must be natural. */
export interface WantedView {
  readonly kind: "run" | "set";
  readonly size: number;
  readonly naturals: number;
}

/** A meld on the table. The cards of a run stand from its low end to its high end, wilds in their places. */
export interface MeldView {
  readonly owner: number;
  readonly kind: "run" | "set";
  readonly cards: readonly string[];
}

/** What one viewer may know of one seat. `cards` only where the hand is theirs or the round is over. */
export interface SeatView {
  readonly count: number;
  readonly laid_down: boolean;
  readonly score: number;
  readonly cards?: readonly string[] | null;
  readonly points?: number | null;
}

export type Action = Draw | Take | LayDown | LayOff | Swap | Discard;

export type Fact = Dealt | Reshuffled | Drawn | Taken | LaidDown | LaidOff | Swapped | Discarded | Stalled | Ended | Won;
