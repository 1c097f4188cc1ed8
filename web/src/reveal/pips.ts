/** The face of a card for squeezing: pips and no index, as on old cards. The bent corner reveals the card step by
 * step: no pip yet means an ace, two or three; two in a row along the edge mean a nine or ten. */
import faces from "../../../src/chieu/pictures/faces.json";
import { faceOf } from "../cards/cards";
import { frontOf } from "../cards/faces";

type Spot = readonly [x: number, y: number];

const LEFT = 26;
const MIDDLE = 50;
const RIGHT = 74;
const HALF = 70;
const SIZE = 26;
const beside = (...rows: readonly number[]): Spot[] => rows.flatMap((y): Spot[] => [[LEFT, y], [RIGHT, y]]);
const within = (...rows: readonly number[]): Spot[] => rows.map((y): Spot => [MIDDLE, y]);
const CORNERS = beside(24, 116);
const FOURS = beside(24, 54.7, 85.3, 116);

const SPOTS: Readonly<Record<string, readonly Spot[]>> = {
  A: within(HALF),
  "2": within(24, 116),
  "3": within(24, HALF, 116),
  "4": CORNERS,
  "5": [...CORNERS, ...within(HALF)],
  "6": [...CORNERS, ...beside(HALF)],
  "7": [...CORNERS, ...beside(HALF), ...within(47)],
  "8": [...CORNERS, ...beside(HALF), ...within(47, 93)],
  "9": [...FOURS, ...within(HALF)],
  "10": [...FOURS, ...within(39, 101)],
};
const PAPER = faces.number.slice(0, faces.number.indexOf("/>") + 2);

/** Return the content of an SVG of 100 by 140. */
export function pipped(card: string): string {
  const { rank, suit, court } = faceOf(card);
  const spots = court ? undefined : SPOTS[rank];
  if (!spots) return frontOf(card);
  return PAPER + spots.map(([x, y]) => `<use href='#suit-${suit}' x='${x - SIZE / 2}' y='${y - SIZE / 2}' width='${SIZE}' height='${SIZE}'${y > HALF ? ` transform='rotate(180 ${x} ${y})'` : ""}/>`).join("");
}
