/** State of the page of one table: the view on the screen, the log, raised cards, refusals. More may have been
 * received; commands refer to the view on the screen. It sends through a `Voice` and knows no rules of any game. */
import { arranged, moved, type Sorting } from "../cards/arrange";
import { marked, plain } from "../cards/cards";
import type { Catalogue, DealView, GameInfo, Happening, Player, SeatInfo, TableView, Tagged, View } from "../protocol/types";
import { settings } from "../settings.svelte";
import { announce } from "../text/announcing";
import { botNamed } from "../text/botNamed";
import { Phraser, wordingOf, type Wording } from "../text/phrasing";
import { t } from "../text";
import type { Shield } from "./contributing";
import { Hold } from "./hold.svelte";
import type { Answer, Command } from "./link";

export interface Voice {
  /** Send a command made for the view on the screen, at number `shown`. */
  send(command: Command, shown: number): Promise<Answer>;
}

export interface Refusal {
  code: string;
  text: string;
  rule: string;
}

/** An event with the names as they were at that time. */
interface Told {
  seq: number;
  happening: Happening;
  /** By seat for a fact of the game, otherwise by chair. */
  names: readonly string[];
  /** PF-11: of the deal that it belongs to. */
  game: string;
  /** It happened before the page was opened. */
  past: boolean;
}

export interface LogLine {
  key: string;
  /** Type of the event. */
  type: string;
  text: string;
  /** A fact of the game, not an event of the table. */
  fact: boolean;
  /** It happened before the page was opened. */
  past: boolean;
}

const MOST_TOLD = 300;

export class Session {
  /** Numbers of the rules that a person disputes, and the sentence they doubt. */
  disputed = $state.raw<{ rules: readonly string[]; said: string } | null>(null);
  /** Events from this number on are not in the log yet, because they are not on the screen yet. */
  withheld = $state<number | null>(null);
  whole = $state.raw<View | null>(null);
  shared = $state.raw<Partial<Pick<Catalogue, "texts" | "kinds" | "games">>>({});
  private refused = $state.raw<{ seq: number; words: () => Refusal } | null>(null);
  /** PF-44: disables the controls of the table; `talking` those of the chat. */
  private readonly commanding = new Hold();
  private readonly talking = new Hold();
  raised = $state.raw<readonly string[]>([]);
  sorting = $state<Sorting>("rank");
  /** Last stake placed or chosen: default of the next one. */
  stake = $state(0);
  private kept = $state.raw<readonly string[]>([]);
  private told = $state.raw<readonly Told[]>([]);
  /** PF-22: provability of the deal, and the person's decision to go on nevertheless. */
  shield = $state.raw<Shield>({ state: "none", reason: "", notice: null });
  goOn: () => void = () => undefined;
  private people = $state.raw<Readonly<Record<number, string>>>({});

  readonly held: boolean = $derived(this.commanding.on);
  /** A command has waited for its answer for long. */
  readonly late: boolean = $derived(this.commanding.late);
  readonly saying: boolean = $derived(this.talking.on);
  readonly table: TableView | null = $derived(this.whole?.table ?? null);
  readonly deal: DealView | null = $derived(this.whole?.deal ?? null);
  /** The person's chair: their place at the table. */
  readonly chair: number | null = $derived(this.whole?.you.seat ?? null);
  readonly member: number | null = $derived(this.whole?.you.member ?? null);
  /** PF-8: the owner removed this person, who may not join. */
  readonly removed: boolean = $derived(this.whole?.you.removed ?? false);
  readonly host: boolean = $derived(this.member !== null && this.table?.host === this.member);
  readonly playing: boolean = $derived(this.table?.phase === "playing");
  readonly legal: readonly Tagged[] = $derived(this.deal?.legal ?? []);
  readonly games: readonly GameInfo[] = $derived(this.shared.games ?? []);
  /** PF-11: the game of the next deal, and that of the deal on the screen. */
  readonly info: GameInfo | null = $derived(this.games.find(({ name }) => name === this.table?.game) ?? null);
  readonly dealt: GameInfo | null = $derived(this.deal ? (this.games.find(({ name }) => name === this.deal?.game) ?? null) : this.info);
  private readonly wordings: ReadonlyMap<string, Wording> = $derived(new Map(this.games.map((game) => [game.name, wordingOf(this.shared, game)])));
  private readonly wording: Wording = $derived(this.wordingIn(this.dealt?.name ?? ""));
  /** Name of the house where it has a seat. */
  readonly house: string = $derived(this.wording.texts["seat.house"]?.[settings.lang] ?? "");
  /** Names by chair. */
  readonly names: readonly string[] = $derived((this.table?.seats ?? []).map((seatInfo, seat) => (seatInfo.closed ? this.house : seatInfo.level ? this.botName(seat) : personName(seatInfo))));
  /** Names of all members ever, by member; "someone" for those who withdrew their name. */
  private readonly named: Readonly<Record<number, string>> = $derived(Object.fromEntries(Object.entries(this.people).map(([member, name]) => [member, name || t("seat.someone")])));
  /** Names by seat of the deal: that of a bot which plays for a person, otherwise that of the chair. */
  private readonly players: readonly string[] = $derived((this.deal?.chairs ?? []).map((chair) => (this.deal?.out?.includes(chair) ? this.botName(chair) : (this.names[chair] ?? ""))));
  /** Phraser of the deal, which knows seats. */
  readonly tell: Phraser = $derived(new Phraser(this.wording, settings.lang, this.players, this.deal?.view));
  /** Phraser of the last deal with the names of its players; by now others may sit in their seats. */
  readonly tellOver: Phraser = $derived(new Phraser(this.wording, settings.lang, (this.deal?.players ?? []).map((player) => this.playerName(player))));
  /** Reason why the last command was refused, until something changes. */
  readonly refusal: Refusal | null = $derived(this.refused?.words() ?? null);
  /** The raised cards as the server writes them. */
  readonly chosen: readonly string[] = $derived(this.raised.map(plain));
  /** The log in words, newest last. */
  readonly log: readonly LogLine[] = $derived(
    this.told.flatMap(({ seq, happening, names, game, past }): LogLine[] => {
      if (this.withheld !== null && seq >= this.withheld && happening.type !== "said") return [];
      const tell = new Phraser(this.wordingIn(game), settings.lang, names);
      if (happening.type === "facts") return happening.facts.map((fact, index) => ({ key: `${seq}.${index}`, type: happening.type, text: tell.fact(fact), fact: true, past }));
      const text = happening.type === "said" ? "" : announce(happening, { tell, lang: settings.lang, people: this.named, games: this.games });
      return text ? [{ key: String(seq), type: happening.type, text, fact: false, past }] : [];
    }),
  );

