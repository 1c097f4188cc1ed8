/** What the settlements of a deal come to, and which of them somebody looks at. */
import type { Hand, Outcome, Settlement } from "../protocol/types";

export function chipsOf({ terms = [] }: Settlement): number {
  return terms.reduce((sum, { factors, minus }) => {
    const product = factors.reduce((made, { value }) => made * value, 1);
    return minus ? sum - product : sum + product;
  }, 0);
}

/** One line of a result: the other side, their hand as it was, and what came of it for the seat that is looked from. */
export interface Line {
  settlement: Settlement;
  other: number;
  hand: Hand | undefined;
  /** The hand is not the one at the end. */
  then: boolean;
  chips: number;
}

/** The settlements that a seat has a part in, as it sees them. */
export function linesOf(outcome: Outcome, seat: number): Line[] {
  return outcome.settlements
    .filter(({ taker, giver }) => taker === seat || giver === seat)
    .map((settlement) => {
      const won = settlement.taker === seat;
      const other = won ? settlement.giver : settlement.taker;
      const then = settlement.met?.seat === other;
      return { settlement, other, then, hand: then ? (settlement.met ?? undefined) : handOf(outcome, other), chips: won ? chipsOf(settlement) : -chipsOf(settlement) };
    });
}

/** The rules by which a deal ended for a seat, or for all, each once: what decided first, then what hands are. */
export function citedIn(outcome: Outcome, seat: number | null): string[] {
  const settlements = outcome.settlements.filter(({ taker, giver }) => seat === null || taker === seat || giver === seat);
  const shown = new Set(settlements.flatMap(({ taker, giver }) => [taker, giver]));
  const hands = outcome.hands.filter((one) => shown.has(one.seat));
  const said = [...settlements.flatMap((one) => one.why), ...hands.flatMap((one) => [...(one.notes ?? []), one.called])];
  return [...new Set(said.flatMap((one) => one.rule || []))];
}

export function handOf(outcome: Outcome, seat: number): Hand | undefined {
  return outcome.hands.find((one) => one.seat === seat);
}

/** What somebody's own hand was in a settlement, if it was another then than at the end. */
export function thenOf(line: Line, seat: number): Hand | undefined {
  return line.settlement.met?.seat === seat ? line.settlement.met : undefined;
}

/** The rarest of these hands, the first of equally rare ones; the server says which are rare. */
export function rarest(hands: readonly Hand[]): Hand | undefined {
  return hands.filter((hand) => hand.rare).sort((one, other) => (other.rare ?? 0) - (one.rare ?? 0))[0];
}
