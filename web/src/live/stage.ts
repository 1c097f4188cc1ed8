/** Show views one after the other, each for as long as its facts take to see. A tap skips to the latest. */
import type { Happening, View } from "../protocol/types";

const A_FACT = 260;
const A_MOVE = 340;
const MOST = 1500;

/** Return how long a view stays before the next one replaces it, in milliseconds. */
export function dwell(happened: readonly Happening[]): number {
  let time = 0;
  for (const happening of happened) if (happening.type === "facts") time += A_MOVE + A_FACT * Math.max(0, happening.facts.length - 1);
  return Math.min(time, MOST);
}

export class Stage {
  private readonly waiting: { picture: View; happened: readonly Happening[] }[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly show: (picture: View, happened: readonly Happening[]) => void,
    private readonly moving: () => boolean,
  ) {}

  push(picture: View, happened: readonly Happening[]): void {
    this.waiting.push({ picture, happened });
    if (this.timer === undefined) this.next();
  }

  /** Show everything that is queued, at once. */
  skip(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    while (this.waiting.length) this.one();
  }

  private next(): void {
    this.timer = undefined;
    if (!this.waiting.length) return;
    const time = this.one();
    if (time > 0) this.timer = setTimeout(() => this.next(), time);
    else this.next();
  }

  private one(): number {
    const { picture, happened } = this.waiting.shift() ?? {};
    if (!picture) return 0;
    this.show(picture, happened ?? []);
    if (!this.moving()) return 0;
    return dwell(happened ?? []) / (this.waiting.length > 3 ? 3 : 1);
  }
}
