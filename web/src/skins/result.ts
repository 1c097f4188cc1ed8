/** What a seat won or lost, as a small tag. */
import type { SeatScene, Tone } from "../table/scene";
import { signed, type Phraser } from "../words/phrasing";
import { capital } from "./capital";

export function result(tell: Phraser, word: Tone & string, chips: number): NonNullable<SeatScene["result"]> {
  const said = capital(tell.word(word));
  return { text: chips ? `${said} ${signed(chips)}` : said, brief: chips ? signed(chips) : said, tone: word };
}
