/** Say why the raised cards are not a play, as far as possible without the rules; pressing Play asks the server. */
import type { Play, PutDown } from "./protocol";
import type { Phraser } from "../../text/phrasing";

/** `opening`: plays that may open the deal, if it is not open yet; they all contain one card. */
export function whyNot(chosen: readonly string[], last: PutDown | undefined, opening: readonly Play[], tell: Phraser): string {
  const due = opening.length ? opening[0]?.cards.find((card) => opening.every((play) => play.cards.includes(card))) : undefined;
  if (due && !chosen.includes(due)) return tell.refusal("must_open", { card: due });
  if (!last?.cards || !last.kind) return tell.refusal("no_play", { cards: chosen });
  if (chosen.length !== last.cards.length) return tell.refusal("wrong_kind", { kind: last.kind });
  return tell.refusal("too_low", { cards: chosen });
}
