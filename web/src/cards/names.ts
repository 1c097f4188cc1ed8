/** Names of cards for screen readers. */
import { t, type TextKey } from "../text";
import { faceOf, plain } from "./cards";

const RANKS: Readonly<Record<string, TextKey>> = { A: "card.ace", J: "card.jack", Q: "card.queen", K: "card.king" };
const SUITS: Readonly<Record<string, TextKey>> = { S: "card.spades", H: "card.hearts", D: "card.diamonds", C: "card.clubs" };

/** Return the name of a rank. */
export function rankNamed(rank: string): string {
  return RANKS[rank] ? t(RANKS[rank]) : rank;
}

/** Return the name of a card. Both jokers have the same name, as in the server's texts. */
export function spoken(held: string): string {
  const card = plain(held);
  if (card.startsWith("JK")) return t("card.joker");
  const { rank, suit } = faceOf(card);
  return t("card.name", { rank: rankNamed(rank), suit: SUITS[suit] ? t(SUITS[suit]) : "" });
}
