/** A tag with what a seat won or lost: word and number. */
import type { SeatScene, Tone } from "../table/scene";
import { signed, type Phraser } from "../text/phrasing";
import { capital } from "./capital";

export function result(tell: Phraser, word: Tone & string, chips: number): NonNullable<SeatScene["result"]> {
  const label = capital(tell.word(word));
  return { text: chips ? `${label} ${Math.abs(chips)}` : label, brief: chips ? signed(chips) : label, tone: word };
}
