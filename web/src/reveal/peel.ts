/** How a card lies whose corner is bent up: the corner without an index, so that pips come first. A corner of legs `d` is
 * folded over a line across it; what is seen then is the face, turned by a quarter. */

export interface Peeled {
  /** What is left of the back. */
  back: string;
  /** The part of the face that is bent over, where it lies. */
  flap: string;
  /** How the face is turned to lie there. */
  turn: string;
}

/** From here on a card opens by itself. */
export const OPENS = 0.92;

export function peeled(share: number, wide: number, high: number): Peeled {
  const d = Math.min(OPENS, Math.max(0, share)) * wide;
  const at = (x: number, y: number): string => `${x.toFixed(1)}px ${y.toFixed(1)}px`;
  return {
    back: `polygon(${[at(0, 0), at(wide, 0), at(wide, high - d), at(wide - d, high), at(0, high)].join(", ")})`,
    flap: `polygon(${[at(wide - d, high), at(wide, high - d), at(wide - d, high - d)].join(", ")})`,
    turn: `matrix(0, 1, -1, 0, ${(wide + high - d).toFixed(1)}, ${(high - d).toFixed(1)})`,
  };
}

/** How far a finger has bent the corner: up and to the left. */
export function bent(dx: number, dy: number, wide: number): number {
  return Math.max(0, -(dx + dy) * 0.72) / wide;
}
