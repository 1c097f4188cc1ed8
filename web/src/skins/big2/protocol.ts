// Made by web/tools/typescript.py from the Python types. Do not edit.
/** BT-3: play these cards, given in any order. */
export interface Play {
  readonly type: "play";
  readonly cards: readonly string[];
}

/** BT-4: pass this turn. */
export interface Pass {
  readonly type: "pass";
}

/** BT-19: vote for or against a reshuffle. Votes stay secret until all are in. */
export interface Vote {
  readonly type: "vote";
  readonly reshuffle: boolean;
}

/** BT-16: call the last card. */
export interface Call {
  readonly type: "call";
}

/** BT-16: catch a seat that did not call its last card. A wrong catch tells its number of cards. */
export interface Catch {
  readonly type: "catch";
  readonly seat: number;
}

/** BT-17: ask a seat how many cards it holds. Everybody gets the answer. */
export interface Ask {
  readonly type: "ask";
  readonly seat: number;
}

/** The cards are dealt; a seat sees its own. */
export interface Dealt {
  readonly type: "dealt";
  readonly cards?: readonly string[];
}

/** BT-1: the seat with the lowest card took the odd card of the deck. Everybody knows it did. */
export interface OddCardTaken {
  readonly type: "odd_card_taken";
  readonly seat: number;
}

/** A seat has voted; only that seat sees its vote. */
export interface Voted {
  readonly type: "voted";
  readonly seat: number;
  readonly reshuffle?: boolean | null;
}

/** BT-19: every seat's vote, once all are in. */
export interface VotesShown {
  readonly type: "votes_shown";
  readonly votes: readonly boolean[];
}

/** BT-19: the cards are collected and shuffled again. */
export interface Reshuffled {
  readonly type: "reshuffled";
  readonly reason: "four_twos" | "low_hand" | "votes";
}

/** BT-2: a seat opens the deal. Its play must contain `cards`, if any. */
export interface Opening {
  readonly type: "opening";
  readonly seat: number;
  readonly cards?: readonly string[];
}

/** A seat played cards. `rare`: the play is listed in the outcome of the deal. */
export interface Played {
  readonly type: "played";
  readonly seat: number;
  readonly cards: readonly string[];
  readonly kind: "flush" | "four" | "full_house" | "pair" | "royal_flush" | "single" | "straight" | "straight_flush" | "triple";
  readonly rare?: boolean;
}

/** A seat passed. */
export interface Passed {
  readonly type: "passed";
  readonly seat: number;
}

/** BT-5: a round is over, and this seat leads the next one with any play. */
export interface ControlTaken {
  readonly type: "control_taken";
  readonly seat: number;
}

/** BT-16: a seat is down to one card. */
export interface LastCard {
  readonly type: "last_card";
  readonly seat: number;
}

/** BT-16: a seat did not call its last card and must pass its next turn. */
export interface Caught {
  readonly type: "caught";
  readonly seat: number;
  readonly by: number;
}

/** BT-16: a wrong catch; everybody learns the seat's number of cards. */
export interface CaughtNothing {
  readonly type: "caught_nothing";
  readonly seat: number;
  readonly count: number;
  readonly by: number;
}

/** BT-17: the answer to a question: a seat's number of cards. */
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

/** The deal is over; the cards a seat has left. */
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

/** BT-20, by cards left: the winner collects from all others. */
export interface Collected {
  readonly type: "collected";
  readonly seat: number;
  readonly chips: number;
}

/** BT-20, by cards left: `count` cards at `each` chips. */
export interface Paid {
  readonly type: "paid";
  readonly seat: number;
  readonly place: number;
  readonly count: number;
  readonly each: number;
  readonly chips: number;
}

/** BT-20: a seat let the winning last card through while holding `cards`, and pays for everybody. */
export interface PaidForAll {
  readonly type: "paid_for_all";
  readonly seat: number;
  readonly place: number;
  readonly cards: readonly string[];
  readonly chips: number;
}

/** A deal as one viewer sees it. `plays` are the turns of the current round (BT-18). `opening`: the first play is due and must contain the lowest card of its seat. `vote` is the viewer's own; `votes` are everybody's, once all are in. Until the first play, `dealt_again` is the reason for the last reshuffle, and `reshuffles_left` is how many reshuffles votes or low hands can still bring; at 0 there is no vote. `low` tells a voting viewer that their own vote is enough (BT-19); no other viewer learns that. */
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

/** A seat as one viewer sees it. `cards` is set for the viewer's own seat and after the deal, `count` if the number of cards is known. After a deal paid by cards (BT-20), `each` is the price of every card left, and `pays_for_all` marks the seat that pays what the others lost. */
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

/** One turn of the current round; a pass has no cards and no kind. */
export interface PutDown {
  readonly seat: number;
  readonly cards?: readonly string[];
  readonly kind?: "flush" | "four" | "full_house" | "pair" | "royal_flush" | "single" | "straight" | "straight_flush" | "triple" | null;
}

export type Action = Play | Pass | Vote | Call | Catch | Ask;

export type Fact = Dealt | OddCardTaken | Voted | VotesShown | Reshuffled | Opening | Played | Passed | ControlTaken | LastCard | Caught | CaughtNothing | CountTold | WentOut | Opened | Settled | Collected | Paid | PaidForAll;
