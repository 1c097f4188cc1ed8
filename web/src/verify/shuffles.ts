/** Check that each shuffle of a record follows from the commitments: the cards are whole packs, and their order is
 * derived from what was committed. The order of other cards would follow as well, so whoever chose the cards would
 * choose the order. */
import { cardNumber, JOKERS, order, PACK, type Proof } from "../fair/fair";
import type { Fault } from "./faults";
import type { Told } from "./record";

export function checkShuffles(shuffles: readonly Told<readonly string[]>[], proof: Proof, faults: Fault[]): void {
  if (!shuffles.length) faults.push({ code: "no_shuffle", line: 0 });
  const first = counted(shuffles[0]?.value ?? []);
  for (const [index, { line, value: cards }] of shuffles.entries()) {
    const stranger = cards.find((card) => cardNumber(card) < 0);
    if (stranger !== undefined) {
      faults.push({ code: "no_card", line, card: stranger });
      continue;
    }
    const odd = index ? tooOften(counted(cards), first) : notWhole(first, cards.length);
    if (odd) faults.push({ code: "not_the_pack", line, ...odd });
    const right = order(proof, index, cards);
    const wrong = right.findIndex((card, place) => card !== cards[place]);
    if (wrong >= 0) faults.push({ code: "shuffle", line, place: wrong + 1, expected: right[wrong] ?? "", card: cards[wrong] ?? "" });
  }
}

type Counts = ReadonlyMap<string, number>;
interface Odd {
  readonly card: string;
  readonly count: number;
}

function counted(cards: readonly string[]): Counts {
  const counts = new Map<string, number>();
  for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1);
  return counts;
}

/** Return the first card that does not occur as often as in one or two packs, with both jokers or without. */
function notWhole(counts: Counts, size: number): Odd | null {
  const packs = size > PACK.length + JOKERS.length ? 2 : 1;
  const whole = JOKERS.some((card) => counts.has(card)) ? [...PACK, ...JOKERS] : PACK;
  return odd(whole, counts, (count) => count !== packs);
}

/** Return the first card that occurs more often than in the first shuffle: later shuffles are of returned cards. */
function tooOften(counts: Counts, first: Counts): Odd | null {
  return odd([...counts.keys()].sort((first, other) => cardNumber(first) - cardNumber(other)), counts, (count, card) => count > (first.get(card) ?? 0));
}

function odd(cards: readonly string[], counts: Counts, wrong: (count: number, card: string) => boolean): Odd | null {
  const card = cards.find((candidate) => wrong(counts.get(candidate) ?? 0, candidate));
  return card === undefined ? null : { card, count: counts.get(card) ?? 0 };
}
