// Made by web/tools/typescript.py from the Python types. Do not edit.
/** Sent if nothing else was for some seconds: a client that gets nothing reconnects. */
export interface Heartbeat {
  readonly type: "heartbeat";
}

/** The command took effect and is durable. `seq` is the number of its first entry. */
export interface Done {
  readonly type: "done";
  readonly id: string;
  readonly seq: number;
}

/** The command changed nothing. `code` is the key of a text (`error.<code>`) that `params` fill in; `rule` is the rule that forbids the command. */
export interface Refused {
  readonly type: "refused";
  readonly id: string;
  readonly code: string;
  readonly rule?: string;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** The command changed nothing, because its turn or deal is over. A `view` follows. */
export interface Stale {
  readonly type: "stale";
  readonly id: string;
  readonly seq: number;
}

/** Everything a viewer may know. It replaces everything received before. `manifest` is the text that fixed the shuffle of the pending or running deal. `happened` holds the latest events before this view, to be listed, not animated. */
export interface View {
  readonly type: "view";
  readonly seq: number;
  readonly now: number;
  readonly you: You;
  readonly table: TableView;
  readonly deal?: DealView | null;
  readonly chat?: readonly Said[];
  readonly manifest?: string;
  readonly happened?: readonly (Facts | Sat | BotSat | SeatFreed | SeatClosed | Forgotten | Went | CameBack | RulesChanged | GameChanged | StoodIn | Unseated | Locked | Unlocked | HostPassed | SatOut | LeftOut | TimedOut | Continued | Said | LineOffered | EnterersChanged | SatIn | Joined | Lost | Removed | Admitted | LinkRenewed | SeatsCut | ManifestPublished | Voided | DealStarted | DealEnded | DealEntered | DealCorrected | DealStruckOut | Claimed)[];
}

/** The viewer's own member number and seat, both null for a viewer who has not joined. `removed`: the owner removed the viewer, who may not join. */
export interface You {
  readonly member?: number | null;
  readonly seat?: number | null;
  readonly removed?: boolean;
}

/** The public state of a table, the same for every viewer. PF-11: `game` and `sheet` are those of the next deal; the deal shown names its own. `owner` is the member whose table it is; `host` acts for them while they are away. `removed`: number and name of guests who may not join. `hand_overs` settle the ledger among people, and `remainder` are the chips that they won from bots together (negative: lost to them). `personas`: the bot persona of each chair, used if a bot plays there; its name is the text `bot.<persona>`. PF-47: `sheet_name` is the players' own name for the rules, `evening` counts the evenings of this group, and `continued` is the table of the next one. That table's link has a key, which members do not need. `real` is set at a table with real cards. */
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
  readonly remainder?: number;
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
  readonly real?: RealTable | null;
}

/** A seat: empty, a person's (`member`) or a bot's (`level`, its name among the game's bots). `away`: a bot plays for the person. `hosts`: this seat is dealer or banker first, if the game has one. `closed`: the seat belongs to the house and nobody can take it. `new`: its occupant sat down after the last deal, which somebody else played here. PF-9: `lost` is when the person lost the connection and `until` when a bot starts to play for them, both in milliseconds since 1970. PF-47: `expected`: the person has not come yet this evening. PF-8: `out`: deals begin without the person. `freed`: the seat becomes free when the deal ends. RT-2: `phone`: at a table with real cards the person has joined it with a phone of their own. */
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
  readonly expected?: boolean;
  readonly phone?: boolean;
}

/** PF-22: the public part of the coming or running deal's shuffle. `contributors` is null until the manifest is published; from then on the manifest holds the server's `commitment` and the `commitments` of the seats. `left_out`: seat, by whom and why. `withheld`: seat and how often its person withheld in this deal. RT-2: at a table with real cards nothing is shuffled, and `commitment` is empty. */
export interface ShuffleInfo {
  readonly deal: number;
  readonly attempt: number;
  readonly commitment?: string;
  readonly commitments?: readonly ([number, string])[];
  readonly contributors?: readonly number[] | null;
  readonly revealed?: readonly number[];
  readonly left_out?: readonly ([number, string, string])[];
  readonly withheld?: readonly ([number, number])[];
  readonly voids?: readonly VoidInfo[];
}

/** PF-22: a void attempt at this deal's shuffle, with its reason and the seats that withheld. */
export interface VoidInfo {
  readonly attempt: number;
  readonly why?: "restart" | "restored" | "withheld";
  readonly withheld?: readonly number[];
}

/** PF-4: seconds per turn, and a time bank in seconds that a seat may use up over one deal. */
export interface TurnClock {
  readonly turn: number;
  readonly bank?: number;
}

