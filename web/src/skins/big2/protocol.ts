// Made by web/tools/typescript.py from the Python types. Do not edit.
/** BT-3: put these cards down, in any order. */
export interface Play {
  readonly type: "play";
  readonly cards: readonly string[];
}

/** BT-4: not this turn. */
export interface Pass {
  readonly type: "pass";
}

/** BT-19: for or against shuffling again; nobody sees it before all have voted. */
export interface Vote {
  readonly type: "vote";
  readonly reshuffle: boolean;
}

/** BT-16: say that this is the last card. */
export interface Call {
  readonly type: "call";
}

/** BT-16: say that a seat did not call its last card. If it has no such card, all hear how many it holds. */
export interface Catch {
  readonly type: "catch";
  readonly seat: number;
}

/** BT-17: ask a seat how many cards it holds; everybody hears the answer. */
export interface Ask {
  readonly type: "ask";
  readonly seat: number;
}

/** Everybody has cards; a seat sees its own. */
export interface Dealt {
  readonly type: "dealt";
  readonly cards?: readonly string[];
}

/** BT-1: a seat holds the lowest card and has taken the odd one that was left of the deck; all know that it did. */
export interface OddCardTaken {
  readonly type: "odd_card_taken";
  readonly seat: number;
}

/** A seat has voted; only itself knows how. */
export interface Voted {
  readonly type: "voted";
  readonly seat: number;
  readonly reshuffle?: boolean | null;
}

/** All votes are in: each seat's, for a reshuffle or not. */
export interface VotesShown {
  readonly type: "votes_shown";
  readonly votes: readonly boolean[];
}

/** The cards go back and are shuffled again. */
export interface Reshuffled {
  readonly type: "reshuffled";
  readonly reason: "four_twos" | "low_hand" | "votes";
}

/** A seat opens the deal, with this card in its play if one is named. */
export interface Opening {
  readonly type: "opening";
  readonly seat: number;
  readonly cards?: readonly string[];
}

/** A seat put cards on the mat. `rare`: the play is listed in the outcome of the deal. */
export interface Played {
  readonly type: "played";
  readonly seat: number;
  readonly cards: readonly string[];
  readonly kind: "flush" | "four" | "full_house" | "pair" | "royal_flush" | "single" | "straight" | "straight_flush" | "triple";
  readonly rare?: boolean;
}

/** A seat let its turn go by. */
export interface Passed {
  readonly type: "passed";
  readonly seat: number;
}

/** A round is over and this seat leads the next with anything. */
export interface ControlTaken {
  readonly type: "control_taken";
  readonly seat: number;
}

/** A seat is down to one card, and all are told. */
export interface LastCard {
  readonly type: "last_card";
  readonly seat: number;
}

/** A seat that did not call its last card must pass its next turn. */
export interface Caught {
  readonly type: "caught";
  readonly seat: number;
  readonly by: number;
}

/** A seat was not to be caught, and everybody heard how many cards it holds. */
export interface CaughtNothing {
  readonly type: "caught_nothing";
  readonly seat: number;
  readonly count: number;
  readonly by: number;
}

/** Somebody asked, and everybody heard how many cards a seat holds. */
export interface CountTold {
  readonly type: "count_told";
  readonly seat: number;
  readonly count: number;
  readonly by: number;
}

/** A seat has played its last card. */
export interface WentOut {
  readonly type: "went_out";
  readonly seat: number;
  readonly place: number;
}

/** The deal is over and the cards a seat has left are shown. */
export interface Opened {
  readonly type: "opened";
  readonly seat: number;
  readonly cards: readonly string[];
}

/** BT-20, by places: a stake from each seat behind and one to each seat ahead. */
export interface Settled {
  readonly type: "settled";
  readonly seat: number;
  readonly place: number;
  readonly behind: number;
  readonly ahead: number;
  readonly stake: number;
  readonly chips: number;
}

/** BT-20, by cards left: the winner gets what all others pay. */
export interface Collected {
  readonly type: "collected";
  readonly seat: number;
  readonly chips: number;
}

/** BT-20, by cards left: so many cards at so much each. */
export interface Paid {
  readonly type: "paid";
  readonly seat: number;
  readonly place: number;
  readonly count: number;
  readonly each: number;
  readonly chips: number;
}

/** BT-20: a seat let the last card go by that won, with this card in its hand, and pays what all others lost. */
export interface PaidForAll {
  readonly type: "paid_for_all";
  readonly seat: number;
  readonly place: number;
  readonly cards: readonly string[];
  readonly chips: number;
}

/** What one viewer may know of the deal. `plays` are those of the current round (BT-18). `opening` says that the first play is due and must hold the lowest card of its seat. `vote` is the viewer's own, `votes` are everybody's once they are all in. Until the first play `dealt_again` says why there were other cards before, and `reshuffles_left` how often votes or a low hand can still bring others: at 0 nobody is asked. `low` tells a viewer who is asked that their own vote is enough (BT-19); nobody else learns that. */
export interface View {
  readonly you: number | null;
  readonly phase: "over" | "play" | "shuffle" | "vote";
  readonly to_act: readonly number[];
  readonly seats: readonly SeatView[];
  readonly plays?: readonly PutDown[];
  readonly opening?: boolean;
  readonly vote?: boolean | null;
  readonly votes?: readonly boolean[] | null;
  readonly discards?: readonly string[] | null;
  readonly dealt_again?: "four_twos" | "low_hand" | "votes" | null;
  readonly reshuffles_left?: number | null;
  readonly low?: boolean;
}

/** What one viewer may know of one seat: `cards` if they are its own or the deal is over, `count` if it was told. `each` is what every card left costs its seat, where the deal is over and paid for by cards (BT-20); `pays_for_all` marks who pays what the others have lost. */
export interface SeatView {
  readonly cards?: readonly string[] | null;
  readonly count?: number | null;
  readonly voted?: boolean;
  readonly passed?: boolean;
  readonly last_card?: boolean;
  readonly place?: number | null;
  readonly chips?: number | null;
  readonly each?: number | null;
  readonly pays_for_all?: boolean;
}

/** One turn of the current round; no cards and no kind for a pass. */
export interface PutDown {
  readonly seat: number;
  readonly cards?: readonly string[];
  readonly kind?: "flush" | "four" | "full_house" | "pair" | "royal_flush" | "single" | "straight" | "straight_flush" | "triple" | null;
}

export type Action = Play | Pass | Vote | Call | Catch | Ask;

export type Fact = Dealt | OddCardTaken | Voted | VotesShown | Reshuffled | Opening | Played | Passed | ControlTaken | LastCard | Caught | CaughtNothing | CountTold | WentOut | Opened | Settled | Collected | Paid | PaidForAll;
