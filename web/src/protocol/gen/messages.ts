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

/** Everything a viewer may know. Replaces all that came before. `freeze`: the text that fixed the shuffle of the deal that is being made or runs. `happened`: the last of what led here, for whoever wants to read it: it is over. */
export interface View {
  readonly type: "view";
  readonly seq: number;
  readonly now: number;
  readonly you: You;
  readonly table: TableView;
  readonly deal?: DealView | null;
  readonly chat?: readonly Said[];
  readonly freeze?: string;
  readonly happened?: readonly (Facts | Joined | Sat | BotSat | SeatFreed | SeatClosed | Forgotten | Went | CameBack | RulesChanged | Lost | StoodIn | Unseated | Removed | Admitted | Locked | Unlocked | LinkRenewed | HostPassed | SatOut | SeatsCut | Froze | Voided | LeftOut | DealStarted | TimedOut | DealEnded | Continued | Said)[];
}

/** Who the viewer is at this table; nobody yet, where all is null. */
export interface You {
  readonly member?: number | null;
  readonly seat?: number | null;
}

/** What everybody may know of a table. The same for every viewer. `host` may do what a host may; `owner` is whose table it is, and while they are away somebody else is host. `removed`: who may not come back, by number and name. `personas`: who a bot is in each seat, whoever sits there now; `bot.<persona>` is what it is called. PF-47: `sheet_name` is what people call the rules here, if they have a name; `evening` counts the evenings of this group, and `continued` is the table of the next one, if there is one: its link has a key, which members do not need. */
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
  readonly wait: number;
  readonly clock?: TurnClock | null;
  readonly ledger?: readonly LedgerLine[];
  readonly hand_overs?: readonly HandOver[];
  readonly epoch?: string;
  readonly restored?: RestoreInfo | null;
  readonly owner?: number;
  readonly locked?: boolean;
  readonly key?: string;
  readonly removed?: readonly ([number, string])[];
  readonly rules_before?: RulesBefore | null;
  readonly personas?: readonly string[];
  readonly sheet_name?: string;
  readonly evening?: number;
  readonly continued?: string;
}

/** A seat: empty, a person (`member`) or a bot (`level`). `away`: somebody else plays for the person. `hosts`: who sits here deals or banks first, where the game has that. `closed`: nobody can sit here, the house is meant. PF-9: `lost` is since when the person has had no connection, `until` when a bot begins to play for them: both in milliseconds since 1970. PF-8: `out`: deals begin without the person; `freed`: the seat is free when the deal is over. `new`: who is here took it after the last deal, which somebody else played here. */
export interface SeatInfo {
  readonly name?: string;
  readonly member?: number | null;
  readonly level?: string;
  readonly away?: boolean;
  readonly ready?: boolean;
  readonly chips?: number;
  readonly hosts?: boolean;
  readonly closed?: boolean;
  readonly lost?: number;
  readonly until?: number;
  readonly out?: boolean;
  readonly freed?: boolean;
  readonly new?: boolean;
}

/** PF-22: what is public of the coming (or running) deal's shuffle. `contributors` is null until it is frozen; then the freeze has the commitments. `left_out`: seats, by whom and why. `withheld`: seats whose people withheld, and how often in this deal. */
export interface ShuffleInfo {
  readonly deal: number;
  readonly attempt: number;
  readonly commitment: string;
  readonly commitments?: readonly ([number, string])[];
  readonly contributors?: readonly number[] | null;
  readonly revealed?: readonly number[];
  readonly left_out?: readonly ([number, string, string])[];
  readonly withheld?: readonly ([number, number])[];
  readonly voids?: readonly VoidInfo[];
}

/** PF-22: an attempt at this deal's shuffle that is void, and why; where that was it, who withheld. */
export interface VoidInfo {
  readonly attempt: number;
  readonly why?: "restart" | "restored" | "withheld";
  readonly withheld?: readonly number[];
}

