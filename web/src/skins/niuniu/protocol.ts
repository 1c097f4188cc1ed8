// Made by web/tools/typescript.py from the Python types. Do not edit.
/** NN-20: put chips on the hand. */
export interface Stake {
  readonly type: "stake";
  readonly amount: number;
}

/** NN-23: offer to bank at so many times the stakes. */
export interface Bid {
  readonly type: "bid";
  readonly times: number;
}

/** A player's chips are on the mat. */
export interface Staked {
  readonly type: "staked";
  readonly seat: number;
  readonly amount: number;
}

/** NN-23: four cards each, in this order; a seat sees its own. */
export interface Dealt {
  readonly type: "dealt";
  readonly order: readonly number[];
  readonly cards?: readonly string[];
}

/** A seat has bid; how much stays its secret until all have. */
export interface BidPlaced {
  readonly type: "bid_placed";
  readonly seat: number;
}

/** All bids, by seat, and who banks at how many times the stakes. */
export interface BankWon {
  readonly type: "bank_won";
  readonly bids: readonly number[];
  readonly banker: number;
  readonly times: number;
}

/** NN-9: a hand, the base that was chosen and why. The sums are what the cards count in them (NN-2). */
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

/** A hand that pays as a whole, or that has no base and pays nothing; and what its cards count (NN-2). */
export interface ShownWhole {
  readonly type: "shown_whole";
  readonly seat: number;
  readonly cards: readonly string[];
  readonly cards_sum: readonly number[];
  readonly multiple: number;
  readonly reason: "bomb" | "bull_7_8" | "bull_9" | "bull_bull" | "face_and_spade_ace" | "five_faces" | "five_small" | "no_base" | "pair" | "plain" | "sum_ten";
  readonly bull: number;
}

/** What a player won or lost; where that is nothing, why. */
export interface Settled {
  readonly type: "settled";
  readonly seat: number;
  readonly result: "loss" | "push" | "win";
  readonly chips: number;
  readonly because?: "equal" | "no_pay" | "stake_back" | null;
}

/** What one viewer may know of the deal. There is no banker while an auction is on. The rules are there for players who reckon with them; as JSON only what departs from the defaults. */
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

/** A sheet. The defaults are the preset `custom`. `values` are thirteen digits, for A 2 3 4 5 6 7 8 9 10 J Q K in turn; 0 stands for ten. A multiple of 0 means that this feature is not counted. `baseless_pays` is not read by the pay table, where nobody beats anybody. */
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
}

/** What one viewer may know of one seat. `cards` and `bid` only where they are theirs or public; `odd` are those of the cards that count something else than their number, `because` says why nothing was won or lost. */
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

/** NN-9: what a hand pays and why. `base` and `final` are places among the seat's cards, counted from 0; `values` are what the cards count in sums (NN-2). */
export interface HandView {
  readonly multiple: number;
  readonly base: readonly number[];
  readonly final: readonly number[];
  readonly reason: "bomb" | "bull_7_8" | "bull_9" | "bull_bull" | "face_and_spade_ace" | "five_faces" | "five_small" | "no_base" | "pair" | "plain" | "sum_ten";
  readonly bull: number;
  readonly values: readonly number[];
}

/** NN-2: a card that counts something else in sums than its number: its place among the seat's cards, from 0. */
export interface Odd {
  readonly place: number;
  readonly value: number;
}

export type Action = Stake | Bid;

export type Fact = Staked | Dealt | BidPlaced | BankWon | Shown | ShownWhole | Settled;
