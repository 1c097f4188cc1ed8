/** Layout of a seat's cards side by side: a long hand lies in rows, later ones over earlier ones. */

export interface Spread {
  /** Indices of the cards, row by row. */
  rows: number[][];
  /** Width of a card, and the step to the next one. */
  card: number;
  step: number;
  /** Gap before cards that stand apart. */
  gap: number;
}

const MOST_IN_A_ROW = 7;
const MARGIN = 6;
/** Cards get smaller with more rows, so that the pile stays nearly as deep as one row. */
const SCALES = [1, 0.8, 0.62, 0.5];
/** Visible part of a card in an earlier row, in card widths: its index. */
export const IN_SIGHT = 0.78;

export function spread(count: number, width: number, size: number, apart: boolean): Spread {
  const lines = Math.max(1, Math.ceil(count / MOST_IN_A_ROW));
  const each = Math.ceil(count / lines);
  const card = Math.round(size * (SCALES[lines - 1] ?? 0.45));
  const gap = apart ? card * 0.24 : 0;
  const step = each > 1 ? Math.min(card * 0.54, (width - MARGIN - card - gap) / (each - 1)) : 0;
  const places = Array.from({ length: count }, (_, place) => place);
  return { rows: Array.from({ length: lines }, (_, line) => places.slice(line * each, (line + 1) * each)), card, step, gap };
}
