/** What a page knows of one table: the last view, what is chosen, what was refused. It sends through a voice (a socket, or
 * nothing in a gallery) and knows no rules. */
import { arranged, moved, type Sorting } from "../cards/arrange";
import type { DealView, GameInfo, Tagged, Whole } from "../protocol/types";
import { settings } from "../settings.svelte";
import { Teller } from "../words/telling";
import { t } from "../words/words.svelte";

export interface Voice {
  act(action: Tagged): void;
  ready(): void;
}

export interface Refusal {
  text: string;
  rule: string;
}

export class Sitting {
  whole = $state.raw<Whole | null>(null);
  info = $state.raw<GameInfo | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  /** A command is on its way and has no answer yet. */
  busy = $state(false);
  raised = $state.raw<readonly string[]>([]);
  sorting = $state<Sorting>("rank");
  twoHigh = $state(false);
  private kept = $state.raw<readonly string[]>([]);

  readonly deal: DealView | null = $derived(this.whole?.deal ?? null);
  readonly seat: number | null = $derived(this.whole?.you.seat ?? null);
  readonly legal: readonly Tagged[] = $derived(this.deal?.legal ?? []);
  readonly names: readonly string[] = $derived((this.whole?.table.seats ?? []).map((one, seat) => seatName(one, seat, seat === this.seat)));
  readonly tell: Teller | null = $derived(this.info && new Teller(this.info, settings.lang, this.names));

  constructor(readonly voice: Voice) {}

  /** The hand in the order the person keeps it. */
  hand(cards: readonly string[]): string[] {
    return arranged(this.kept, cards, this.sorting, this.twoHigh);
  }

  toggle(card: string): void {
    this.refusal = null;
    this.raised = this.raised.includes(card) ? this.raised.filter((one) => one !== card) : [...this.raised, card];
  }

  raise(cards: readonly string[]): void {
    this.refusal = null;
    this.raised = cards;
  }

  move(hand: readonly string[], from: number, to: number): void {
    this.kept = moved(hand, from, to);
    this.sorting = "own";
  }

  act(action: Tagged): void {
    this.refusal = null;
    this.voice.act(action);
  }

  /** The legal actions of one kind. */
  of<A extends Tagged>(type: A["type"]): A[] {
    return this.legal.filter((one): one is A => one.type === type);
  }
}

function seatName(one: { name?: string; level?: string; member?: number | null }, seat: number, mine: boolean): string {
  if (one.level) return t("seat.bot", { number: seat + 1 });
  if (mine && !one.name) return t("seat.you");
  return one.name || t("seat.free");
}
