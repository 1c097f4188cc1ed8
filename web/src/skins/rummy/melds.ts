/** Melds that a card can be laid off on, from the legal actions alone. */
import type { LayOff, Swap } from "./protocol";
import type { Tagged } from "../../protocol/types";

export type Onto = (LayOff | Swap) & Tagged;

export function onto(legal: readonly Tagged[], raised: readonly string[], meld: number): Onto[] {
  return legal.filter(
    (action): action is Onto =>
      (action.type === "lay_off" || action.type === "swap") && action["meld"] === meld && raised.length === 1 && action["card"] === raised[0],
  );
}

/** Return whether any card of the hand could be laid off there. */
export function welcomes(legal: readonly Tagged[], meld: number): boolean {
  return legal.some((action) => (action.type === "lay_off" || action.type === "swap") && action["meld"] === meld);
}
