// Made by web/tools/typescript.py from the Python types. Do not edit.
/** NN-20: stake chips on the hand. */
export interface Stake {
  readonly type: "stake";
  readonly amount: number;
}

/** NN-23: offer to bank at this many times the stakes. */
export interface Bid {
  readonly type: "bid";
  readonly times: number;
}

/** NN-25: do not bid for the bank. */
export interface Decline {
  readonly type: "decline";
}

/** A player's stake is down. */
export interface Staked {
  readonly type: "staked";
  readonly seat: number;
  readonly amount: number;
}

/** NN-23: four cards each, dealt in this order; a seat sees its own. */
export interface Dealt {
  readonly type: "dealt";
  readonly order: readonly number[];
  readonly cards?: readonly string[];
}

/** A seat has bid or declined, which stays secret until all are in. */
export interface BidPlaced {
  readonly type: "bid_placed";
  readonly seat: number;
}

/** NN-23: all bids by seat (0: declined), the banker, and the multiple of the stakes. */
export interface BankWon {
  readonly type: "bank_won";
  readonly bids: readonly number[];
  readonly banker: number;
  readonly times: number;
}

/** NN-23: these seats bid the most; the banker is the first of them to the left of the last one. */
export interface TieBroken {
  readonly type: "tie_broken";
  readonly seats: readonly number[];
  readonly banker: number;
  readonly last: number;
}

/** NN-25: all declined, so the last banker banks. */
export interface NobodyBid {
  readonly type: "nobody_bid";
  readonly banker: number;
}

/** NN-9: a hand with the chosen base and the reason. The sums are the values of the cards (NN-2). */
export interface Shown {
  readonly type: "shown";
  readonly seat: number;
  readonly cards: readonly string[];
  readonly base: readonly string[];
  readonly base_sum: readonly number[];
  readonly final: readonly string[];
  readonly final_sum: readonly number[];
  readonly multiple: number;
  readonly reason: "bomb" | "bull_7_8" | "bull_9" | "bull_bull" | "face_and_spade_ace" | "five_faces" | "five_small" | "no_base" | "pair" | "plain" | "sum_ten";
  readonly bull: number;
}

/** A hand that pays as a whole, or has no base and pays nothing; with its values (NN-2). */
export interface ShownWhole {
  readonly type: "shown_whole";
  readonly seat: number;
  readonly cards: readonly string[];
  readonly cards_sum: readonly number[];
  readonly multiple: number;
  readonly reason: "bomb" | "bull_7_8" | "bull_9" | "bull_bull" | "face_and_spade_ace" | "five_faces" | "five_small" | "no_base" | "pair" | "plain" | "sum_ten";
  readonly bull: number;
}

/** A player's result. `because` says why no chips moved. */
export interface Settled {
  readonly type: "settled";
  readonly seat: number;
  readonly result: "loss" | "push" | "win";
  readonly chips: number;
  readonly because?: "equal" | "no_pay" | "stake_back" | null;
}

/** A deal as one viewer sees it. There is no banker during an auction. The rules are included for players who compute with them; JSON holds only what differs from the defaults. */
export interface View {
  readonly you: number | null;
  readonly rules: Rules;
  readonly phase: "bids" | "over" | "shuffle" | "stakes";
  readonly banker: number | null;
  readonly times: number;
  readonly order: readonly number[];
  readonly to_act: readonly number[];
  readonly seats: readonly SeatView[];
}

/** House rules of Niu Niu. The defaults are the preset `custom`. `values` are thirteen digits, for A 2 3 4 5 6 7 8 9 10 J Q K in turn; 0 stands for ten. A multiple of 0 means that the feature is not counted. The pay table ignores `baseless_pays`: there no hand beats another. */
export interface Rules {
  readonly mode?: "auction" | "banker" | "paytable";
  readonly stake_min?: number;
  readonly stake_max?: number;
  readonly values?: string;
  readonly five_faces?: number;
  readonly face_and_spade_ace?: number;
  readonly pair?: number;
  readonly sum_ten?: number;
  readonly plain_multiple?: number;
  readonly bull_7_8?: number;
  readonly bull_9?: number;
  readonly bull_bull?: number;
  readonly bomb?: number;
  readonly five_small?: number;
  readonly equal_bulls?: "card" | "push";
  readonly baseless_pays?: number;
  readonly bid_none?: boolean;
}

/** A seat as one viewer sees it. `cards` and `bid` (0: declined) are set only if they are the viewer's own or public. `odd` lists the cards whose value differs from their number. `because` says why no chips moved. */
export interface SeatView {
  readonly stake: number;
  readonly count: number;
  readonly has_bid: boolean;
  readonly cards?: readonly string[] | null;
  readonly bid?: number | null;
  readonly hand?: HandView | null;
  readonly result?: "loss" | "push" | "win" | null;
  readonly chips?: number | null;
  readonly odd?: readonly Odd[];
  readonly because?: "equal" | "no_pay" | "stake_back" | null;
}

/** NN-9: the verdict on a hand. `base` and `final` are places among the seat's cards, counted from 0; `values` are what the cards count in sums (NN-2). */
export interface HandView {
  readonly multiple: number;
  readonly base: readonly number[];
  readonly final: readonly number[];
  readonly reason: "bomb" | "bull_7_8" | "bull_9" | "bull_bull" | "face_and_spade_ace" | "five_faces" | "five_small" | "no_base" | "pair" | "plain" | "sum_ten";
  readonly bull: number;
  readonly values: readonly number[];
}

/** NN-2: a card whose value differs from its number; its place among the seat's cards, from 0. */
export interface Odd {
  readonly place: number;
  readonly value: number;
}

export type Action = Stake | Bid | Decline;

export type Fact = Staked | Dealt | BidPlaced | BankWon | TieBroken | NobodyBid | Shown | ShownWhole | Settled;
