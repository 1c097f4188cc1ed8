/** Compose the face of a card from the drawings of the deck. The server makes its pictures of cards from the same
 * files. */
import faces from "../../../src/chieu/pictures/faces.json";
import { faceOf } from "./cards";

export const BACK = faces.back;

/** Return the content of an SVG of 100 by 140. */
export function frontOf(card: string): string {
  const { rank, suit, court } = faceOf(card);
  const kind = court === "joker" ? "joker" : court ? "court" : rank === "A" ? "ace" : "number";
  return faces[kind].replaceAll("{rank}", rank).replaceAll("{suit}", suit);
}