/** PF-5: the chips that a person, the house or else nobody (all bots) won over the evening. `from_house` are those of deals against the house, which nobody owes. */
export interface LedgerLine {
  readonly name: string;
  readonly chips: number;
  readonly member?: number | null;
  readonly house?: boolean;
  readonly from_house?: number;
}

/** PF-5: chips to hand over from one line of the ledger to another. */
export interface HandOver {
  readonly giver: number;
  readonly taker: number;
  readonly chips: number;
}

/** PF-22: the last restore from a backup, and the deal it annulled if one was running. */
export interface RestoreInfo {
  readonly seq: number;
  readonly at: number;
  readonly annulled?: number | null;
}

/** PF-10: the rules before `member` changed them at `seq`, kept until deal number `deal` is over. That deal is the first one by the new rules. */
export interface RulesBefore {
  readonly seq: number;
  readonly member: number;
  readonly deal: number;
  readonly game: string;
  readonly sheet: string;
  readonly seats: number;
  readonly wait: number;
  readonly clock?: TurnClock | null;
}

/** RT-2: a table with real cards: its next deal, and the last ones that were entered, first to last. `chairs` has the chair of each seat of the next deal, whose number is `deal`, and `host` is the seat that deals or banks first. `form` is what is asked; null if the game cannot be played by so many people. `match` is that of the next deal. `unclaimed`: number and name of the people without a phone, with or without a seat. */
export interface RealTable {
  readonly enterers: "all" | "host" | "own";
  readonly deal: number;
  readonly chairs: readonly number[];
  readonly host: number;
  readonly form?: Form | null;
  readonly match?: unknown;
  readonly offered?: readonly OfferedLine[];
  readonly unclaimed?: readonly ([number, string])[];
  readonly entered?: readonly EnteredInfo[];
}

/** The questions under a sheet. `deal` is asked once, `ways` and `always` for each of `seats`, whose lines are in `lines` of the entry by seat. `dealer` names the field of `deal` that holds the seat whose line differs from the others: the dealer, the banker, the winner; empty if there is none. `round` is the number of the round, if a match has several. */
export interface Form {
  readonly deal: readonly Field[];
  readonly ways: readonly Way[];
  readonly always: readonly Field[];
  readonly seats: readonly number[];
  readonly dealer?: string;
  readonly round?: number | null;
}

/** A question of the form. `least` and `most` bound a number, or how many cards are entered. `asked_for` restricts the question to the dealer's line or to all others. `when` restricts it to values of another field of the same line. An `optional` question may be left open; where the answer decides, a refusal says so. `repeats`: the last answer of the same question is offered again. `nobody` is the text key of a seat that is not entered, if that is an answer too. A refusal `which_<name>` with `seat` (and `other`) asks for the optional field whose name ends in `<name>`. */
export interface Field {
  readonly name: string;
  readonly kind: "cards" | "choice" | "number" | "rank" | "ranks" | "seat";
  readonly label: string;
  readonly choices?: readonly FieldChoice[];
  readonly least?: number | null;
  readonly most?: number | null;
  readonly default?: number | string | null;
  readonly optional?: boolean;
  readonly asked_for?: "all" | "dealer" | "others";
  readonly when?: Readonly<Record<string, readonly string[]>>;
  readonly repeats?: boolean;
  readonly nobody?: string;
}

/** A value of a field, and the key of its text. A value without a text is shown as it is. */
export interface FieldChoice {
  readonly value: string;
  readonly label?: string;
}

/** One of several ways to enter a line. A line takes the fields of one way. */
export interface Way {
  readonly name: string;
  readonly label: string;
  readonly fields: readonly Field[];
  readonly asked_for?: "all" | "dealer" | "others";
}

/** RT-5: the line that the person of a seat offered for the next deal. */
export interface OfferedLine {
  readonly seat: number;
  readonly line: unknown;
}

/** RT-5: a deal that was played with real cards, as entered and corrected. Seats are those of the deal. `chairs`, `members`, their present `names`, and the `payoff` are by seat. `at` is in milliseconds since 1970, `by` the member who entered it, and `changed_by` the one who last corrected it or struck it out, with a `note`. `match` is that of the deal; `over`: it ended with this deal. */
export interface EnteredInfo {
  readonly deal: number;
  readonly at: number;
  readonly game: string;
  readonly sheet: string;
  readonly chairs: readonly number[];
  readonly members: readonly number[];
  readonly names: readonly string[];
  readonly host: number;
  readonly entry: unknown;
  readonly payoff: readonly number[];
  readonly by: number;
  readonly outcome?: Outcome | null;
  readonly over?: boolean;
  readonly struck?: boolean;
  readonly corrections?: number;
  readonly changed_by?: number | null;
  readonly note?: string;
  readonly match?: unknown;
}

