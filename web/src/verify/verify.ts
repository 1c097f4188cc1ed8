/** Checks the record of a deal from the published data in it and nothing else. Written from docs/fairness.md, and sharing
 * nothing with the house's own verifier. It knows no rules of any game. */
import { cardNumber, contributionCommitment, order, type Proof, seedCommitment } from "../fair/fair";
import type { Fault } from "./faults";
import { type From, type Once, type Parsed, parsed, type Told } from "./record";

const PROTOCOL = "chieu/fair/1";

/** What this browser saw and sent before the deal, if it was there: a record that verifies is only consistent in itself. */
export interface Seen {
  readonly commitment?: string;
  readonly seat?: number;
  readonly contribution?: string;
}

export interface Verdict {
  /** Empty: the record verifies. */
  readonly faults: readonly Fault[];
  readonly table: string;
  readonly deal: number;
  readonly commitment: string;
  /** The seats whose clients contributed. With none it proves only that the house kept to its seed. */
  readonly contributors: readonly number[];
  readonly voids: number;
  readonly shuffles: number;
  /** This browser was there, and the record was held against what it saw. */
  readonly seen: boolean;
}

/** `seenOf` says what was seen of an attempt, which the record numbers. */
export function verify(record: string, seenOf: (attempt: number) => Seen | null = () => null): Verdict {
  const found = parsed(record);
  const faults: Fault[] = [...found.faults];
  const told = completed(found, faults);
  const seen = told && seenOf(Number(told.attempt.value));
  if (told) {
    if (told.protocol.value === PROTOCOL) check(found, told, seen ?? {}, faults);
    else faults.push({ code: "other_protocol", line: told.protocol.line, protocol: told.protocol.value });
  }
  return {
    faults: faults.sort((one, other) => one.line - other.line),
    table: told?.table.value ?? "",
    deal: Number(told?.deal.value ?? 0),
    commitment: told?.commitment.value ?? "",
    contributors: found.from.map(({ value }) => value.seat),
    voids: found.voids.length,
    shuffles: found.shuffles.length,
    seen: seen !== null,
  };
}

type AllTold = Record<keyof Once, Told<string>>;

function completed({ once }: Parsed, faults: Fault[]): AllTold | null {
  const names: (keyof Once)[] = ["protocol", "table", "deal", "sheet", "attempt", "commitment", "seed", "played"];
  const missing = names.filter((name) => !once[name]);
  for (const what of missing) faults.push({ code: "missing", line: 0, what });
  return missing.length ? null : (once as AllTold);
}

function check(found: Parsed, told: AllTold, seen: Seen, faults: Fault[]): void {
  const proof: Proof = {
    table: told.table.value,
    deal: Number(told.deal.value),
    sheet: told.sheet.value,
    attempt: Number(told.attempt.value),
    commitment: told.commitment.value,
    contributions: found.from.map(({ value }) => value),
    voids: [],
    seed: told.seed.value,
  };
  if (proof.sheet !== told.played.value) faults.push({ code: "other_sheet", line: told.sheet.line, sheet: proof.sheet, played: told.played.value });
  const withheld = checkAttempts(found, told, proof, faults);
  checkContributions(found.from, proof, withheld, faults);
  if (seedCommitment(proof.table, proof.deal, proof.attempt, proof.seed) !== proof.commitment) faults.push({ code: "seed", line: told.seed.line });
  checkShuffles(found, proof, faults);
  checkSeen(found, told, seen, faults);
}

/** Void attempts lead up to the one that held; gives the seats that withheld. */
function checkAttempts(found: Parsed, told: AllTold, proof: Proof, faults: Fault[]): Set<number> {
  const withheld = new Set<number>();
  let expected = 0;
  for (const { line, value } of found.voids) {
    const { attempt, commitment, seed, seats } = value;
    if (attempt !== expected) faults.push({ code: "attempts_with_a_gap", line, expected, attempt });
    if (seedCommitment(proof.table, proof.deal, attempt, seed) !== commitment) faults.push({ code: "void_seed", line, attempt });
    for (const seat of seats) {
      if (withheld.has(seat)) faults.push({ code: "withheld_before", line, seat });
      withheld.add(seat);
    }
    expected += 1;
  }
  if (proof.attempt !== expected) faults.push({ code: "attempts_with_a_gap", line: told.attempt.line, expected, attempt: proof.attempt });
  return withheld;
}

function checkContributions(from: readonly Told<From>[], { table, deal, attempt }: Proof, withheld: ReadonlySet<number>, faults: Fault[]): void {
  let last = -1;
  for (const { line, value } of from) {
    const { seat, commitment, contribution } = value;
    if (seat <= last) faults.push({ code: "seats_out_of_order", line, seat });
    if (withheld.has(seat)) faults.push({ code: "withheld_before", line, seat });
    if (contributionCommitment(table, deal, attempt, seat, contribution) !== commitment) faults.push({ code: "contribution", line, seat });
    last = seat;
  }
}

function checkShuffles(found: Parsed, proof: Proof, faults: Fault[]): void {
  if (!found.shuffles.length) faults.push({ code: "no_shuffle", line: 0 });
  for (const [index, { line, value: cards }] of found.shuffles.entries()) {
    const stranger = cards.find((card) => cardNumber(card) < 0);
    if (stranger !== undefined) {
      faults.push({ code: "no_card", line, card: stranger });
      continue;
    }
    const right = order(proof, index, cards);
    const wrong = right.findIndex((card, place) => card !== cards[place]);
    if (wrong >= 0) faults.push({ code: "shuffle", line, place: wrong + 1, expected: right[wrong] ?? "", card: cards[wrong] ?? "" });
  }
}

function checkSeen(found: Parsed, told: AllTold, seen: Seen, faults: Fault[]): void {
  if (seen.commitment !== undefined && seen.commitment !== told.commitment.value)
    faults.push({ code: "not_as_seen", line: told.commitment.line });
  if (seen.seat === undefined || seen.contribution === undefined) return;
  const mine = found.from.find(({ value }) => value.seat === seen.seat);
  if (mine?.value.contribution !== seen.contribution) faults.push({ code: "not_as_sent", line: mine?.line ?? 0, seat: seen.seat });
}
