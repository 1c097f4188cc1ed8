/** PF-45: numbers never come before the cards. When hands are opened they turn over one by one, what they are is told
 * when they lie there, and what was won when the last one does. A card of one's own can be squeezed open first, and all
 * wait for that; it was in the picture all along, so nobody else sees anything of it. A tap on the mat opens everything. */

/** What a picture shows, as far as a curtain goes. */
export interface Sight {
  readonly seq: number;
  readonly deal: number;
  readonly over: boolean;
  readonly seat: number | null;
  /** The seats whose cards can be seen, in the order in which they are shown. */
  readonly open: readonly number[];
  /** The own card that is to be squeezed open, if there is one. */
  readonly last: string | null;
  readonly chips: readonly number[];
}

const A_HAND = 620;
const ALL = 3200;
const TURNING = 420;

export class Curtain {
  /** Seats whose cards have not turned over yet. */
  backs = $state.raw<readonly number[]>([]);
  /** Seats whose cards are turning: what they are is not told yet. */
  turning = $state.raw<readonly number[]>([]);
  /** The own card that lies face down. */
  covered = $state<string | null>(null);
  /** What was won waits. */
  closed = $state(false);
  /** What everybody had before. */
  chips = $state.raw<readonly number[] | null>(null);
  /** What happened from this number on is not told yet. */
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
    // What was so when the page came is no news.
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
      // The log would tell it.
      this.from = before.seq + 1;
    }
    const known = anew ? [] : before.open;
    const fresh = sight.open.filter((one) => one !== sight.seat && !known.includes(one));
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

  /** The own card lies open now. */
  uncover(): void {
    this.covered = null;
    if (!this.closed) this.from = null;
    if (this.timer === undefined) this.turn();
  }

  /** All that is still to be shown, at once. */
  skip(): void {
    const settled = this.closed;
    this.draw();
    if (settled) this.heard.settled();
  }

  /** Draws the curtain away, without a sound. */
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
