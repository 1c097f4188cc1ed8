/** What a page shows of one table and what was chosen there: the picture, the log, the raised cards, what was refused. More
 * may have been received by then: the picture is what a person sees, and commands are made for that. It speaks through a
 * voice (a connection, or nothing in a gallery) and knows no rules. */
import { arranged, moved, type Sorting } from "../cards/arrange";
import { marked, plain } from "../cards/cards";
import type { DealView, GameInfo, Happening, Player, SeatInfo, TableView, Tagged, View } from "../protocol/types";
import { settings } from "../settings.svelte";
import { announce } from "../words/announcing";
import { botNamed } from "../words/botNamed";
import { Phraser, wordingOf, type Wording } from "../words/phrasing";
import { t } from "../words/words.svelte";
import type { Warned } from "./contributing";
import { Hold } from "./hold.svelte";
import type { Answer, Draft } from "./link";

export interface Voice {
  /** Says a command that was made for what is on the screen: the table as it was at number `shown`. */
  send(draft: Draft, shown: number): Promise<Answer>;
}

export interface Refusal {
  text: string;
  rule: string;
}

/** Something that happened, with the names as they were then. */
interface Told {
  seq: number;
  happening: Happening;
  names: readonly string[];
  /** It was over before this page came. */
  past: boolean;
}

export interface LogLine {
  key: string;
  /** Of what happened. */
  type: string;
  text: string;
  /** A fact of the game, not of the table around it. */
  fact: boolean;
  /** It was over before this page came. */
  past: boolean;
}

const MOST_TOLD = 300;

export class Session {
  /** The rules that somebody does not believe, by their numbers, and what was said by them. */
  disputed = $state.raw<{ rules: readonly string[]; said: string } | null>(null);
  /** What happened from this number on is not told yet, because it is not seen yet. */
  withheld = $state<number | null>(null);
  whole = $state.raw<View | null>(null);
  info = $state.raw<GameInfo | null>(null);
  shared = $state.raw<Parameters<typeof wordingOf>[0]>({});
  private refused = $state.raw<{ seq: number; words: () => Refusal } | null>(null);
  /** PF-44: what commands the table is dead; and apart from it, what is said there. */
  private readonly commanding = new Hold();
  private readonly talking = new Hold();
  raised = $state.raw<readonly string[]>([]);
  sorting = $state<Sorting>("rank");
  twoHigh = $state(false);
  /** What was last staked or chosen for a stake: the next one begins with it. */
  stake = $state(0);
  private kept = $state.raw<readonly string[]>([]);
  private told = $state.raw<readonly Told[]>([]);
  /** PF-22: what the person should know of the shuffles, until they have read it. */
  warnings = $state.raw<readonly Warned[]>([]);
  private people = $state.raw<Readonly<Record<number, string>>>({});

  readonly held: boolean = $derived(this.commanding.on);
  readonly saying: boolean = $derived(this.talking.on);
  readonly table: TableView | null = $derived(this.whole?.table ?? null);
  readonly deal: DealView | null = $derived(this.whole?.deal ?? null);
  readonly seat: number | null = $derived(this.whole?.you.seat ?? null);
  readonly member: number | null = $derived(this.whole?.you.member ?? null);
  readonly host: boolean = $derived(this.member !== null && this.table?.host === this.member);
  readonly playing: boolean = $derived(this.table?.phase === "playing");
  readonly legal: readonly Tagged[] = $derived(this.deal?.legal ?? []);
  private readonly wording: Wording = $derived(wordingOf(this.shared, this.info));
  /** What the house is called where it has a seat. */
  readonly house: string = $derived(this.wording.texts["seat.house"]?.[settings.lang] ?? "");
  readonly names: readonly string[] = $derived((this.table?.seats ?? []).map((one, seat) => (one.closed ? this.house : one.level ? this.botName(seat) : personName(one))));
  /** Names by member, of all who were ever here; who took theirs back is someone. */
  private readonly named: Readonly<Record<number, string>> = $derived(Object.fromEntries(Object.entries(this.people).map(([member, name]) => [member, name || t("seat.someone")])));
  readonly tell: Phraser = $derived(new Phraser(this.wording, settings.lang, this.names, this.deal?.view));
  /** The last deal told by the names of who played it: whose chips a seat played for may sit elsewhere by now, or be gone. */
  readonly tellOver: Phraser = $derived(new Phraser(this.wording, settings.lang, (this.deal?.players ?? []).map((one) => this.playerName(one))));
  /** Why the last thing tried cannot be done, for as long as nothing has changed. */
  readonly refusal: Refusal | null = $derived(this.refused?.words() ?? null);
  /** The raised cards as the house writes them. */
  readonly chosen: readonly string[] = $derived(this.raised.map(plain));
  /** The log in words, the newest last. */
  readonly log: readonly LogLine[] = $derived(
    this.told.flatMap(({ seq, happening, names, past }): LogLine[] => {
      if (this.withheld !== null && seq >= this.withheld && happening.type !== "said") return [];
      const tell = new Phraser(this.wording, settings.lang, names);
      if (happening.type === "facts") return happening.facts.map((fact, index) => ({ key: `${seq}.${index}`, type: happening.type, text: tell.fact(fact), fact: true, past }));
      const text = happening.type === "said" ? "" : announce(happening, { tell, lang: settings.lang, people: this.named, presets: this.info?.presets ?? [] });
      return text ? [{ key: String(seq), type: happening.type, text, fact: false, past }] : [];
    }),
  );