/** The outcome of a deal, the same for all viewers. `match` says how the match ended, if it ended with this deal. `plays` are the rare plays of the deal, first to last. The fact of such a play has a true field `rare`, so that the page can celebrate it at once. `points` is set if every two seats settle the difference of their points: a client can then show one table instead of all settlements. */
export interface Outcome {
  readonly hands: readonly Hand[];
  readonly settlements: readonly Settlement[];
  readonly match?: Phrase | null;
  readonly plays?: readonly Hand[];
  readonly points?: readonly number[];
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

/** The deal as one viewer may know it, and the viewer's legal actions. `chairs`: the chair of each seat. `out`: chairs whose persons sit this deal out. If such a chair has a seat, a bot plays it for nobody's chips. After the deal `outcome` (PF-45) explains the result, if the game can, and `players` says who played each seat, as people may have moved or left since. */
export interface DealView {
  readonly number: number;
  readonly game: string;
  readonly sheet: string;
  readonly chairs: readonly number[];
  readonly view: unknown;
  readonly legal?: readonly unknown[];
  readonly countdowns?: readonly Countdown[];
  readonly payoff?: readonly number[] | null;
  readonly out?: readonly number[];
  readonly played_for_you?: PlayedForYou | null;
  readonly outcome?: Outcome | null;
  readonly players?: readonly Player[];
}

/** PF-4: the ends of a seat's turn and of its time bank. Both are in milliseconds since 1970 by the server's clock. */
export interface Countdown {
  readonly seat: number;
  readonly turn_ends: number;
  readonly bank_ends: number;
}

/** PF-9: moves that a bot made for the absent viewer: their number, and those that may still be shown. */
export interface PlayedForYou {
  readonly count: number;
  readonly moves: readonly (readonly unknown[])[];
}

/** The owner of the chips a seat played for: a member, a bot (its persona) or else the house. */
export interface Player {
  readonly member?: number | null;
  readonly bot?: string;
}

/** PF-7: a text or an emote of a member. */
export interface Said {
  readonly type: "said";
  readonly seq: number;
  readonly member: number;
  readonly text?: string;
  readonly emote?: "hello" | "hurry" | "laugh" | "oops" | "thanks" | "think" | "well_played" | "wow" | null;
}

/** A move of the deal, as this viewer may know it. `clears`: clients no longer show earlier events until the deal ends. */
export interface Facts {
  readonly type: "facts";
  readonly seq: number;
  readonly facts: readonly unknown[];
  readonly clears?: boolean;
}

/** A person sat down, leaving any seat they had. `away`: they were moved while a bot plays for them. */
export interface Sat {
  readonly type: "sat";
  readonly seq: number;
  readonly member: number;
  readonly seat: number;
  readonly away?: boolean;
}

/** A bot took a seat. `level` is its name among the game's bots. */
export interface BotSat {
  readonly type: "bot_sat";
  readonly seq: number;
  readonly seat: number;
  readonly level: string;
}

/** A seat became empty. */
export interface SeatFreed {
  readonly type: "seat_freed";
  readonly seq: number;
  readonly seat: number;
}

/** A seat belongs to the house by the rules of the next deal. Its person now watches. */
export interface SeatClosed {
  readonly type: "seat_closed";
  readonly seq: number;
  readonly seat: number;
}

/** PF-38: a member erased their name and everything they said. Clients stop showing both. */
export interface Forgotten {
  readonly type: "forgotten";
  readonly seq: number;
  readonly member: number;
}

/** A member left or lost the connection. If they keep a seat, a bot plays it. */
export interface Went {
  readonly type: "went";
  readonly seq: number;
  readonly member: number;
}

/** A member is back and plays their own seat. */
export interface CameBack {
  readonly type: "came_back";
  readonly seq: number;
  readonly member: number;
}

/** PF-2: the rules from the next deal on. Everybody must be ready again. `member` changed them. PF-47: `sheet_name` is the players' own name for the rules. */
export interface RulesChanged {
  readonly type: "rules_changed";
  readonly seq: number;
  readonly member: number;
  readonly game: string;
  readonly sheet: string;
  readonly seats: number;
  readonly clock: TurnClock | null;
  readonly wait?: number;
  readonly sheet_name?: string;
}

/** PF-11: the game and its rules from the next deal on. Everybody must be ready again. `member` changed it. `places` has the former number of each chair, null for a new or emptied one, and `bots` the bot of each chair, empty for all others. The members in `watching` lost their seats, as the game has too few. */
export interface GameChanged {
  readonly type: "game_changed";
  readonly seq: number;
  readonly member: number;
  readonly game: string;
  readonly sheet: string;
  readonly places: readonly (number | null)[];
  readonly bots: readonly string[];
  readonly watching: readonly number[];
  readonly clock: TurnClock | null;
  readonly wait?: number;
  readonly sheet_name?: string;
}

/** PF-9: a bot plays for a seat until its person is back. The wait is over, or member `by` asked for it. */
export interface StoodIn {
  readonly type: "stood_in";
  readonly seq: number;
  readonly seat: number;
  readonly by?: number | null;
}

/** PF-8: the host freed the seat of `member`. In a deal a bot finishes its hand. */
export interface Unseated {
  readonly type: "unseated";
  readonly seq: number;
  readonly member: number;
  readonly seat: number;
}

/** PF-8: newcomers can no longer join. */
export interface Locked {
  readonly type: "locked";
  readonly seq: number;
}

/** PF-8: anybody with the link can join again. */
export interface Unlocked {
  readonly type: "unlocked";
  readonly seq: number;
}

/** PF-8: `member` owns the table now. */
export interface HostPassed {
  readonly type: "host_passed";
  readonly seq: number;
  readonly member: number;
}

/** PF-8: deals begin without the person of a seat until they are ready again. */
export interface SatOut {
  readonly type: "sat_out";
  readonly seq: number;
  readonly seat: number;
}

/** PF-22: a person is left out of the deal's shuffle from the next manifest on. `by` is `host`, the number of a seat, or `self`. */
export interface LeftOut {
  readonly type: "left_out";
  readonly seq: number;
  readonly seat: number;
  readonly by: string;
  readonly why: string;
}

/** A seat ran out of time. A bot plays it until its person is back. */
export interface TimedOut {
  readonly type: "timed_out";
  readonly seq: number;
  readonly seat: number;
}

/** PF-47: `member` opened the next evening at `table`, where the players of this one have their seats. */
export interface Continued {
  readonly type: "continued";
  readonly seq: number;
  readonly member: number;
  readonly table: string;
}

/** RT-5: `member` offered the line of their seat for the next deal, or withdrew it (null). */
export interface LineOffered {
  readonly type: "line_offered";
  readonly seq: number;
  readonly member: number;
  readonly seat: number;
  readonly deal: number;
  readonly line: unknown;
}

/** RT-5: `member` decided who may enter deals. */
export interface EnterersChanged {
  readonly type: "enterers_changed";
  readonly seq: number;
  readonly member: number;
  readonly who: "all" | "host" | "own";
}

/** RT-5: the person of a seat, who sat out, plays again. */
export interface SatIn {
  readonly type: "sat_in";
  readonly seq: number;
  readonly seat: number;
}

/** A member joined or changed their name. */
export interface Joined {
  readonly type: "joined";
  readonly seq: number;
  readonly member: number;
  readonly name: string;
}

/** PF-9: a seated member lost the connection. The table waits for them. */
export interface Lost {
  readonly type: "lost";
  readonly seq: number;
  readonly member: number;
}

/** PF-8: the host removed a member from the table. */
export interface Removed {
  readonly type: "removed";
  readonly seq: number;
  readonly member: number;
  readonly name: string;
}

/** PF-8: a removed guest may join again. */
export interface Admitted {
  readonly type: "admitted";
  readonly seq: number;
  readonly name: string;
}

/** PF-8: the link was replaced. The old one no longer works. */
export interface LinkRenewed {
  readonly type: "link_renewed";
  readonly seq: number;
}

/** PF-8: the empty seats were removed. `seats` are left. */
export interface SeatsCut {
  readonly type: "seats_cut";
  readonly seq: number;
  readonly seats: number;
}

/** PF-22: the contributors of a shuffle are fixed, and reveal now. `contributors` are seats. Their commitments are in the text `manifest`. */
export interface ManifestPublished {
  readonly type: "manifest_published";
  readonly seq: number;
  readonly deal: number;
  readonly attempt: number;
  readonly contributors: readonly number[];
  readonly manifest: string;
}

/** PF-22: an attempt at a shuffle is void, because seats withheld their reveal or for another reason. A new attempt begins with everybody. */
export interface Voided {
  readonly type: "voided";
  readonly seq: number;
  readonly deal: number;
  readonly attempt: number;
  readonly withheld?: readonly number[];
  readonly why?: "restart" | "restored" | "withheld";
}

/** A deal began, in the running match or as the first of a new one. `out`: chairs whose persons sit it out. Bots play for those in `played_for`. `dealer`: the chair that deals or banks in the place of such a person. */
export interface DealStarted {
  readonly type: "deal_started";
  readonly seq: number;
  readonly deal: number;
  readonly game: string;
  readonly sheet: string;
  readonly new_match: boolean;
  readonly out?: readonly number[];
  readonly played_for?: readonly number[];
  readonly dealer?: number | null;
}

/** A deal ended: the payoff of each seat, and the seed that opens the shuffle. Its record can be fetched now. */
export interface DealEnded {
  readonly type: "deal_ended";
  readonly seq: number;
  readonly deal: number;
  readonly payoff: readonly number[];
  readonly seed: string;
  readonly match_over: boolean;
}

/** RT-5: `member` entered a deal that was played with real cards. `payoff` is by seat. */
export interface DealEntered {
  readonly type: "deal_entered";
  readonly seq: number;
  readonly member: number;
  readonly deal: number;
  readonly payoff: readonly number[];
}

/** RT-5: `member` corrected the entry of a deal. The deals after it were scored again. */
export interface DealCorrected {
  readonly type: "deal_corrected";
  readonly seq: number;
  readonly member: number;
  readonly deal: number;
}

/** RT-5: `member` struck out a deal: it counts no longer. */
export interface DealStruckOut {
  readonly type: "deal_struck_out";
  readonly seq: number;
  readonly member: number;
  readonly deal: number;
}

/** RT-2: a person who was at the table without a phone follows it on their own now. */
export interface Claimed {
  readonly type: "claimed";
  readonly seq: number;
  readonly member: number;
}

/** Everything new since `after`. `table` and `deal`, if present, replace the previous ones. `phase`, `seats` and `shuffle` change more often than the rest of the table. Without `table` they come alone, and each replaces that part of the table. */
export interface Update {
  readonly type: "update";
  readonly seq: number;
  readonly after: number;
  readonly now: number;
  readonly happened?: readonly (Facts | Sat | BotSat | SeatFreed | SeatClosed | Forgotten | Went | CameBack | RulesChanged | GameChanged | StoodIn | Unseated | Locked | Unlocked | HostPassed | SatOut | LeftOut | TimedOut | Continued | Said | LineOffered | EnterersChanged | SatIn | Joined | Lost | Removed | Admitted | LinkRenewed | SeatsCut | ManifestPublished | Voided | DealStarted | DealEnded | DealEntered | DealCorrected | DealStruckOut | Claimed)[];
  readonly table?: TableView | null;
  readonly phase?: "between" | "committing" | "playing" | "revealing" | null;
  readonly seats?: readonly SeatInfo[] | null;
  readonly shuffle?: ShuffleInfo | null;
  readonly deal?: DealView | null;
}

/** Join under a name, or change it. Newcomers need the `key` of the link (PF-8). */
export interface Join {
  readonly type: "join";
  readonly id: string;
  readonly seq: number;
  readonly name: string;
  readonly key?: string;
}

/** Take a free seat between deals. */
export interface Sit {
  readonly type: "sit";
  readonly id: string;
  readonly seq: number;
  readonly seat: number;
}

/** Give up the seat between deals and watch. */
export interface Rise {
  readonly type: "rise";
  readonly id: string;
  readonly seq: number;
}

/** Leave the table. During a deal a bot plays the seat and it stays reserved; between deals it becomes free. */
export interface Leave {
  readonly type: "leave";
  readonly id: string;
  readonly seq: number;
}

/** Take over the own seat again from the bot that plays it. */
export interface Back {
  readonly type: "back";
  readonly id: string;
  readonly seq: number;
}

/** Be ready for the next deal, or not. The deal begins when everybody present is ready. */
export interface Ready {
  readonly type: "ready";
  readonly id: string;
  readonly seq: number;
  readonly on?: boolean;
}

/** Start the next deal now (host only). */
export interface DealNow {
  readonly type: "deal_now";
  readonly id: string;
  readonly seq: number;
}

/** Give a seat without a present person to a bot, or free it (`level` null), between deals (host only). `level` is the name of a bot of the game: a level, or any other of its bots. */
export interface SetBot {
  readonly type: "set_bot";
  readonly id: string;
  readonly seq: number;
  readonly seat: number;
  readonly level: string | null;
}

/** PF-2: change the rules from the next deal on, and seats and clock between deals (host only). `wait` is unchanged if null, and may change during a deal. PF-47: `sheet_name` null keeps the name as long as the rules stay the same. An empty `sheet` keeps the rules, or is the first preset of another game. PF-11: `game` changes the game, between deals; empty keeps it. Then the members in `watch` lose their seats, as far as they have one. A match with scores ends as it stands, which the host must confirm (`end_match`). */
export interface Change {
  readonly type: "change";
  readonly id: string;
  readonly seq: number;
  readonly sheet: string;
  readonly seats: number;
  readonly game?: string;
  readonly watch?: readonly number[];
  readonly end_match?: boolean;
  readonly clock?: TurnClock | null;
  readonly wait?: number | null;
  readonly sheet_name?: string | null;
}

/** PF-8: free a person's seat (host only). In a deal a bot finishes the hand for their chips. */
export interface Free {
  readonly type: "free";
  readonly id: string;
  readonly seq: number;
  readonly seat: number;
}

/** PF-8: free a member's seat and bar them from joining until they are admitted again (owner only). */
export interface Remove {
  readonly type: "remove";
  readonly id: string;
  readonly seq: number;
  readonly member: number;
}

/** PF-8: let a removed guest join again, by their number in `removed` (owner only). */
export interface Admit {
  readonly type: "admit";
  readonly id: string;
  readonly seq: number;
  readonly number: number;
}

/** PF-8: stop newcomers from joining, or allow them again (host only). */
export interface Lock {
  readonly type: "lock";
  readonly id: string;
  readonly seq: number;
  readonly on?: boolean;
}

/** PF-8: replace the link (owner only). The old one stops working; members are not affected. */
export interface RenewLink {
  readonly type: "renew_link";
  readonly id: string;
  readonly seq: number;
}

/** PF-8: hand the table over to a member who is present (owner only). */
export interface PassHost {
  readonly type: "pass_host";
  readonly id: string;
  readonly seq: number;
  readonly member: number;
}

/** PF-8: start deals without the person of a seat until they are ready again. They have no stake in those deals. The host may do this for anybody, other people for themselves. */
export interface SitOut {
  readonly type: "sit_out";
  readonly id: string;
  readonly seq: number;
  readonly seat: number;
}

/** RT-5: let the person of a seat play again who sat out, at a table with real cards. The host may do this for anybody, other people for themselves. */
export interface SitIn {
  readonly type: "sit_in";
  readonly id: string;
  readonly seq: number;
  readonly seat: number;
}

/** PF-9: let a bot play for a person who lost the connection (anybody seated). PF-8: the host may also do this for a person who is present but has not moved for long. */
export interface StandIn {
  readonly type: "stand_in";
  readonly id: string;
  readonly seq: number;
  readonly seat: number;
}

/** PF-8: remove all empty seats (host only). With `deal`, start the next deal at once. */
export interface CutSeats {
  readonly type: "cut_seats";
  readonly id: string;
  readonly seq: number;
  readonly deal?: boolean;
}

/** PF-22: commit to this client's contribution to a shuffle. `protocol` is the version of the shuffle protocol. `chat`: a chat bot commits on behalf of a person who has no client. */
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

/** PF-22: reveal the contribution, for the manifest whose text has the SHA-256 `manifest`. */
export interface Reveal {
  readonly type: "reveal";
  readonly id: string;
  readonly seq: number;
  readonly deal: number;
  readonly attempt: number;
  readonly contribution: string;
  readonly manifest: string;
}

/** PF-22: take no part in this deal's shuffle, as this client cannot account for an earlier deal. A later commitment cancels it. */
export interface Abstain {
  readonly type: "abstain";
  readonly id: string;
  readonly seq: number;
  readonly deal: number;
}

/** PF-22: leave a person out of this deal's shuffle from its next manifest on. The host may do this at any time, and anybody seated once that person has withheld three times. */
export interface LeaveOut {
  readonly type: "leave_out";
  readonly id: string;
  readonly seq: number;
  readonly deal: number;
  readonly seat: number;
}

/** PF-7: send a short text to the table. */
export interface Say {
  readonly type: "say";
  readonly id: string;
  readonly seq: number;
  readonly text: string;
}

/** PF-7: send an emote. */
export interface SendEmote {
  readonly type: "send_emote";
  readonly id: string;
  readonly seq: number;
  readonly emote: "hello" | "hurry" | "laugh" | "oops" | "thanks" | "think" | "well_played" | "wow";
}

/** PF-38: erase the own name and everything said at this table. Seat and chips stay. `join` sets a name again. */
export interface Forget {
  readonly type: "forget";
  readonly id: string;
  readonly seq: number;
}

/** RT-5: enter a deal that was played with real cards. `deal` must be the number of the next one; `game` and `sheet` must be those of the table. `chairs` has the chair of each seat, in ascending order; the people at all other chairs sat out, and do so until they play again. `entry` is the game's entry. */
export interface Enter {
  readonly type: "enter";
  readonly id: string;
  readonly seq: number;
  readonly deal: number;
  readonly game: string;
  readonly sheet: string;
  readonly chairs: readonly number[];
  readonly entry: unknown;
}

/** RT-5: replace the entry of a deal. A deal that was struck out counts again. */
export interface Correct {
  readonly type: "correct";
  readonly id: string;
  readonly seq: number;
  readonly deal: number;
  readonly entry: unknown;
  readonly note?: string;
}

/** RT-5: let a deal count no longer. */
export interface StrikeOut {
  readonly type: "strike_out";
  readonly id: string;
  readonly seq: number;
  readonly deal: number;
  readonly note?: string;
}

/** RT-5: offer the own line of the next deal to the person who enters it. Null withdraws it. */
export interface OfferLine {
  readonly type: "offer_line";
  readonly id: string;
  readonly seq: number;
  readonly deal: number;
  readonly line: unknown;
}

/** RT-5: decide who may enter deals (host only). */
export interface LetEnter {
  readonly type: "let_enter";
  readonly id: string;
  readonly seq: number;
  readonly who: "all" | "host" | "own";
}

/** RT-1: seat a person without a phone in an empty seat (host only). They are new and have a `name`, or they are a `member` who lost their seat. */
export interface PutPerson {
  readonly type: "put_person";
  readonly id: string;
  readonly seq: number;
  readonly seat: number;
  readonly name?: string;
  readonly member?: number | null;
}

/** RT-1: change the name of a person without a phone (host only). */
export interface Rename {
  readonly type: "rename";
  readonly id: string;
  readonly seq: number;
  readonly member: number;
  readonly name: string;
}

/** RT-2: be a person who has been at the table without a phone, with their seat and chips. Newcomers need the `key` of the link (PF-8). */
export interface Claim {
  readonly type: "claim";
  readonly id: string;
  readonly seq: number;
  readonly member: number;
  readonly key?: string;
}

/** Play an action of the game. */
export interface Act {
  readonly type: "act";
  readonly id: string;
  readonly seq: number;
  readonly action: unknown;
}

/** PF-32: the first message of a connection. `seen` is the last number the client has seen, 0 for a fresh start, and `epoch` the table's epoch at that time. */
export interface Hello {
  readonly type: "hello";
  readonly seen?: number;
  readonly epoch?: string;
}

/** PF-1: the settings of a new table. `sheet` is a code or a preset's name, and `options` override single values of it. The creator takes `seat`, or the first open seat, and is dealer or banker if the game has one. `bots` names the bots for the other seats, from the first on. With `bot_hosts` the first bot is treated as the creator: it deals or banks, and sits before the newcomer unless they chose a seat. `wait` (PF-9) is how long a table without a clock waits for a person who lost the connection. `sheet_name` (PF-47) is the players' own name for the rules. `lesson` (PF-46): the first deal has the cards that the game chose for newcomers. The order must be that of the game's quick table. RT-1: at a `real` table people play with real cards and enter their deals. `names` are those of the people at the other seats, from the first on, who need no phone. `dealer` is the seat that deals or banks first, by default the creator's, and `enterers` says who may enter deals. */
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
  readonly lesson?: boolean;
  readonly real?: boolean;
  readonly names?: readonly string[];
  readonly dealer?: number | null;
  readonly enterers?: "all" | "host" | "own";
}