  readonly satOut: boolean = $derived(this.chair !== null && Boolean(this.deal?.out?.includes(this.chair)) && !this.table?.seats[this.chair]?.new);
  /** The person's seat in the deal; null if they sit it out or took the chair after it began. */
  readonly seat: number | null = $derived(this.chair === null || this.satOut || this.table?.seats[this.chair]?.new ? null : this.seatAt(this.chair));

  /** Chairs that a person can take between deals: free seats, then those of bots. */
  readonly open: readonly number[] = $derived.by(() => {
    const seats = (this.table?.seats ?? []).map((seatInfo, seat) => ({ ...seatInfo, seat })).filter((open) => open.member == null && !open.closed);
    return [...seats.filter((open) => !open.level), ...seats.filter((open) => open.level)].map((open) => open.seat);
  });

  constructor(readonly voice: Voice) {}

  /** Return the seat of a chair in the deal, null if it has none. The table has chairs, a deal has seats: this function
   * and `chairOf` are the only places where one becomes the other. */
  seatAt(chair: number): number | null {
    const seat = this.deal?.chairs.indexOf(chair) ?? -1;
    return seat < 0 ? null : seat;
  }

  chairOf(seat: number): number {
    return this.deal?.chairs[seat] ?? seat;
  }

  /** Return the label of a seat for a person who may sit down there. */
  offer(seat: number): string {
    return this.table?.seats[seat]?.level ? t("lobby.take_over", { name: this.names[seat] ?? "" }) : t("lobby.sit", { number: seat + 1 });
  }

  /** Put a view on the screen and the events before it into the log. */
  show(picture: View, happened: readonly Happening[]): void {
    const changed = picture.deal !== this.whole?.deal || picture.table !== this.whole?.table;
    this.commanding.saw(picture.seq, changed && offered(picture) !== offered(this.whole));
    this.talking.saw(picture.seq, false);
    if (changed && this.refused && picture.seq > this.refused.seq) this.refused = null;
    const before = this.people;
    this.whole = picture;
    this.people = { ...before, ...peopleOf(picture.table) };
    if (picture.happened?.length) this.lookBack(picture.happened);
    if (happened.length) {
      let told = this.told;
      for (const happening of happened) {
        if (happening.type === "forgotten") told = withoutName(told, happening.member, before[happening.member] ?? "", t("seat.someone"));
        // Some games do not let players look up earlier plays.
        if (happening.type === "facts" && happening.clears) told = told.filter((entry) => entry.happening.type !== "facts");
        told = [...told, { seq: happening.seq, happening, names: this.namesFor(happening), game: this.dealt?.name ?? "", past: false }];
      }
      this.told = told.slice(-MOST_TOLD);
    }
  }

  /** Add events from before the view to the log. Existing entries stay as they are. */
  private lookBack(happened: readonly Happening[]): void {
    const known = new Set(this.told.map((entry) => entry.seq));
    const past = happened.filter((happening) => !known.has(happening.seq)).map((happening): Told => ({ seq: happening.seq, happening, names: this.namesFor(happening), game: this.dealt?.name ?? "", past: true }));
    this.told = [...this.told, ...past].sort((first, other) => first.seq - other.seq).slice(-MOST_TOLD);
  }

  private namesFor(happening: Happening): readonly string[] {
    return happening.type === "facts" ? this.players : this.names;
  }

  /** Return the texts of a game with those that all games share. */
  wordingIn(game: string): Wording {
    return this.wordings.get(game) ?? wordingOf(this.shared);
  }

