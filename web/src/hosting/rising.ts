/** Remembers that this person just left the seat, so that no notice says the seat is gone. */
const JUST = 10_000;
let last = -JUST;

export function noteRise(): void {
  last = performance.now();
}

export const justRose = (): boolean => performance.now() - last < JUST;
