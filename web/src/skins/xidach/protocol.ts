// Made by web/tools/typescript.py from the Python types. Do not edit.
/** XD-30: stake chips on the coming deal. */
export interface Stake {
  readonly type: "stake";
  readonly amount: number;
}

/** XD-11: choose the neighbour to start with. */
export interface DealFrom {
  readonly type: "deal_from";
  readonly side: "left" | "right";
}

/** Take one more card. */
export interface Draw {
  readonly type: "draw";
}

/** End the turn. A Quắc hand stands too, so that nobody can tell. */
export interface Stand {
  readonly type: "stand";
}

/** XD-16: the dealer settles with one player now. */
export interface Compare {
  readonly type: "compare";
  readonly seat: number;
}

/** A player staked chips. */
export interface Staked {
  readonly type: "staked";
  readonly seat: number;
  readonly amount: number;
}

/** The dealer chose the neighbour to start with. */
export interface SideChosen {
  readonly type: "side_chosen";
  readonly side: "left" | "right";
}

/** Two cards each were dealt in this order; each seat sees its own. */
export interface Dealt {
  readonly type: "dealt";
  readonly order: readonly number[];
  readonly cards?: readonly string[];
}

/** A seat drew a card; only viewers who see the hand see which. */
export interface Drawn {
  readonly type: "drawn";
  readonly seat: number;
  readonly cards?: readonly string[];
}

/** A seat ended its turn. */
export interface Stood {
  readonly type: "stood";
  readonly seat: number;
}

/** The dealer chose to compare with this player. */
export interface Compared {
  readonly type: "compared";
  readonly seat: number;
}

/** A hand became public. A hand without a name goes by its total. */
export interface Opened {
  readonly type: "opened";
  readonly seat: number;
  readonly cards: readonly string[];
  readonly name: "du" | "ngu_linh" | "non" | "quac" | "xi_bang" | "xi_dach" | null;
  readonly total: number;
}

/** A player's result is final. */
export interface Settled {
  readonly type: "settled";
  readonly seat: number;
  readonly result: "loss" | "push" | "win";
  readonly chips: number;
}

/** One viewer's knowledge of the deal. */
export interface View {
  readonly you: number | null;
  readonly phase: "dealer" | "over" | "players" | "shuffle" | "side" | "stakes";
  readonly dealer: number;
  readonly order: readonly number[];
  readonly to_act: readonly number[];
  readonly seats: readonly SeatView[];
}

/** One viewer's knowledge of one seat. `cards`, `name` and `total` are set only if the hand is the viewer's own or public; a hand without a name goes by its total, at most 31: a hand of 21 may still draw a ten. `public`: everybody sees the hand. */
export interface SeatView {
  readonly stake: number;
  readonly count: number;
  readonly done?: boolean;
  readonly cards?: readonly string[] | null;
  readonly name?: "du" | "ngu_linh" | "non" | "quac" | "xi_bang" | "xi_dach" | null;
  readonly total?: number | null;
  readonly result?: "loss" | "push" | "win" | null;
  readonly chips?: number | null;
  readonly public?: boolean;
}

export type Action = Stake | DealFrom | Draw | Stand | Compare;

export type Fact = Staked | SideChosen | Dealt | Drawn | Stood | Compared | Opened | Settled;