  /** Return the name of the bot in a chair. */
  botName(chair: number): string {
    return botNamed(this.wording.texts, this.table?.personas, chair);
  }

  private playerName({ member, bot }: Player): string {
    return member != null ? this.personName(member) : bot ? (this.wording.texts[`bot.${bot}`]?.[settings.lang] ?? bot) : this.house;
  }

  personName(member: number): string {
    return this.people[member] || t("seat.someone");
  }

  /** Return the hand in the person's order. */
  hand(cards: readonly string[]): string[] {
    return arranged(this.kept, marked(cards), this.sorting, this.dealt);
  }

  /** Drop raised cards that are no longer in the hand. */
  holding(hand: readonly string[]): void {
    if (this.raised.some((card) => !hand.includes(card))) this.raised = this.raised.filter((card) => hand.includes(card));
  }

  toggle(card: string): void {
    this.refused = null;
    this.raised = this.raised.includes(card) ? this.raised.filter((other) => other !== card) : [...this.raised, card];
  }

  raise(cards: readonly string[]): void {
    this.refused = null;
    this.raised = marked(cards);
  }

  move(hand: readonly string[], from: number, to: number): void {
    this.kept = moved(hand, from, to);
    this.sorting = "own";
  }

  /** Return the legal actions of one type. */
  of<A extends Tagged>(type: A["type"]): A[] {
    return this.legal.filter((action): action is A => action.type === type);
  }

  /** Say what is missing before a command can be sent. */
  remind(text: () => string): void {
    this.refused = { seq: this.whole?.seq ?? 0, words: () => ({ code: "", text: text(), rule: "" }) };
  }

  /** The person has moved on: drop the refusal. */
  forget(): void {
    this.refused = null;
  }

  act(action: Tagged): void {
    void this.send({ type: "act", action });
  }

  /** Send the command of a control, or several in a row until one is refused, and show the refusal. Does nothing if
   * controls are disabled. */
  async send(...commands: readonly [Command, ...Command[]]): Promise<boolean> {
    const hold = isTalk(commands[0]) ? this.talking : this.commanding;
    return hold.take() && this.carry(hold, commands);
  }

  /** Like `send`, for a command that takes a moment to make: controls are disabled from the tap on. */
  async sendMade(make: () => Promise<Command>): Promise<boolean> {
    if (!this.commanding.take()) return false;
    let command: Command;
    try {
      command = await make();
    } catch (error) {
      this.commanding.end();
      throw error;
    }
    return this.carry(this.commanding, [command]);
  }

  /** Send a command that no control was used for. */
  async unasked(command: Command): Promise<boolean> {
    this.commanding.begin();
    return this.carry(this.commanding, [command]);
  }

  private async carry(hold: Hold, commands: readonly Command[]): Promise<boolean> {
    this.refused = null;
    let due: number | undefined;
    for (const command of commands) {
      const answer = await this.voice.send(command, this.whole?.seq ?? 0);
      if (answer.type !== "refused") due = answer.seq;
      if (answer.type === "done") continue;
      if (answer.type === "refused") {
        const words = (): Refusal => ({ code: answer.code, text: this.tell.refusal(answer.code, { ...answer.params, host: this.personName(this.table?.host ?? -1) }), rule: answer.rule ?? "" });
        this.refused = { seq: this.whole?.seq ?? 0, words };
      } else if (command.type === "act") this.refused = { seq: answer.seq, words: () => ({ code: "stale", text: t("table.moved_on"), rule: "" }) };
      hold.end(due);
      return false;
    }
    hold.end(due);
    return true;
  }
}

const isTalk = ({ type }: Command): boolean => type === "say" || type === "send_emote";

/** Return what a person can do at a table, in a form that can be compared. */
function offered(picture: View | null): string {
  if (!picture) return "";
  const { table, you, deal } = picture;
  const mine = you.seat == null ? null : table.seats[you.seat];
  return JSON.stringify([table.phase, table.host, you, mine?.ready, mine?.away, deal?.number, deal?.legal ?? []]);
}

function personName(seatInfo: SeatInfo): string {
  return seatInfo.name || t(seatInfo.member == null ? "seat.free" : "seat.someone");
}

/** PF-38: return the events without a name that was withdrawn. */
function withoutName(told: readonly Told[], member: number, name: string, instead: string): readonly Told[] {
  return told
    .filter(({ happening }) => happening.type !== "joined" || happening.member !== member)
    .map((entry) => (name && entry.names.includes(name) ? { ...entry, names: entry.names.map((other) => (other === name ? instead : other)) } : entry));
}

function peopleOf(table: TableView): Record<number, string> {
  const namesOfMembers: Record<number, string> = {};
  for (const line of table.ledger ?? []) if (line.member != null) namesOfMembers[line.member] = line.name;
  for (const [member, name] of table.watchers) namesOfMembers[member] = name;
  for (const seatInfo of table.seats) if (seatInfo.member != null) namesOfMembers[seatInfo.member] = seatInfo.name ?? "";
  return namesOfMembers;
}
