/** Largest card size at which all melds fit in one box. */

export interface Row {
  /** Width of the owner's name in pixels. */
  label: number;
  /** Number of cards in each meld of the owner. */
  melds: readonly number[];
}

/** Step from card to card in a meld, in card widths. */
export const STEP = 0.5;
export const GAP = 5;
const PADDING = 6;
const LARGEST = 60;
export const SMALLEST = 22;

export function meldWidth(cards: number, card: number): number {
  return card * (1 + (cards - 1) * STEP) + PADDING;
}

/** Return the height of all rows for a card width: melds flow like words, and each owner begins a new line. */
function depth(rows: readonly Row[], width: number, card: number): number {
  let lines = 0;
  for (const { label, melds } of rows) {
    let used = label;
    lines++;
    for (const cards of melds) {
      const wide = meldWidth(cards, card);
      if (used && used + GAP + wide > width) {
        lines++;
        used = wide;
      } else used += (used ? GAP : 0) + wide;
      if (wide > width) return Infinity;
    }
  }
  return lines * (card * 1.4 + PADDING) + (lines - 1) * GAP;
}

export function cardFor(rows: readonly Row[], width: number, height: number): number {
  for (let card = LARGEST; card > SMALLEST; card--) if (depth(rows, width, card) <= height) return card;
  return SMALLEST;
}