/** Values of the options of a seat to act, best first, valid for this `seq` of the table. `reasons` say why the first option is better than the next one that is clearly worse; empty if there is none. `worlds` is the largest number of worlds that an option was played in. `judged`: values are unknown and only the distances to the first option are given. */
export interface Hint {
  readonly seq: number;
  readonly seat: number;
  readonly worlds: number;
  readonly options: readonly Choice[];
  readonly reasons?: readonly unknown[];
  readonly taken?: number | null;
  readonly judged?: boolean;
}

/** An option, its expected payoff under good play afterwards, and its distance from the first option. `margin` and `behind_margin` are 95 % margins of one value each. `clearly_worse` takes into account that the first option was selected among several, so `behind` may exceed `behind_margin` without it. `worlds` is the number of worlds it was played in: 0 if it was computed. `exact` values have no error. */
export interface Choice {
  readonly action: unknown;
  readonly mean: number;
  readonly margin: number;
  readonly exact: boolean;
  readonly worlds: number;
  readonly behind: number;
  readonly behind_margin: number;
  readonly clearly_worse: boolean;
}

/** Values of the options at a decision of a finished deal, best first, and the index of the one taken. `step` is the step of the replay that the decision led to, from 0. `cost` is how much less the option taken wins than the best one, with its margin, and `reasons` say why. It is a mistake only if `cost` exceeds `margin`. */
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

