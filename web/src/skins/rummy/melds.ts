/** Melds that a card can be laid off on, from the legal actions alone. */
import type { LayOff, Swap } from "./protocol";
import type { Tagged } from "../../protocol/types";

export type Onto = (LayOff | Swap) & Tagged;

export function onto(legal: readonly Tagged[], raised: readonly string[], meld: number): Onto[] {
  return legal.filter(
    (one): one is Onto =>
      (one.type === "lay_off" || one.type === "swap") && one["meld"] === meld && raised.length === 1 && one["card"] === raised[0],
  );
}

/** Return whether any card of the hand could be laid off there. */
export function welcomes(legal: readonly Tagged[], meld: number): boolean {
  return legal.some((one) => (one.type === "lay_off" || one.type === "swap") && one["meld"] === meld);
}
