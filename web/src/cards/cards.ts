/** Cards as the server writes them: "10S", "JK1". */
export type Suit = "S" | "H" | "D" | "C";

/** Games with two decks have every card twice. In a hand the second one carries a mark, so that the page can tell
 * them apart. The server never sees the mark. */
const SECOND = "'";

export function marked(cards: readonly string[]): string[] {
  const seen = new Set<string>();
  return cards.map((card) => {
    let unique = card;
    while (seen.has(unique)) unique += SECOND;
    seen.add(unique);
    return unique;
  });
}

/** Return the card as the server writes it. */
export function plain(card: string): string {
  return card.replaceAll(SECOND, "");
}

export interface Face {
  rank: string;
  /** "star" for a joker. */
  suit: Suit | "star";
  court: "J" | "Q" | "K" | "joker" | null;
}

export function faceOf(held: string): Face {
  const card = plain(held);
  if (card.startsWith("JK")) return { rank: "", suit: "star", court: "joker" };
  const rank = card.slice(0, -1);
  const court = rank === "J" || rank === "Q" || rank === "K" ? rank : null;
  return { rank, suit: card.slice(-1) as Suit, court };
}

/** The class that gives a card its colour. */
export function colourOf(held: string): string {
  const card = plain(held);
  return card === "JK1" ? "red" : card === "JK2" ? "black" : card.slice(-1);
}