/** All decisions of a seat in a deal where it had a choice, in order. `mistakes` are their steps, the most expensive first. Their costs add up to minus `choice`, with its `margin`. `choice` and `luck` add up to the payoff: decisions whose cost is too small to be measured count as luck. */
export interface ReviewedDeal {
  readonly seat: number;
  readonly payoff: number;
  readonly choice: number;
  readonly margin: number;
  readonly luck: number;
  readonly mistakes: readonly number[];
  readonly decisions: readonly Reviewed[];
}

/** The evening at a table, or a page of it. `opened` and `retired` are in milliseconds since 1970; `retired` is 0 while the log exists. `deals_played` counts all deals, including those on other pages or with unreadable entries. `standings` (in the order of the ledger) and `moments` (the rarest first) are computed from `deals`. `personas`: the bot persona of each chair. `hand_overs` settle the ledger among people, who won the `remainder` from bots. PF-11: `games` are those played so far, in that order; `game` and `sheet` are those of the next deal. RT-2: the deals of a `real` table were entered, and so many of all of them are `struck` out. */
export interface Scorebook {
  readonly table: string;
  readonly game: string;
  readonly sheet: string;
  readonly opened: number;
  readonly retired: number;
  readonly deals_played: number;
  readonly deals?: readonly ScorebookDeal[];
  readonly ledger?: readonly LedgerLine[];
  readonly hand_overs?: readonly HandOver[];
  readonly remainder?: number;
  readonly sheet_name?: string;
  readonly standings?: readonly Standing[];
  readonly moments?: readonly Moment[];
  readonly personas?: readonly string[];
  readonly games?: readonly string[];
  readonly real?: boolean;
  readonly struck?: number;
}

