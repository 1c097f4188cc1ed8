/** Order of the hand: sorted, or as the person dragged it. */
import { faceOf } from "./cards";

export type Sorting = "rank" | "suit" | "own";

/** Ranks and suits in the order in which people who play the game sort a hand. */
export interface CardOrder {
  ranks: readonly string[];
  suits: readonly string[];
}

/** Return the hand in its previous order: without cards that are gone, with new cards where the sorting puts them. */
export function arranged(kept: readonly string[], hand: readonly string[], sorting: Sorting, order: CardOrder | null): string[] {
  if (sorting !== "own" && order) return sortedBy(hand, sorting, order);
  const fresh = [...hand];
  const stay = kept.filter((card) => {
    const at = fresh.indexOf(card);
    if (at >= 0) fresh.splice(at, 1);
    return at >= 0;
  });
  return [...stay, ...fresh];
}

function sortedBy(hand: readonly string[], sorting: "rank" | "suit", { ranks, suits }: CardOrder): string[] {
  const place = (card: string): number => {
    const { rank, suit } = faceOf(card);
    if (suit === "star") return Infinity;
    return sorting === "rank" ? ranks.indexOf(rank) * suits.length + suits.indexOf(suit) : suits.indexOf(suit) * ranks.length + ranks.indexOf(rank);
  };
  return [...hand].sort((one, other) => place(one) - place(other) || 0);
}

/** Return the hand with one card moved to another place. */
export function moved(hand: readonly string[], from: number, to: number): string[] {
  const out = [...hand];
  const [card] = out.splice(from, 1);
  if (card !== undefined) out.splice(to, 0, card);
  return out;
}

/** Position and rotation of a card in a fan. */
export interface Place {
  x: number;
  y: number;
  turn: number;
}

export function fan(count: number, width: number, card: number): Place[] {
  const most = card * 0.7;
  const middle = (count - 1) / 2;
  const bend = Math.min(26, 4.2 * count);
  // Reach of the corners of the outermost cards, in card widths.
  const reach = 2 * 1.4 * Math.sin((bend * 0.34 * Math.PI) / 180);
  const step = count > 1 ? Math.min(most, (width - card * (1 + reach)) / (count - 1)) : 0;
  return Array.from({ length: count }, (_, index) => {
    const off = index - middle;
    const share = middle ? off / middle : 0;
    return { x: off * step, y: share * share * card * 0.006 * bend, turn: share * bend * 0.34 };
  });
}
