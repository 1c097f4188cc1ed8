/** Free places on the mat: what is announced there covers no cards, names or controls. */

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Size {
  readonly wide: number;
  readonly high: number;
}

const STEP = 8;
const GAP = 6;

export const at = (left: number, top: number, { wide, high }: Size): Box => ({ left, top, right: left + wide, bottom: top + high });

export function isFree(box: Box, taken: readonly Box[], within: Box): boolean {
  if (box.left < within.left || box.top < within.top || box.right > within.right || box.bottom > within.bottom) return false;
  return !taken.some((other) => box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom);
}

/** Return the free place nearest to the middle of the mat; null if there is none. */
export function freeSpot(size: Size, taken: readonly Box[], mat: Box): Box | null {
  const [x, y] = [(mat.left + mat.right - size.wide) / 2, (mat.top + mat.bottom - size.high) / 2];
  let best: Box | null = null;
  let least = Infinity;
  for (let top = mat.top; top + size.high <= mat.bottom; top += STEP)
    for (let left = mat.left; left + size.wide <= mat.right; left += STEP) {
      const far = Math.hypot(left - x, top - y);
      const box = at(left, top, size);
      if (far < least && isFree(box, taken, mat)) [best, least] = [box, far];
    }
  return best;
}

/** Return a free place next to a box: towards the middle, on the other side, below, above; null if there is none. */
export function spotBeside(size: Size, beside: Box, taken: readonly Box[], table: Box): Box | null {
  const y = (beside.top + beside.bottom - size.high) / 2;
  const x = (beside.left + beside.right - size.wide) / 2;
  const sides = [at(beside.right + GAP, y, size), at(beside.left - GAP - size.wide, y, size)];
  if (beside.left + beside.right > table.left + table.right + 1) sides.reverse();
  return [...sides, at(x, beside.bottom + GAP, size), at(x, beside.top - GAP - size.high, size)].find((box) => isFree(box, taken, table)) ?? null;
}

/** Return what is on the screen and must stay in sight. */
export function takenBoxes(): Box[] {
  const shown = ".stage .plaque, .stage .role, .stage .card, .stage .told > *, .stage .aside, .middle p, .middle button, .own, .fan .card, .controls, [data-spot='result'] > *, header button, header h1";
  return [...document.querySelectorAll(shown)].map((element) => element.getBoundingClientRect()).filter((box) => box.width > 0);
}