/** A finished deal: when it ended (milliseconds since 1970), its game, sheet, players and payoff. Everything is by seat; `chairs` has the chair of each. A seat without a name was played by a person who erased it, unless it is in `bots` or `house`. `lines` are ledger lines of the table, `accounts` the index of each seat's line in the scorebook's ledger. Clients get `accounts` only. `outcome` explains the result as a spectator may know it. RT-5: a deal with real cards was `entered` as `entry`, with this `host` and `match`. It may have been corrected, so often, or `struck` out: then it counts nowhere. `changed_by` is the member who last did that, with a `note`. */
export interface ScorebookDeal {
  readonly deal: number;
  readonly at: number;
  readonly game: string;
  readonly sheet: string;
  readonly names: readonly string[];
  readonly payoff: readonly number[];
  readonly chairs?: readonly number[];
  readonly bots?: readonly number[];
  readonly house?: readonly number[];
  readonly lines?: readonly string[];
  readonly outcome?: Outcome | null;
  readonly accounts?: readonly number[];
  readonly entered?: boolean;
  readonly entry?: unknown;
  readonly host?: number;
  readonly corrections?: number;
  readonly struck?: boolean;
  readonly changed_by?: number | null;
  readonly note?: string;
  readonly match?: unknown;
}

/** One line of the ledger over an evening. `streak` is the most deals won in a row. `run` is the current run: positive if won, negative if lost. A deal with a payoff of zero ends both. */
export interface Standing {
  readonly deals?: number;
  readonly won?: number;
  readonly lost?: number;
  readonly best?: number;
  readonly worst?: number;
  readonly streak?: number;
  readonly run?: number;
}

