/** What a page knows of one table and has chosen there: the picture, the log, the raised cards, what was refused. It
 * speaks through a voice (a connection, or nothing in a gallery) and knows no rules. */
import { arranged, moved, type Sorting } from "../cards/arrange";
import { marked, plain } from "../cards/cards";
import type { DealView, GameInfo, Happening, SeatInfo, TableView, Tagged, Text, Whole } from "../protocol/types";
import { settings } from "../settings.svelte";
import { announce } from "../words/announcing";
import { Phraser } from "../words/phrasing";
import { t } from "../words/words.svelte";
import type { Answer, Draft } from "./link";

export interface Voice {
  send(draft: Draft): Promise<Answer>;
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
}

export interface LogLine {
  key: string;
  text: string;
  /** A fact of the game, not of the table around it. */
  fact: boolean;
}

const MOST_TOLD = 300;

export class Session {
  whole = $state.raw<Whole | null>(null);
  info = $state.raw<GameInfo | null>(null);
  shared = $state.raw<Readonly<Record<string, Text>>>({});
  private refused = $state.raw<{ seq: number; words: () => Refusal } | null>(null);
  /** A command is on its way and has no answer yet. */
  busy = $state(false);
  raised = $state.raw<readonly string[]>([]);
  sorting = $state<Sorting>("rank");
  twoHigh = $state(false);
  private kept = $state.raw<readonly string[]>([]);
  private told = $state.raw<readonly Told[]>([]);
  private people = $state.raw<Readonly<Record<number, string>>>({});

  readonly table: TableView | null = $derived(this.whole?.table ?? null);
  readonly deal: DealView | null = $derived(this.whole?.deal ?? null);
  readonly seat: number | null = $derived(this.whole?.you.seat ?? null);
  readonly member: number | null = $derived(this.whole?.you.member ?? null);
  readonly host: boolean = $derived(this.member !== null && this.table?.host === this.member);
  readonly playing: boolean = $derived(this.table?.phase === "playing");
  readonly legal: readonly Tagged[] = $derived(this.deal?.legal ?? []);
  readonly texts: Readonly<Record<string, Text>> = $derived({ ...this.shared, ...this.info?.texts });
  /** What the house is called where it has a seat. */
  readonly house: string = $derived(this.texts["seat.house"]?.[settings.lang] ?? "");
  readonly names: readonly string[] = $derived((this.table?.seats ?? []).map((one, seat) => (one.closed ? this.house : seatName(one, seat))));
  readonly tell: Phraser = $derived(new Phraser(this.texts, settings.lang, this.names, (this.deal?.view as { phase?: string } | undefined)?.phase));
  /** Why the last thing tried cannot be done, for as long as nothing has changed. */
  readonly refusal: Refusal | null = $derived(this.refused?.words() ?? null);
  /** The raised cards as the house writes them. */
  readonly chosen: readonly string[] = $derived(this.raised.map(plain));
  /** The log in words, the newest last. */
  readonly log: readonly LogLine[] = $derived(
    this.told.flatMap(({ seq, happening, names }): LogLine[] => {
      const tell = new Phraser(this.texts, settings.lang, names);
      if (happening.type === "facts") return happening.facts.map((fact, index) => ({ key: `${seq}.${index}`, text: tell.fact(fact), fact: true }));
      const text = happening.type === "said" ? "" : announce(happening, { tell, lang: settings.lang, people: this.people, presets: this.info?.presets ?? [] });
      return text ? [{ key: String(seq), text, fact: false }] : [];
    }),
  );

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

  /** Takes in a picture and what led to it. */
  show(picture: Whole, happened: readonly Happening[]): void {
    const changed = picture.deal !== this.whole?.deal || picture.table !== this.whole?.table;
    if (changed && this.refused && picture.seq > this.refused.seq) this.refused = null;
    this.whole = picture;
    this.people = { ...this.people, ...peopleOf(picture.table) };
    if (happened.length) {
      const names = this.names;
      let told = this.told;
      for (const happening of happened) {
        // Some games let nobody look at what was played before.
        if (happening.type === "facts" && happening.clears) told = told.filter((one) => one.happening.type !== "facts");
        told = [...told, { seq: happening.seq, happening, names }];
      }
      this.told = told.slice(-MOST_TOLD);
    }
  }

  personName(member: number): string {
    return this.people[member] ?? "";
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

  /** What was refused is no longer what the person is about. */
  forget(): void {
    this.refused = null;
  }

  act(action: Tagged): void {
    void this.send({ type: "act", action });
  }

  /** Sends a command and shows why, if it is refused. */
  async send(draft: Draft): Promise<boolean> {
    this.refused = null;
    this.busy = true;
    const answer = await this.voice.send(draft);
    this.busy = false;
    if (answer.type === "refused") {
      const words = (): Refusal => ({ text: this.tell.refusal(answer.code, { ...answer.params, host: this.personName(this.table?.host ?? -1) }), rule: answer.rule ?? "" });
      this.refused = { seq: this.whole?.seq ?? 0, words };
    } else if (answer.type === "stale" && draft.type === "act") this.refused = { seq: answer.seq, words: () => ({ text: t("table.moved_on"), rule: "" }) };
    return answer.type === "done";
  }
}

function seatName(one: SeatInfo, seat: number): string {
  return one.level ? t("seat.bot", { number: seat + 1 }) : one.name || t("seat.free");
}

function peopleOf(table: TableView): Record<number, string> {
  const found: Record<number, string> = {};
  for (const one of table.ledger ?? []) if (one.member != null) found[one.member] = one.name;
  for (const [member, name] of table.watchers) found[member] = name;
  for (const one of table.seats) if (one.member != null) found[one.member] = one.name ?? "";
  return found;
}
