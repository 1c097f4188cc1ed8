/** A picture for each game on the first page: a few cards as they lie in it. */
export interface Laid {
  card: string | null;
  /** Place and turn, in card widths and degrees. */
  x: number;
  y: number;
  turn: number;
}

const row = (cards: readonly (string | null)[], step: number, turn = 0, y = 0, x0 = 0): Laid[] =>
  cards.map((card, index) => {
    const off = index - (cards.length - 1) / 2;
    return { card, x: x0 + off * step, y: y + off * off * (turn ? 0.02 : 0), turn: off * turn };
  });

export const PICTURES: Readonly<Record<string, readonly Laid[]>> = {
  xidach: row(["AS", "KH"], 0.62, 9),
  big2: row(["10S", "JS", "QS", "KS", "AS"], 0.4, 6),
  rummy: [...row(["7C", "7H", "JK1"], 0.34, 0, -0.06, -0.76), ...row(["8S", "9S", "10S"], 0.34, 0, 0.06, 0.76)],
  niuniu: [...row(["10H", "4D", "3S"], 0.36, 0, 0.08, -0.5), ...row(["QH", "AS"], 0.44, 5, -0.1, 0.8)],
};

export const ANY: readonly Laid[] = row([null, "AH", null], 0.5, 8);