  /** The seat from which this person has a part in the deal: none for who sits it out, or took the seat after it. */
  readonly playsFrom: number | null = $derived(this.seat === null || this.deal?.out?.includes(this.seat) || this.table?.seats[this.seat]?.new ? null : this.seat);
  readonly satOut: boolean = $derived(this.seat !== null && Boolean(this.deal?.out?.includes(this.seat)) && !this.table?.seats[this.seat]?.new);

  /** The seats that somebody could sit down in between deals: those of nobody, then those of bots. */
  readonly open: readonly number[] = $derived.by(() => {
    const seats = (this.table?.seats ?? []).map((one, seat) => ({ ...one, seat })).filter((one) => one.member == null && !one.closed);
    return [...seats.filter((one) => !one.level), ...seats.filter((one) => one.level)].map((one) => one.seat);
  });

  constructor(readonly voice: Voice) {}

  /** What a seat is called for who would sit down in it. */
  offer(seat: number): string {
    return this.table?.seats[seat]?.level ? t("lobby.take_over", { name: this.names[seat] ?? "" }) : t("lobby.sit", { number: seat + 1 });
  }

  /** Puts a picture on the screen, and what led to it into the log. */
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
      const names = this.names;
      let told = this.told;
      for (const happening of happened) {
        if (happening.type === "forgotten") told = withoutName(told, happening.member, before[happening.member] ?? "", t("seat.someone"));
        // Some games let nobody look at what was played before.
        if (happening.type === "facts" && happening.clears) told = told.filter((one) => one.happening.type !== "facts");
        told = [...told, { seq: happening.seq, happening, names, past: false }];
      }
      this.told = told.slice(-MOST_TOLD);
    }
  }

  /** What had happened before a view came goes into the log; what is there already stays as it was told. */
  private lookBack(happened: readonly Happening[]): void {
    const known = new Set(this.told.map((one) => one.seq));
    const names = this.names;
    const past = happened.filter((one) => !known.has(one.seq)).map((happening): Told => ({ seq: happening.seq, happening, names, past: true }));
    this.told = [...this.told, ...past].sort((one, other) => one.seq - other.seq).slice(-MOST_TOLD);
  }

  /** What a bot in a seat is called. */
  botName(seat: number): string {
    return botNamed(this.wording.texts, this.table?.personas, seat);
  }

  private playerName({ member, bot }: Player): string {
    return member != null ? this.personName(member) : bot ? (this.wording.texts[`bot.${bot}`]?.[settings.lang] ?? bot) : this.house;
  }

  personName(member: number): string {
    return this.people[member] || t("seat.someone");
  }

  /** The hand in the order the person keeps it. */
  hand(cards: readonly string[]): string[] {
    return arranged(this.kept, marked(cards), this.sorting, this.twoHigh);
  }

  /** Lets go of raised cards that are no longer held. */
  holding(hand: readonly string[]): void {
    if (this.raised.some((card) => !hand.includes(card))) this.raised = this.raised.filter((card) => hand.includes(card));
  }

  toggle(card: string): void {
    this.refused = null;
    this.raised = this.raised.includes(card) ? this.raised.filter((one) => one !== card) : [...this.raised, card];
  }

  raise(cards: readonly string[]): void {
    this.refused = null;
    this.raised = marked(cards);
  }

  move(hand: readonly string[], from: number, to: number): void {
    this.kept = moved(hand, from, to);
    this.sorting = "own";
  }

  /** The legal actions of one kind. */
  of<A extends Tagged>(type: A["type"]): A[] {
    return this.legal.filter((one): one is A => one.type === type);
  }

  /** Says what is missing before something can be tried at all. */
  remind(text: () => string): void {
    this.refused = { seq: this.whole?.seq ?? 0, words: () => ({ text: text(), rule: "" }) };
  }

  warn(warned: Warned): void {
    this.warnings = [...this.warnings, warned];
  }

  /** What was refused is no longer what the person is about. */
  forget(): void {
    this.refused = null;
  }

  act(action: Tagged): void {
    void this.send({ type: "act", action });
  }

  /** What a control does: sends a command, or several one after the other as long as they are followed, and shows why if
   * one is refused. Nothing, if the control is dead; then no handler should have been called, but whatever calls this, a
   * tap does one thing. */
  async send(...drafts: readonly [Draft, ...Draft[]]): Promise<boolean> {
    const hold = isTalk(drafts[0]) ? this.talking : this.commanding;
    return hold.take() && this.carry(hold, drafts);
  }

  /** The same for a command that has to be made first, which takes a moment: the controls are dead from the tap on. */
  async sendMade(make: () => Promise<Draft>): Promise<boolean> {
    if (!this.commanding.take()) return false;
    let draft: Draft;
    try {
      draft = await make();
    } catch (error) {
      this.commanding.end();
      throw error;
    }
    return this.carry(this.commanding, [draft]);
  }

  /** What the page does by itself. */
  async unasked(draft: Draft): Promise<boolean> {
    this.commanding.begin();
    return this.carry(this.commanding, [draft]);
  }

  private async carry(hold: Hold, drafts: readonly Draft[]): Promise<boolean> {
    this.refused = null;
    let due: number | undefined;
    for (const draft of drafts) {
      const answer = await this.voice.send(draft, this.whole?.seq ?? 0);
      if (answer.type !== "refused") due = answer.seq;
      if (answer.type === "done") continue;
      if (answer.type === "refused") {
        const words = (): Refusal => ({ text: this.tell.refusal(answer.code, { ...answer.params, host: this.personName(this.table?.host ?? -1) }), rule: answer.rule ?? "" });
        this.refused = { seq: this.whole?.seq ?? 0, words };
      } else if (draft.type === "act") this.refused = { seq: answer.seq, words: () => ({ text: t("table.moved_on"), rule: "" }) };
      hold.end(due);
      return false;
    }
    hold.end(due);
    return true;
  }
}

