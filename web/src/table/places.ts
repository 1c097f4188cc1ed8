/** Where people sit round the mat. The viewer is at the bottom; seat + 1 sits to their left, and so on clockwise. */

export type Side = "left" | "top" | "right" | "bottom";
export type Density = "roomy" | "snug" | "tight";

export interface SeatPlace {
  seat: number;
  side: Side;
  /** Shares of the stage's width and height. */
  x: number;
  y: number;
}

export interface Layout {
  places: SeatPlace[];
  density: Density;
}

/** The room one seat takes with its plaque, cards and what is told of it, in pixels. */
const BLOCKS: readonly { density: Density; wide: number; deep: number; least: number }[] = [
  { density: "roomy", wide: 176, deep: 172, least: 560 },
  { density: "snug", wide: 132, deep: 142, least: 0 },
  { density: "tight", wide: 106, deep: 106, least: 0 },
];

/** How many others should sit at each side, by their number, on a tall mat and on a wide one. */
const TALL = [0, 0, 0, 1, 1, 2, 2, 2, 3, 3];
const WIDE = [0, 0, 0, 1, 1, 1, 1, 2, 2, 2];

interface Shape {
  side: number;
  top: number;
  /** The sides begin under the row at the top, or beside it. */
  under: boolean;
}

/** The places of everybody but the viewer; for a watcher seat 0 is at the bottom. `spare` is room below the stage that
 * those at the sides may use. */
export function layout(seats: number, you: number | null, width: number, height: number, spare = 0): Layout {
  const first = you ?? 0;
  const others = Array.from({ length: Math.max(0, seats - 1) }, (_, step) => (first + 1 + step) % seats);
  const tightest = BLOCKS.at(-1) ?? { density: "tight" as const, wide: 1, deep: 1, least: 0 };
  let block = tightest;
  let shape: Shape | null = null;
  for (const one of BLOCKS) {
    if (width < one.least) continue;
    shape = fitting(others.length, width / one.wide, height / one.deep, (height + spare) / one.deep);
    block = one;
    if (shape) break;
  }
  const { side, top, under } = shape ?? { side: wanted(others.length, true), top: others.length - 2 * wanted(others.length, true), under: true };
  const w = block.wide / width;
  const h = block.deep / height;
  const places = others.map((seat, index): SeatPlace => {
    if (index < side) return { seat, side: "left", x: 0, y: down(side - 1 - index, side, h, under, height > width, 1 + spare / height) };
    if (index >= side + top) return { seat, side: "right", x: 1, y: down(index - side - top, side, h, under, height > width, 1 + spare / height) };
    const room = under || !side ? 1 : 1 - 2 * w;
    return { seat, side: "top", x: (1 - room) / 2 + (room * (index - side + 0.5)) / top, y: 0 };
  });
  if (you === null) places.push({ seat: first, side: "bottom", x: 0.5, y: 1 });
  return { places, density: block.density };
}

/** A shape for so many others on a mat so many blocks wide and deep, as near to the wanted one as fits. */
function fitting(others: number, wide: number, deep: number, sideDeep: number): Shape | null {
  const best = wanted(others, deep * 1.1 > wide);
  const sides = Array.from({ length: Math.floor(others / 2) + 1 }, (_, side) => side).sort(
    (one, other) => Math.abs(one - best) - Math.abs(other - best),
  );
  for (const side of sides) {
    const top = others - 2 * side;
    if (top > 0 && top <= wide - (side ? 2 : 0) && side <= sideDeep) return { side, top, under: false };
    if (top <= wide && side <= sideDeep - (top ? 1 : 0)) return { side, top, under: top > 0 };
  }
  return null;
}

function wanted(others: number, tall: boolean): number {
  return (tall ? TALL : WIDE)[others] ?? Math.floor(others / 3);
}

function down(index: number, count: number, h: number, under: boolean, tall: boolean, bottom: number): number {
  const from = (under ? h : 0) + h / 2;
  const to = Math.max(from, bottom - h / 2);
  if (count === 1) return Math.min(to, Math.max(from, tall ? 0.29 : 0.44));
  const step = Math.min((to - from) / (count - 1), h * 1.35);
  return from + index * step;
}