/** A rare hand or play of an evening, with its deal, game and account. */
export interface Moment {
  readonly deal: number;
  readonly game: string;
  readonly account: number;
  readonly hand: Hand;
}

/** Evenings, the latest first, and their totals. In the ledger people come first; all bots share one line without a name, and the house has another. `hand_overs` settle it among people, who won the `remainder` from bots. `earlier`: there were more evenings before. */
export interface Group {
  readonly evenings: readonly GroupEvening[];
  readonly ledger: readonly LedgerLine[];
  readonly hand_overs?: readonly HandOver[];
  readonly remainder?: number;
  readonly earlier?: boolean;
}

/** One evening: its number, when its table was opened (milliseconds since 1970), and everybody's chips. PF-11: `games` are those played, or the one to be played first. `chips` follow the group's ledger, null for people who were not there. `table` is set only if the reader may open its scorebook. */
export interface GroupEvening {
  readonly evening: number;
  readonly games: readonly string[];
  readonly opened: number;
  readonly deals: number;
  readonly chips: readonly (number | null)[];
  readonly table?: string;
  readonly sheet_name?: string;
}

export type Announcement = Sat | BotSat | SeatFreed | SeatClosed | Forgotten | Went | CameBack | RulesChanged | GameChanged | StoodIn | Unseated | Locked | Unlocked | HostPassed | SatOut | LeftOut | TimedOut | Continued | Said | LineOffered | EnterersChanged | SatIn | Joined | Lost | Removed | Admitted | LinkRenewed | SeatsCut | ManifestPublished | Voided | DealStarted | DealEnded | DealEntered | DealCorrected | DealStruckOut | Claimed;

export type Command = Join | Sit | Rise | Leave | Back | Ready | DealNow | SetBot | Change | Free | Remove | Admit | Lock | RenewLink | PassHost | SitOut | SitIn | StandIn | CutSeats | Commit | Reveal | Abstain | LeaveOut | Say | SendEmote | Forget | Enter | Correct | StrikeOut | OfferLine | LetEnter | PutPerson | Rename | Claim;
