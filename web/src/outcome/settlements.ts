/** Totals of the settlements of a deal, and the settlements that concern a seat. */
import type { Hand, Outcome, Phrase, Settlement } from "../protocol/types";

export function chipsOf({ terms = [] }: Settlement): number {
  return terms.reduce((sum, { factors, minus }) => {
    const amount = factors.reduce((product, { value }) => product * value, 1);
    return minus ? sum - amount : sum + amount;
  }, 0);
}

/** A line of a result: the other side, their hand at that time, and the chips for the seat. */
export interface Line {
  settlement: Settlement;
  other: number;
  hand: Hand | undefined;
  /** The hand at that time is not the final one. */
  then: boolean;
  chips: number;
}

/** Return the settlements that a seat takes part in, from its point of view. */
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

/** Return the reasons that all settlements begin with. */
export function sharedReasons(settlements: readonly Settlement[]): Phrase[] {
  const [first, ...rest] = settlements.map(({ why }) => why.map((phrase) => JSON.stringify(phrase)));
  const differs = (first ?? []).findIndex((phrase, index) => rest.some((why) => why[index] !== phrase));
  return (settlements[0]?.why ?? []).slice(0, differs < 0 ? undefined : differs);
}

/** Return the numbers of the rules that decided a deal for a seat (`null`: for all), then of those that name hands.
 * Each occurs once. */
export function citedIn(outcome: Outcome, seat: number | null): string[] {
  const settlements = outcome.settlements.filter(({ taker, giver }) => seat === null || taker === seat || giver === seat);
  const seats = new Set(settlements.flatMap(({ taker, giver }) => [taker, giver]));
  const hands = outcome.hands.filter((hand) => seats.has(hand.seat));
  const phrases = [...settlements.flatMap((settlement) => settlement.why), ...hands.flatMap((hand) => [...(hand.notes ?? []), hand.called])];
  return [...new Set(phrases.flatMap((phrase) => phrase.rule || []))];
}

export function handOf(outcome: Outcome, seat: number): Hand | undefined {
  return outcome.hands.find((hand) => hand.seat === seat);
}

/** Return the seat's own hand in a settlement, if it differed from the final one. */
export function thenOf(line: Line, seat: number): Hand | undefined {
  return line.settlement.met?.seat === seat ? line.settlement.met : undefined;
}

/** At most so many rare hands of a deal are celebrated. */
const CELEBRATED = 3;

/** Return the rarest of these hands, the rarest last. The server marks rare hands. */
export function rareHands(hands: readonly Hand[]): Hand[] {
  const rare = hands.filter((hand) => hand.rare).sort((first, other) => (first.rare ?? 0) - (other.rare ?? 0));
  return rare.slice(-CELEBRATED);
}
