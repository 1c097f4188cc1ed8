/** Whether somebody just gave up their seat themselves: then nobody has to tell them that it is gone. */
const JUST = 10_000;
let last = -JUST;

export function noteRise(): void {
  last = performance.now();
}

export const justRose = (): boolean => performance.now() - last < JUST;
