/** Why raised cards are no play, as far as it can be said without knowing the rules; pressing Play asks the house. */
import type { Play, PutDown } from "./protocol";
import type { Phraser } from "../../text/phrasing";

/** `opening` are the plays with which the deal may be opened, if it is yet to be: they all hold one card. */
export function whyNot(chosen: readonly string[], last: PutDown | undefined, opening: readonly Play[], tell: Phraser): string {
  const due = opening.length ? opening[0]?.cards.find((card) => opening.every((one) => one.cards.includes(card))) : undefined;
  if (due && !chosen.includes(due)) return tell.refusal("must_open", { card: due });
  if (!last?.cards || !last.kind) return tell.refusal("no_play", { cards: chosen });
  if (chosen.length !== last.cards.length) return tell.refusal("wrong_kind", { kind: last.kind });
  return tell.refusal("too_low", { cards: chosen });
}
