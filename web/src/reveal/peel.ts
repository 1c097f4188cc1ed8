/** Geometry of a card with a bent corner: the corner without an index, so that pips come first. A corner with legs
 * `d` is folded along a diagonal; the visible part of the face is turned by 90 degrees. */

export interface Peeled {
  /** Outline of the rest of the back. */
  back: string;
  /** Outline of the folded part of the face. */
  flap: string;
  /** Transform of the face. */
  turn: string;
}

/** From here on the card opens by itself. */
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

/** Return how far a finger has bent the corner: up and to the left. */
export function bent(dx: number, dy: number, wide: number): number {
  return Math.max(0, -(dx + dy) * 0.72) / wide;
}
