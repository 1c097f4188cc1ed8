/** Seating round the mat, and the free middle. The viewer is at the bottom; seat + 1 sits to their left, and so on
 * clockwise. */

export type Side = "left" | "top" | "right" | "bottom";
export type Density = "grand" | "roomy" | "snug" | "tight" | "dense";

export interface SeatPlace {
  seat: number;
  side: Side;
  /** Fractions of the stage's width and height. */
  x: number;
  y: number;
}

/** Size of a seat with its plaque, cards and texts, and the width of its cards, in pixels. */
export interface Block {
  density: Density;
  wide: number;
  deep: number;
  card: number;
}

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Layout {
  places: SeatPlace[];
  block: Block;
  /** The area without seats or their cards. */
  heart: Box;
}

/** Size of the middle at which the game's cards are as large as they get; `area` if any shape will do. */
export interface Wish {
  wide: number;
  deep: number;
  area?: number;
}

export interface Wishes {
  /** Height below the stage that seats at the sides may use. */
  spare?: number;
  middle?: Wish;
}

/** Distance of seats at the top above the stage, on the mat's edge. */
export const ABOVE = 20;
/** Distance of seats at the sides beyond it. */
export const BESIDE = 6;
const GAP = 8;

const BLOCKS: readonly [Block & { least: number; good: number }, ...(Block & { least: number; good: number })[]] = [
  { density: "dense", wide: 100, deep: 66, card: 24, least: 0, good: 0 },
  { density: "tight", wide: 108, deep: 112, card: 31, least: 0, good: 0.45 },
  { density: "snug", wide: 136, deep: 136, card: 38, least: 0, good: 0.7 },
  { density: "roomy", wide: 178, deep: 172, card: 52, least: 560, good: 0.9 },
  { density: "grand", wide: 226, deep: 204, card: 68, least: 1040, good: 1 },
];

/** Preferred number of others at each side, by their total, on a tall mat and on a wide one. */
const TALL = [0, 0, 0, 1, 1, 2, 2, 2, 3, 3];
const WIDE = [0, 0, 0, 1, 1, 1, 1, 2, 2, 2];

interface Shape {
  side: number;
  top: number;
  /** True if the sides begin under the top row, not beside it. */
  under: boolean;
}

interface Stage {
  width: number;
  height: number;
  spare: number;
  watched: boolean;
}

/** Return the places of all seats but the viewer's; for a watcher seat 0 is at the bottom. Of all seatings, take the
 * one with the largest seats and middle that looks most like a table. */
export function layout(seats: number, you: number | null, width: number, height: number, wishes: Wishes = {}): Layout {
  const stage: Stage = { width, height, spare: wishes.spare ?? 0, watched: you === null };
  const wish = wishes.middle ?? { wide: 120, deep: 120 };
  const first = you ?? 0;
  const others = Array.from({ length: Math.max(0, seats - 1) }, (_, step) => (first + 1 + step) % seats);
  const best = wanted(others.length, height > width * 0.9);
  let found: { score: number; block: Block; shape: Shape; heart: Box } | null = null;
  for (const block of BLOCKS) {
    if (width < block.least) continue;
    for (const shape of shapes(others.length, block, stage)) {
      const heart = middleOf(shape, block, stage, wish);
      const score = block.good + 2 * fit(heart, wish) - 0.15 * Math.abs(shape.side - best);
      if (!found || score > found.score) found = { score, block, shape, heart };
    }
  }
  if (!found) {
    // Nothing fits: the mat is too small. Let the seats overlap as little as possible.
    const [block] = BLOCKS;
    const side = Math.floor(others.length / 3);
    const shape = { side, top: others.length - 2 * side, under: true };
    found = { score: 0, block, shape, heart: middleOf(shape, block, stage, wish) };
  }
  const { block, shape, heart } = found;
  const { side, top, under } = shape;
  const column = columnOf(shape, block, stage);
  const places = others.map((seat, index): SeatPlace => {
    if (index < side) return { seat, side: "left", x: 0, y: (column[side - 1 - index] ?? 0) / height };
    if (index >= side + top) return { seat, side: "right", x: 1, y: (column[index - side - top] ?? 0) / height };
    const room = under || !side ? 1 : 1 - (2 * block.wide) / width;
    return { seat, side: "top", x: (1 - room) / 2 + (room * (index - side + 0.5)) / top, y: 0 };
  });
  if (you === null) places.push({ seat: first, side: "bottom", x: 0.5, y: 1 });
  return { places, block, heart };
}

/** Return the possible seatings of the others. */
function shapes(others: number, block: Block, stage: Stage): Shape[] {
  const out: Shape[] = [];
  for (let side = 0; side <= others / 2; side++) {
    const top = others - 2 * side;
    const beside = { side, top, under: false };
    const below = { side, top, under: top > 0 };
    for (const shape of side && top ? [beside, below] : [below]) {
      const across = Math.floor(stage.width / block.wide) - (side && !shape.under ? 2 : 0);
      const down = (endOf(shape, block, stage) - startOf(shape, block)) / block.deep;
      const all = (top ? block.deep - ABOVE : 0) + (stage.watched ? block.deep - ABOVE : 0);
      if (top <= across && side <= down && all <= stage.height) {
        out.push(shape);
        break;
      }
    }
  }
  return out;
}

/** Return the start of the sides. */
function startOf(shape: Shape, block: Block): number {
  return shape.under && shape.side ? block.deep - ABOVE + 2 : 0;
}

function endOf(shape: Shape, block: Block, { width, height, spare, watched }: Stage): number {
  // On a narrow mat the seat at the bottom is in the way of those at the sides.
  const crowded = watched && shape.side > 0 && width < 3 * block.wide;
  return height + spare - (crowded ? block.deep - ABOVE : 0);
}

/** Return the centres of the seats at one side, from the top. */
function columnOf(shape: Shape, block: Block, stage: Stage): number[] {
  const from = startOf(shape, block) + block.deep / 2;
  const to = Math.max(from, endOf(shape, block, stage) - block.deep / 2);
  if (shape.side === 1) return [Math.min(to, Math.max(from, stage.height * (stage.height > stage.width ? 0.29 : 0.44)))];
  const step = Math.min((to - from) / (shape.side - 1), block.deep * 1.35);
  return Array.from({ length: shape.side }, (_, index) => from + index * step);
}

/** Return the free middle: between the sides, or the full width below them, whichever suits the game. */
function middleOf(shape: Shape, block: Block, stage: Stage, wish: Wish): Box {
  const top = shape.top ? block.deep - ABOVE + GAP : 0;
  const end = stage.height - (stage.watched ? block.deep - ABOVE + GAP : 0);
  const aside = shape.side ? block.wide - BESIDE + GAP : 0;
  const between = { left: aside, top, width: stage.width - 2 * aside, height: end - top };
  if (!shape.side) return between;
  const lowest = (columnOf(shape, block, stage).at(-1) ?? 0) + block.deep / 2 + GAP;
  const below = { left: 0, top: lowest, width: stage.width, height: end - lowest };
  return fit(below, wish) > fit(between, wish) ? below : between;
}

/** Return the fraction of a game's wish that is fulfilled, at most 1. */
function fit({ width, height }: Box, { wide, deep, area }: Wish): number {
  return width < 0 || height < 0 ? 0 : Math.min(1, width / wide, height / deep, area ? (width * height) / area : 1);
}

function wanted(others: number, tall: boolean): number {
  return (tall ? TALL : WIDE)[others] ?? Math.floor(others / 3);
}
