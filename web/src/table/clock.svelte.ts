/** The turn clock in server time: each seat's remaining time. */
import type { View } from "../protocol/types";

/** Remaining time of a seat: as a fraction from 1 to 0, and in seconds. */
export interface TimeLeft {
  share: number;
  seconds: number;
}

/** Seconds are shown from here on. */
export const FEW_SECONDS = 10;

export class TurnClock {
  /** By seat, for seats with a running clock. */
  left = $state.raw<Readonly<Record<number, TimeLeft>>>({});
  private offset = 0;
  private timer: ReturnType<typeof setInterval> | undefined;

  /** Follow a view. Returns a function that stops it. */
  follow(whole: View | null): () => void {
    clearInterval(this.timer);
    const countdowns = whole?.deal?.countdowns ?? [];
    const clock = whole?.table.clock;
    if (!whole || !clock || !countdowns.length) {
      this.left = {};
      return () => undefined;
    }
    this.offset = whole.now - Date.now();
    const tick = (): void => {
      const now = Date.now() + this.offset;
      this.left = Object.fromEntries(
        countdowns.map(({ seat, turn_ends, bank_ends }) => {
          const whole = clock.turn * 1000 + (bank_ends - turn_ends);
          const left = Math.max(0, bank_ends - now);
          return [seat, { share: Math.min(1, left / whole), seconds: Math.ceil(left / 1000) }];
        }),
      );
    };
    tick();
    this.timer = setInterval(tick, 1000);
    return () => clearInterval(this.timer);
  }
}
