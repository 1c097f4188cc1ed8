// Made by web/tools/typescript.py from the Python types. Do not edit.
/** XD-30: put chips on the coming deal. */
export interface Stake {
  readonly type: "stake";
  readonly amount: number;
}

/** XD-11: begin with one neighbour. */
export interface DealFrom {
  readonly type: "deal_from";
  readonly side: "left" | "right";
}

/** Take one more card. */
export interface Draw {
  readonly type: "draw";
}

/** Take no more; for a Quắc hand too, so that nobody can tell. */
export interface Stand {
  readonly type: "stand";
}

/** XD-16: the dealer settles with one player now. */
export interface Compare {
  readonly type: "compare";
  readonly seat: number;
}

/** A player's chips are on the mat. */
export interface Staked {
  readonly type: "staked";
  readonly seat: number;
  readonly amount: number;
}

/** The dealer named the neighbour to begin with. */
export interface SideChosen {
  readonly type: "side_chosen";
  readonly side: "left" | "right";
}

/** Two cards each, in this order; a seat sees its own two. */
export interface Dealt {
  readonly type: "dealt";
  readonly order: readonly number[];
  readonly cards?: readonly string[];
}

/** One more card; only those who see the hand see which. */
export interface Drawn {
  readonly type: "drawn";
  readonly seat: number;
  readonly cards?: readonly string[];
}

/** A turn is over. */
export interface Stood {
  readonly type: "stood";
  readonly seat: number;
}

/** The dealer chose to compare with this player. */
export interface Compared {
  readonly type: "compared";
  readonly seat: number;
}

/** A hand is now public. A hand without a name goes by its total. */
export interface Opened {
  readonly type: "opened";
  readonly seat: number;
  readonly cards: readonly string[];
  readonly name: "du" | "ngu_linh" | "non" | "quac" | "xi_bang" | "xi_dach" | null;
  readonly total: number;
}

/** A player is settled for good. */
export interface Settled {
  readonly type: "settled";
  readonly seat: number;
  readonly result: "loss" | "push" | "win";
  readonly chips: number;
}

/** What one viewer may know of the deal. */
export interface View {
  readonly you: number | null;
  readonly phase: "dealer" | "over" | "players" | "shuffle" | "side" | "stakes";
  readonly dealer: number;
  readonly order: readonly number[];
  readonly to_act: readonly number[];
  readonly seats: readonly SeatView[];
}

/** What one viewer may know of one seat. `cards`, `name` and `total` only where the hand is theirs or public; a hand without a name goes by its total. `public`: everybody sees it, whoever's it is. */
export interface SeatView {
  readonly stake: number;
  readonly count: number;
  readonly done: boolean;
  readonly cards?: readonly string[] | null;
  readonly name?: "du" | "ngu_linh" | "non" | "quac" | "xi_bang" | "xi_dach" | null;
  readonly total?: number | null;
  readonly result?: "loss" | "push" | "win" | null;
  readonly chips?: number | null;
  readonly public?: boolean;
}

export type Action = Stake | DealFrom | Draw | Stand | Compare;

export type Fact = Staked | SideChosen | Dealt | Drawn | Stood | Compared | Opened | Settled;
