/** The turn clock, by the house's time: how much of each seat's time is left. */
import type { Whole } from "../protocol/types";

export class TurnClock {
  /** Shares from 1 to 0 by seat, for seats whose time runs. */
  left = $state.raw<Readonly<Record<number, number>>>({});
  private offset = 0;
  private timer: ReturnType<typeof setInterval> | undefined;

  /** Follows a picture; gives what stops following. */
  follow(whole: Whole | null): () => void {
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
          return [seat, Math.max(0, Math.min(1, (bank_ends - now) / whole))];
        }),
      );
    };
    tick();
    this.timer = setInterval(tick, 1000);
    return () => clearInterval(this.timer);
  }
}