/** PF-4: seconds for a turn, and a bank of seconds a seat may use up over one deal. */
export interface TurnClock {
  readonly turn: number;
  readonly bank?: number;
}

/** PF-5: one line of the ledger: what a person, a bot's seat or the house won over the evening. */
export interface LedgerLine {
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

/** PF-22: the house went back to a back-up, at this number and time, and annulled this deal if one ran. */
export interface RestoreInfo {
  readonly seq: number;
  readonly at: number;
  readonly annulled?: number | null;
}

/** PF-10: what the rules were before `member` changed them (at `seq`), for as long as that is news: until the first deal by the new ones, which is number `deal`, is over. */
export interface RulesBefore {
  readonly seq: number;
  readonly member: number;
  readonly deal: number;
  readonly sheet: string;
  readonly seats: number;
  readonly wait: number;
  readonly clock?: TurnClock | null;
}

/** The deal as one viewer may know it, and what that viewer may do now. `out`: seats whose persons sit this deal out: a bot plays there, for no stake of theirs. `outcome`: PF-45, when it is over, why it ended so, where the game says that. `players`: when it is over, who played each seat: they may sit elsewhere by now, or be gone. */
export interface DealView {
  readonly number: number;
  readonly sheet: string;
  readonly view: unknown;
  readonly legal?: readonly unknown[];
  readonly countdowns?: readonly Countdown[];
  readonly payoff?: readonly number[] | null;
  readonly out?: readonly number[];
  readonly played_for_you?: PlayedForYou | null;
  readonly outcome?: Outcome | null;
  readonly players?: readonly Player[];
}

/** PF-4: a seat's turn ends and then its bank, in milliseconds since 1970 by the house's clock. */
export interface Countdown {
  readonly seat: number;
  readonly turn_ends: number;
  readonly bank_ends: number;
}

/** PF-9: what a bot did for the viewer while they were away: how many moves, and the facts of those that may still be looked up. */
export interface PlayedForYou {
  readonly count: number;
  readonly moves: readonly (readonly unknown[])[];
}

/** The outcome of a deal as one viewer may know it. `match` says how the match ended, if it ended with this deal. `plays` are the rare plays of the deal, first to last. The fact of such a play has a true field `rare`, so that the page can celebrate it at once. */
export interface Outcome {
  readonly hands: readonly Hand[];
  readonly settlements: readonly Settlement[];
  readonly match?: Phrase | null;
  readonly plays?: readonly Hand[];
}

/** A seat's cards and their name (`hand.<code>`). `apart` are the indices of cards that stand out. `rare` is 0 for an ordinary hand; among a game's other hands a greater number is rarer. This is the only definition of rare hands: the page celebrates them and the scorebook lists them. `notes` explain anything surprising about the hand under this sheet. */
export interface Hand {
  readonly seat: number;
  readonly cards: readonly string[];
  readonly called: Phrase;
  readonly apart?: readonly number[];
  readonly rare?: number;
  readonly notes?: readonly Phrase[];
}

/** A sentence in any language: `code` keys the game's text, `params` fill it, `rule` is cited. */
export interface Phrase {
  readonly code: string;
  readonly rule?: string;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** A payment from one seat to another, the reasons for it, and the terms of its sum. `why` has one phrase per sentence (`why.<code>`). If the sum is 0, the two are even and the order of taker and giver means nothing. `met` is the hand of one of them at the time, if it changed later. */
export interface Settlement {
  readonly taker: number;
  readonly giver: number;
  readonly why: readonly Phrase[];
  readonly terms?: readonly Term[];
  readonly met?: Hand | null;
}

/** A product of factors, subtracted if `minus`. */
export interface Term {
  readonly factors: readonly Factor[];
  readonly minus?: boolean;
}

/** A number of a product and what it counts: `factor.<name>`. */
export interface Factor {
  readonly name: string;
  readonly value: number;
}

/** Whose chips a seat played for: a person's (`member`), those of a bot (who that is: a persona), or the house's. */
export interface Player {
  readonly member?: number | null;
  readonly bot?: string;
}

/** PF-7: a text or an emote. */
export interface Said {
  readonly type: "said";
  readonly seq: number;
  readonly member: number;
  readonly text?: string;
  readonly emote?: "hello" | "hurry" | "laugh" | "oops" | "thanks" | "think" | "well_played" | "wow" | null;
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

/** PF-38: somebody took back their name and what they said: it is to be shown no more. */
export interface Forgotten {
  readonly type: "forgotten";
  readonly seq: number;
  readonly member: number;
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

/** PF-2: other rules from the next deal on; who was ready is asked again. PF-47: `sheet_name` is what people call them. */
export interface RulesChanged {
  readonly type: "rules_changed";
  readonly seq: number;
  readonly sheet: string;
  readonly seats: number;
  readonly clock: TurnClock | null;
  readonly wait?: number;
  readonly sheet_name?: string;
}

/** PF-9: somebody with a seat lost the connection, and is waited for. */
export interface Lost {
  readonly type: "lost";
  readonly seq: number;
  readonly member: number;
}

/** PF-9: a bot plays on for the person of a seat until they are back: the wait is over, or `by` said so. */
export interface StoodIn {
  readonly type: "stood_in";
  readonly seq: number;
  readonly seat: number;
  readonly by?: number | null;
}

/** PF-8: the host freed the seat of `member`; in a deal its hand is played to the end. */
export interface Unseated {
  readonly type: "unseated";
  readonly seq: number;
  readonly member: number;
  readonly seat: number;
}

/** PF-8: the host removed somebody from the table. */
export interface Removed {
  readonly type: "removed";
  readonly seq: number;
  readonly member: number;
  readonly name: string;
}

/** PF-8: somebody who was removed may come back. */
export interface Admitted {
  readonly type: "admitted";
  readonly seq: number;
  readonly name: string;
}

/** PF-8: nobody new joins any more. */
export interface Locked {
  readonly type: "locked";
  readonly seq: number;
}

/** PF-8: whoever has the link may join again. */
export interface Unlocked {
  readonly type: "unlocked";
  readonly seq: number;
}

/** PF-8: there is another link now, and the old one opens nothing. */
export interface LinkRenewed {
  readonly type: "link_renewed";
  readonly seq: number;
}

/** PF-8: the table is `member`'s now. */
export interface HostPassed {
  readonly type: "host_passed";
  readonly seq: number;
  readonly member: number;
}

/** PF-8: deals begin without the person of a seat until they say that they are ready. */
export interface SatOut {
  readonly type: "sat_out";
  readonly seq: number;
  readonly seat: number;
}

/** PF-8: the empty seats are gone; so many are left. */
export interface SeatsCut {
  readonly type: "seats_cut";
  readonly seq: number;
  readonly seats: number;
}

/** PF-22: the contributors of a shuffle are fixed: seats and their commitments. They reveal now, for the text of the `freeze`. */
export interface Froze {
  readonly type: "froze";
  readonly seq: number;
  readonly deal: number;
  readonly attempt: number;
  readonly contributors: readonly ([number, string])[];
  readonly freeze: string;
}

/** PF-22: these seats withheld their reveal, or there is another reason; the shuffle is void and begins anew, with everybody. */
export interface Voided {
  readonly type: "voided";
  readonly seq: number;
  readonly deal: number;
  readonly attempt: number;
  readonly withheld?: readonly number[];
  readonly why?: "restart" | "restored" | "withheld";
}

/** PF-22: a person is left out of the deal's shuffle from the next freeze on, by the `host` or by a seat (its number). */
export interface LeftOut {
  readonly type: "left_out";
  readonly seq: number;
  readonly seat: number;
  readonly by: string;
  readonly why: string;
}

/** A deal begins by this sheet, as part of the match or as the first deal of a new one. `out`: seats whose persons sit it out. */
export interface DealStarted {
  readonly type: "deal_started";
  readonly seq: number;
  readonly deal: number;
  readonly sheet: string;
  readonly new_match: boolean;
  readonly out?: readonly number[];
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

/** PF-47: `member` opened the next evening at `table`, where those who played here have their seats. */
export interface Continued {
  readonly type: "continued";
  readonly seq: number;
  readonly member: number;
  readonly table: string;
}

/** What is new since `after`; `table` and `deal` replace their like where they are there. */
export interface Update {
  readonly type: "update";
  readonly seq: number;
  readonly after: number;
  readonly now: number;
  readonly happened?: readonly (Facts | Joined | Sat | BotSat | SeatFreed | SeatClosed | Forgotten | Went | CameBack | RulesChanged | Lost | StoodIn | Unseated | Removed | Admitted | Locked | Unlocked | LinkRenewed | HostPassed | SatOut | SeatsCut | Froze | Voided | LeftOut | DealStarted | TimedOut | DealEnded | Continued | Said)[];
  readonly table?: TableView | null;
  readonly deal?: DealView | null;
}

/** Be known by a name at this table; again, to change it. `key`: that of the link, which newcomers need (PF-8). */
export interface Join {
  readonly type: "join";
  readonly id: string;
  readonly seq: number;
  readonly name: string;
  readonly key?: string;
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

/** PF-2: the host changes the rules from the next deal on; seats and clock too, between deals. `wait` stays as it was where it is null, and may change in a deal. PF-47: so does the rules' name as long as they stay the same. */
export interface Change {
  readonly type: "change";
  readonly id: string;
  readonly seq: number;
  readonly sheet: string;
  readonly seats: number;
  readonly clock?: TurnClock | null;
  readonly wait?: number | null;
  readonly sheet_name?: string | null;
}

/** PF-8: the host frees a person's seat; in a deal its hand is played to the end, for that person's chips. */
export interface Free {
  readonly type: "free";
  readonly id: string;
  readonly seq: number;
  readonly seat: number;
}

/** PF-8: the owner removes a member: their seat, if they have one, is freed, and they cannot join again until they are let in. */
export interface Remove {
  readonly type: "remove";
  readonly id: string;
  readonly seq: number;
  readonly member: number;
}

/** PF-8: the owner lets somebody in again who was removed, by their number in `removed`. */
export interface Admit {
  readonly type: "admit";
  readonly id: string;
  readonly seq: number;
  readonly number: number;
}

/** PF-8: the host locks the table, or opens it again: while it is locked nobody new joins. */
export interface Lock {
  readonly type: "lock";
  readonly id: string;
  readonly seq: number;
  readonly on?: boolean;
}

/** PF-8: the owner renews the link: the old one opens nothing any more, and members notice nothing. */
export interface RenewLink {
  readonly type: "renew_link";
  readonly id: string;
  readonly seq: number;
}

/** PF-8: the owner hands the table over to somebody who is here. */
export interface PassHost {
  readonly type: "pass_host";
  readonly id: string;
  readonly seq: number;
  readonly member: number;
}

/** PF-8: deals begin without the person of a seat, for no stake of theirs, until they say that they are ready: the host says so of anybody, everybody of themselves. */
export interface SitOut {
  readonly type: "sit_out";
  readonly id: string;
  readonly seq: number;
  readonly seat: number;
}

/** PF-9: a bot plays on for a seat whose person lost the connection, as anybody seated may say; or for one who is here and has not moved for long, as the host may (PF-8). */
export interface StandIn {
  readonly type: "stand_in";
  readonly id: string;
  readonly seq: number;
  readonly seat: number;
}

/** PF-8: the host takes all empty seats away and those who are here move together. With `deal` the next deal begins at once: start with three. */
export interface CutSeats {
  readonly type: "cut_seats";
  readonly id: string;
  readonly seq: number;
  readonly deal?: boolean;
}

/** PF-22: the commitment to this client's contribution to a shuffle. `protocol` is the version of the shuffle protocol. `chat`: a chat's bot makes it on behalf of its person, who has no client of their own. */
export interface Commit {
  readonly type: "commit";
  readonly id: string;
  readonly seq: number;
  readonly deal: number;
  readonly attempt: number;
  readonly commitment: string;
  readonly protocol: 1;
  readonly chat?: boolean;
}

/** PF-22: the contribution committed to, for the freeze whose text has this SHA-256. */
export interface Reveal {
  readonly type: "reveal";
  readonly id: string;
  readonly seq: number;
  readonly deal: number;
  readonly attempt: number;
  readonly contribution: string;
  readonly freeze: string;
}

/** PF-22: the person in a seat is to be left out of this deal's shuffle from its next freeze on. The host may say so, and whoever is seated once that person has withheld three times. */
export interface LeaveOut {
  readonly type: "leave_out";
  readonly id: string;
  readonly seq: number;
  readonly deal: number;
  readonly seat: number;
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

/** PF-38: take one's own name back, and all that one said here. Seat and chips stay; `join` gives a name again. */
export interface Forget {
  readonly type: "forget";
  readonly id: string;
  readonly seq: number;
}

/** Play: an action of the game. */
export interface Act {
  readonly type: "act";
  readonly id: string;
  readonly seq: number;
  readonly action: unknown;
}

/** PF-32: the first message of a connection: the last number seen, 0 for a fresh start, and the table's `epoch` by which it was counted. */
export interface Hello {
  readonly type: "hello";
  readonly seen?: number;
  readonly epoch?: string;
}

/** PF-1: what it takes to open a table. The sheet is a code (a preset's name is one), `options` change single values of it. Who opens the table takes `seat`, or the first there is, and deals or banks wherever the game has that; bots are levels, in the other seats from the first on. Where `bot_hosts`, the first bot has opened the table for a newcomer, who just plays: it deals or banks, and sits before them unless they chose a seat. `wait`: PF-9, for how long somebody who lost the connection is waited for where there is no clock. `sheet_name`: PF-47, what people call these rules. */
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
  readonly wait?: number;
  readonly sheet_name?: string;
}

/** What each option is worth for a seat that is to act, best first; good for this `seq` of the table. `reasons` say why the first is better than the next that is clearly worse; there are none where none is. `worlds` is the most that any option was played in. `judged`: what options are worth by themselves is not known, only how far they are behind the first. */
export interface Hint {
  readonly seq: number;
  readonly seat: number;
  readonly worlds: number;
  readonly options: readonly Choice[];
  readonly reasons?: readonly unknown[];
  readonly taken?: number | null;
  readonly judged?: boolean;
}

/** One thing to do: what it wins on average when it is played on well, and how far it is behind the best option. `margin` and `behind_margin` tell how sure that is (95 %, the latter for all options together). `worlds` is how many it was played in: none where it was reckoned, and what is `exact` is sure. */
export interface Choice {
  readonly action: unknown;
  readonly mean: number;
  readonly margin: number;
  readonly exact: boolean;
  readonly worlds: number;
  readonly behind: number;
  readonly behind_margin: number;
}

/** What each option was worth where a seat decided, best first, and the place among them of what it did. `step` is the step of the replay that it led to, from 0. `cost` is what that wins less than the best, with its margin, and `reasons` say why; it is a mistake only if it costs more than the margin. */
export interface Reviewed {
  readonly step: number;
  readonly seat: number;
  readonly worlds: number;
  readonly options: readonly Choice[];
  readonly taken: number | null;
  readonly cost?: number;
  readonly margin?: number;
  readonly reasons?: readonly unknown[];
  readonly judged?: boolean;
}

/** All that a seat decided in a deal where it had a choice, as it came; the steps of its mistakes, those that cost most first; and what it won as choice and luck, which add up to the payoff. */
export interface ReviewedDeal {
  readonly seat: number;
  readonly payoff: number;
  readonly choice: number;
  readonly margin: number;
  readonly luck: number;
  readonly mistakes: readonly number[];
  readonly decisions: readonly Reviewed[];
}

/** The evening at a table, or a page of it. `opened` and `retired` are times in milliseconds since 1970; 0: the log is still there. `deals_played` counts all deals, also those that are not among `deals`: on other pages, or with entries that could not be read. What `deals` come to: `standings` in the order of the ledger, `moments` with the rarest first. `personas`: who a bot is in each seat. */
export interface Book {
  readonly table: string;
  readonly game: string;
  readonly sheet: string;
  readonly opened: number;
  readonly retired: number;
  readonly deals_played: number;
  readonly deals?: readonly BookDeal[];
  readonly ledger?: readonly LedgerLine[];
  readonly hand_overs?: readonly HandOver[];
  readonly sheet_name?: string;
  readonly standings?: readonly Standing[];
  readonly moments?: readonly Moment[];
  readonly personas?: readonly string[];
}

/** A deal that was played: when it ended (milliseconds since 1970), by which sheet, who sat where and what they won. A seat without a name was somebody's who has taken theirs back; those in `bots` and `house` were nobody's. `lines` are those of the table's ledger, `outcome` says why it ended as it did, as anybody may know it. `accounts` has for each seat the place in the book's ledger of who won or lost there. What is served has no `lines`: `accounts` say the same. */
export interface BookDeal {
  readonly deal: number;
  readonly at: number;
  readonly sheet: string;
  readonly names: readonly string[];
  readonly payoff: readonly number[];
  readonly bots?: readonly number[];
  readonly house?: readonly number[];
  readonly lines?: readonly string[];
  readonly outcome?: Outcome | null;
  readonly accounts?: readonly number[];
}

/** One line of the ledger over an evening. `streak` is the most deals won in a row, and `run` how many in a row the last ones were: won if it is over 0, lost if under. A deal that changes nothing ends both. */
export interface Standing {
  readonly deals?: number;
  readonly won?: number;
  readonly lost?: number;
  readonly best?: number;
  readonly worst?: number;
  readonly streak?: number;
  readonly run?: number;
}

/** A rare hand or play of an evening: in which deal, and whose. */
export interface Moment {
  readonly deal: number;
  readonly account: number;
  readonly hand: Hand;
}

/** Evenings, the latest first, and what they come to. In the ledger people are first; bots have one line together (without a name), the house another. If `earlier`, there were more before. */
export interface Group {
  readonly evenings: readonly GroupEvening[];
  readonly ledger: readonly LedgerLine[];
  readonly hand_overs?: readonly HandOver[];
  readonly earlier?: boolean;
}

/** One evening: its number from 1, when its table was opened (milliseconds since 1970), and what everybody in the group's ledger won, null for who was not there. `table` only where the reader may open its book. */
export interface GroupEvening {
  readonly evening: number;
  readonly game: string;
  readonly opened: number;
  readonly deals: number;
  readonly chips: readonly (number | null)[];
  readonly table?: string;
  readonly sheet_name?: string;
}

export type Announcement = Joined | Sat | BotSat | SeatFreed | SeatClosed | Forgotten | Went | CameBack | RulesChanged | Lost | StoodIn | Unseated | Removed | Admitted | Locked | Unlocked | LinkRenewed | HostPassed | SatOut | SeatsCut | Froze | Voided | LeftOut | DealStarted | TimedOut | DealEnded | Continued | Said;

export type Command = Join | Sit | Rise | Leave | Back | Ready | DealNow | SetBot | Change | Free | Remove | Admit | Lock | RenewLink | PassHost | SitOut | StandIn | CutSeats | Commit | Reveal | LeaveOut | Say | SendEmote | Forget;
