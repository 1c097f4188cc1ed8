// Made by web/tools/typescript.py from the Python types. Do not edit.
/** The command took effect and is durable; its first entry has this number. */
export interface Done {
  readonly type: "done";
  readonly id: string;
  readonly seq: number;
}

/** Nothing changed. `code` keys the text (`error.<code>`) that `params` fill; `rule` is the rule that forbids it. */
export interface Refused {
  readonly type: "refused";
  readonly id: string;
  readonly code: string;
  readonly rule?: string;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** Nothing changed: the command was made for something that is over. A `view` follows. */
export interface Stale {
  readonly type: "stale";
  readonly id: string;
  readonly seq: number;
}

/** Everything a viewer may know. Replaces all that came before. */
export interface Whole {
  readonly type: "view";
  readonly seq: number;
  readonly now: number;
  readonly you: You;
  readonly table: TableView;
  readonly deal?: DealView | null;
  readonly chat?: readonly Said[];
}

/** Who the viewer is at this table; nobody yet, where all is null. */
export interface You {
  readonly member?: number | null;
  readonly seat?: number | null;
}

/** What everybody may know of a table. The same for every viewer. */
export interface TableView {
  readonly id: string;
  readonly game: string;
  readonly sheet: string;
  readonly phase: "between" | "committing" | "playing" | "revealing";
  readonly host: number;
  readonly seats: readonly SeatInfo[];
  readonly watchers: readonly ([number, string])[];
  readonly shuffle: ShuffleInfo;
  readonly deals: number;
  readonly clock?: TurnClock | null;
  readonly ledger?: readonly Account[];
  readonly hand_overs?: readonly HandOver[];
}

/** A seat: empty, a person (`member`) or a bot (`level`). `away`: somebody else plays for the person. `hosts`: who sits here deals or banks first, where the game has that. `closed`: nobody can sit here, the house is meant. */
export interface SeatInfo {
  readonly name?: string;
  readonly member?: number | null;
  readonly level?: string;
  readonly away?: boolean;
  readonly ready?: boolean;
  readonly chips?: number;
  readonly hosts?: boolean;
  readonly closed?: boolean;
}

/** PF-22: what is public of the coming (or running) deal's shuffle. `contributors` is null until it is frozen. */
export interface ShuffleInfo {
  readonly deal: number;
  readonly attempt: number;
  readonly commitment: string;
  readonly commitments?: readonly ([number, string])[];
  readonly contributors?: readonly number[] | null;
  readonly revealed?: readonly number[];
  readonly barred?: readonly number[];
}

/** PF-4: seconds for a turn, and a bank of seconds a seat may use up over one deal. */
export interface TurnClock {
  readonly turn: number;
  readonly bank?: number;
}

/** PF-5: one line of the ledger: what a person, a bot's seat or the house won over the evening. */
export interface Account {
  readonly name: string;
  readonly chips: number;
  readonly member?: number | null;
  readonly seat?: number | null;
  readonly house?: boolean;
}

/** PF-5: chips to hand over, from one line of the ledger to another. */
export interface HandOver {
  readonly giver: number;
  readonly taker: number;
  readonly chips: number;
}

/** The deal as one viewer may know it, and what that viewer may do now. */
export interface DealView {
  readonly number: number;
  readonly sheet: string;
  readonly view: unknown;
  readonly legal?: readonly unknown[];
  readonly countdowns?: readonly Countdown[];
  readonly payoff?: readonly number[] | null;
}

/** PF-4: a seat's turn ends and then its bank, in milliseconds since 1970 by the house's clock. */
export interface Countdown {
  readonly seat: number;
  readonly turn_ends: number;
  readonly bank_ends: number;
}

/** PF-7: a text or an emote. */
export interface Said {
  readonly type: "said";
  readonly seq: number;
  readonly member: number;
  readonly text?: string;
  readonly emote?: "hello" | "hurry" | "laugh" | "oops" | "thanks" | "think" | "well_played" | "wow" | null;
}

/** What is new since `after`; `table` and `deal` replace their like where they are there. */
export interface Update {
  readonly type: "update";
  readonly seq: number;
  readonly after: number;
  readonly now: number;
  readonly happened?: readonly (Facts | Joined | Sat | BotSat | SeatFreed | SeatClosed | Went | CameBack | RulesChanged | Froze | Voided | DealStarted | TimedOut | DealEnded | Said)[];
  readonly table?: TableView | null;
  readonly deal?: DealView | null;
}

/** A move of the deal, as this viewer may know it. `clears`: what was told of the deal before is not to be looked up any more. */
export interface Facts {
  readonly type: "facts";
  readonly seq: number;
  readonly facts: readonly unknown[];
  readonly clears?: boolean;
}

/** Somebody is here now, or has a new name. */
export interface Joined {
  readonly type: "joined";
  readonly seq: number;
  readonly member: number;
  readonly name: string;
}

/** A person sat down. */
export interface Sat {
  readonly type: "sat";
  readonly seq: number;
  readonly member: number;
  readonly seat: number;
}

/** A seat was given to a bot. */
export interface BotSat {
  readonly type: "bot_sat";
  readonly seq: number;
  readonly seat: number;
  readonly level: string;
}

/** A seat is empty now. */
export interface SeatFreed {
  readonly type: "seat_freed";
  readonly seq: number;
  readonly seat: number;
}

/** A seat is the house's now, by the rules of the next deal; whoever had it watches. */
export interface SeatClosed {
  readonly type: "seat_closed";
  readonly seq: number;
  readonly seat: number;
}

/** Somebody left or lost the connection; their seat, if they keep one, is played for. */
export interface Went {
  readonly type: "went";
  readonly seq: number;
  readonly member: number;
}

/** Somebody is back and plays for themselves. */
export interface CameBack {
  readonly type: "came_back";
  readonly seq: number;
  readonly member: number;
}

/** PF-2: other rules from the next deal on; who was ready is asked again. */
export interface RulesChanged {
  readonly type: "rules_changed";
  readonly seq: number;
  readonly sheet: string;
  readonly seats: number;
  readonly clock: TurnClock | null;
}

/** PF-22: the contributors of a shuffle are fixed: seats and their commitments. They reveal now. */
export interface Froze {
  readonly type: "froze";
  readonly seq: number;
  readonly deal: number;
  readonly attempt: number;
  readonly contributors: readonly ([number, string])[];
}

/** PF-22: these seats withheld their reveal; the shuffle is void and they contribute no more in this sitting. */
export interface Voided {
  readonly type: "voided";
  readonly seq: number;
  readonly deal: number;
  readonly attempt: number;
  readonly withheld: readonly number[];
}

/** A deal begins by this sheet, as part of the match or as the first deal of a new one. */
export interface DealStarted {
  readonly type: "deal_started";
  readonly seq: number;
  readonly deal: number;
  readonly sheet: string;
  readonly new_match: boolean;
}

/** A seat's time was up; it is played for until its person is back. */
export interface TimedOut {
  readonly type: "timed_out";
  readonly seq: number;
  readonly seat: number;
}

/** A deal is over: what each seat won, and the seed that opens the shuffle. Its record can be had now. */
export interface DealEnded {
  readonly type: "deal_ended";
  readonly seq: number;
  readonly deal: number;
  readonly payoff: readonly number[];
  readonly seed: string;
  readonly match_over: boolean;
}

/** Be known by a name at this table; again, to change it. */
export interface Join {
  readonly type: "join";
  readonly id: string;
  readonly seq: number;
  readonly name: string;
}

/** Take a free seat, between deals. */
export interface Sit {
  readonly type: "sit";
  readonly id: string;
  readonly seq: number;
  readonly seat: number;
}

/** Give the seat up and watch, between deals. */
export interface Rise {
  readonly type: "rise";
  readonly id: string;
  readonly seq: number;
}

/** Go away. In a deal the seat is played for and kept; between deals it becomes free. */
export interface Leave {
  readonly type: "leave";
  readonly id: string;
  readonly seq: number;
}

/** Take the own seat over again from whoever plays for it. */
export interface Back {
  readonly type: "back";
  readonly id: string;
  readonly seq: number;
}

/** Ready for the next deal, or not yet. It begins when everybody present is. */
export interface Ready {
  readonly type: "ready";
  readonly id: string;
  readonly seq: number;
  readonly on?: boolean;
}

/** The host wants the next deal now. */
export interface DealNow {
  readonly type: "deal";
  readonly id: string;
  readonly seq: number;
}

/** The host gives a seat without a person present to a bot, or frees it (`level` null), between deals. */
export interface SetBot {
  readonly type: "bot";
  readonly id: string;
  readonly seq: number;
  readonly seat: number;
  readonly level: string | null;
}

/** PF-2: the host changes the rules from the next deal on; seats and clock too, between deals. */
export interface Change {
  readonly type: "change";
  readonly id: string;
  readonly seq: number;
  readonly sheet: string;
  readonly seats: number;
  readonly clock?: TurnClock | null;
}

/** PF-22: the commitment to this client's contribution to a shuffle. */
export interface Commit {
  readonly type: "commit";
  readonly id: string;
  readonly seq: number;
  readonly deal: number;
  readonly attempt: number;
  readonly commitment: string;
}

/** PF-22: the contribution committed to, once the contributors are frozen. */
export interface Reveal {
  readonly type: "reveal";
  readonly id: string;
  readonly seq: number;
  readonly deal: number;
  readonly attempt: number;
  readonly contribution: string;
}

/** PF-7: a short text to the table. */
export interface Say {
  readonly type: "say";
  readonly id: string;
  readonly seq: number;
  readonly text: string;
}

/** PF-7: one of a few emotes. */
export interface SendEmote {
  readonly type: "emote";
  readonly id: string;
  readonly seq: number;
  readonly emote: "hello" | "hurry" | "laugh" | "oops" | "thanks" | "think" | "well_played" | "wow";
}

/** Play: an action of the game. */
export interface Act {
  readonly type: "act";
  readonly id: string;
  readonly seq: number;
  readonly action: unknown;
}

/** PF-32: the first message of a connection: the last number seen, 0 for a fresh start. */
export interface Hello {
  readonly type: "hello";
  readonly seen?: number;
}

/** PF-1: what it takes to open a table. The sheet is a code (a preset's name is one), `options` change single values of it. Who opens the table takes `seat`, or the first there is, and deals or banks wherever the game has that; bots are levels, in the other seats from the first on. Where `bot_hosts`, the first bot has opened the table for a newcomer, who just plays: it deals or banks, and sits before them unless they chose a seat. */
export interface OpenTable {
  readonly game: string;
  readonly name: string;
  readonly seats: number;
  readonly sheet?: string;
  readonly options?: Readonly<Record<string, boolean | number | string>>;
  readonly seat?: number | null;
  readonly bots?: readonly string[];
  readonly bot_hosts?: boolean;
  readonly clock?: TurnClock | null;
  readonly pace?: number;
}

/** What each option is worth for a seat that is to act, best first; good for this `seq` of the table. `worlds` is the most that any option was played in. */
export interface Hint {
  readonly seq: number;
  readonly seat: number;
  readonly worlds: number;
  readonly options: readonly Choice[];
  readonly taken?: number | null;
}

/** One thing to do: what it wins on average if the usual bots play on, and how far it is behind the best option. `margin` and `behind_margin` tell how sure that is (95 %, the latter for all options together). `worlds` is how many it was played in; what is `exact` is sure. */
export interface Choice {
  readonly action: unknown;
  readonly mean: number;
  readonly margin: number;
  readonly exact: boolean;
  readonly worlds: number;
  readonly behind: number;
  readonly behind_margin: number;
}

/** What each option was worth where a seat decided, best first, and the place among them of what it did. `step` is the step of the replay that it led to, from 0. */
export interface Reviewed {
  readonly step: number;
  readonly seat: number;
  readonly worlds: number;
  readonly options: readonly Choice[];
  readonly taken: number | null;
}

export type Announcement = Joined | Sat | BotSat | SeatFreed | SeatClosed | Went | CameBack | RulesChanged | Froze | Voided | DealStarted | TimedOut | DealEnded | Said;

export type Command = Join | Sit | Rise | Leave | Back | Ready | DealNow | SetBot | Change | Commit | Reveal | Say | SendEmote;
