/** PF-45: numbers never appear before the cards. Opened hands turn over one by one; each hand is named when its
 * cards lie open, and chips are shown after the last one. A player may squeeze a card open first, and everything
 * waits for that; the card was in the view all along, so others see nothing of it. A tap on the mat opens
 * everything. */

/** The part of a view that matters for the reveal. */
export interface Sight {
  readonly seq: number;
  readonly deal: number;
  readonly over: boolean;
  readonly seat: number | null;
  /** Seats with visible cards, in the order of the reveal. */
  readonly open: readonly number[];
  /** The player's card to be squeezed open, if any. */
  readonly last: string | null;
  readonly chips: readonly number[];
}

const A_HAND = 620;
const ALL = 3200;
const TURNING = 420;

export class Curtain {
  /** Seats whose cards have not turned over yet. */
  backs = $state.raw<readonly number[]>([]);
  /** Seats whose cards are turning; their hands are not named yet. */
  turning = $state.raw<readonly number[]>([]);
  /** The player's card that lies face down. */
  covered = $state<string | null>(null);
  /** Results are hidden. */
  closed = $state(false);
  /** Everybody's chips before the deal. */
  chips = $state.raw<readonly number[] | null>(null);
  /** Events from this number on are not in the log yet. */
  from = $state<number | null>(null);
  private seen: Sight | null = null;
  private step = A_HAND;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly moving: () => boolean,
    private readonly squeezing: () => boolean,
    private readonly heard: { turned: () => void; settled: () => void },
  ) {}

  follow(sight: Sight): void {
    const before = this.seen;
    this.seen = sight;
    // Facts from before the page was opened are not news.
    if (!before) return;
    const anew = sight.deal !== before.deal;
    const ended = sight.over && (anew || !before.over);
    if (anew) this.draw();
    if (!this.moving()) {
      this.draw();
      if (ended) this.heard.settled();
      return;
    }
    if (sight.last === null) [this.covered, this.from] = [null, this.closed ? this.from : null];
    else if (this.squeezing() && (anew || sight.last !== before.last)) {
      this.covered = sight.last;
      // The log would give it away.
      this.from = before.seq + 1;
    }
    const known = anew ? [] : before.open;
    const fresh = sight.open.filter((seat) => seat !== sight.seat && !known.includes(seat));
    if (ended) {
      this.closed = true;
      this.from ??= before.seq + 1;
      this.chips = sight.chips.length === before.chips.length ? before.chips : null;
    }
    if (!fresh.length && !ended) return;
    this.backs = [...this.backs, ...fresh];
    this.step = Math.min(A_HAND, ALL / Math.max(1, this.backs.length));
    if (this.timer === undefined) this.turn();
  }

  /** The player's card lies open now. */
  uncover(): void {
    this.covered = null;
    if (!this.closed) this.from = null;
    if (this.timer === undefined) this.turn();
  }

  /** Show everything at once. */
  skip(): void {
    const settled = this.closed;
    this.draw();
    if (settled) this.heard.settled();
  }

  /** End the reveal without a sound. */
  private draw(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    [this.backs, this.turning, this.covered, this.closed, this.chips, this.from] = [[], [], null, false, null, null];
  }

  private turn(): void {
    this.timer = undefined;
    if (this.closed && this.covered !== null) return;
    const [next, ...rest] = this.backs;
    if (next === undefined) {
      if (this.turning.length) {
        this.turning = [];
        this.later(TURNING);
      } else if (this.closed) this.skip();
      return;
    }
    this.backs = rest;
    this.turning = [next];
    this.heard.turned();
    this.later(Math.max(this.step, rest.length ? 0 : TURNING));
  }

  private later(time: number): void {
    this.timer = setTimeout(() => this.turn(), time);
  }
}
