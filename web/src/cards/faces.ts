/** How a card's face is put together of the deck's drawings. The same files make pictures of cards elsewhere. */
import faces from "../../../src/chieu/pictures/faces.json";
import { faceOf } from "./cards";

export const BACK = faces.back;

/** The inside of an SVG of 100 by 140. */
export function frontOf(card: string): string {
  const { rank, suit, court } = faceOf(card);
  const kind = court === "joker" ? "joker" : court ? "court" : rank === "A" ? "ace" : "number";
  return faces[kind].replaceAll("{rank}", rank).replaceAll("{suit}", suit);
}