const isTalk = ({ type }: Draft): boolean => type === "say" || type === "emote";

/** What a person can do at a table, in a form that can be compared. */
function offered(picture: View | null): string {
  if (!picture) return "";
  const { table, you, deal } = picture;
  const mine = you.seat == null ? null : table.seats[you.seat];
  return JSON.stringify([table.phase, table.host, you, mine?.ready, mine?.away, deal?.number, deal?.legal ?? []]);
}

function personName(one: SeatInfo): string {
  return one.name || t(one.member == null ? "seat.free" : "seat.someone");
}

/** PF-38: what was told, without the name that somebody took back. */
function withoutName(told: readonly Told[], member: number, name: string, instead: string): readonly Told[] {
  return told
    .filter(({ happening }) => happening.type !== "joined" || happening.member !== member)
    .map((one) => (name && one.names.includes(name) ? { ...one, names: one.names.map((other) => (other === name ? instead : other)) } : one));
}

function peopleOf(table: TableView): Record<number, string> {
  const found: Record<number, string> = {};
  for (const one of table.ledger ?? []) if (one.member != null) found[one.member] = one.name;
  for (const [member, name] of table.watchers) found[member] = name;
  for (const one of table.seats) if (one.member != null) found[one.member] = one.name ?? "";
  return found;
}
