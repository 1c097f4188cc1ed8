/** Picture of a game on the first page: a few cards as they lie in it. */
import type { GameInfo } from "../protocol/types";

/** A card or a back with its position and rotation, in card widths and degrees. */
export interface Placed {
  card: string | null;
  x: number;
  y: number;
  turn: number;
}

/** Cover of a game that defines none. */
const ANY = [{ cards: [null, "AH", null], x: 0, y: 0, step: 0.5, turn: 8 }];
/** Drop of the outer cards of a fan, in card widths. */
const SAG = 0.02;

export function placed(cover: GameInfo["cover"]): Placed[] {
  return (cover.length ? cover : ANY).flatMap(({ cards, x, y, step, turn }) =>
    cards.map((card, index) => {
      const off = index - (cards.length - 1) / 2;
      return { card, x: x + off * step, y: y + (turn ? off * off * SAG : 0), turn: off * turn };
    }),
  );
}
