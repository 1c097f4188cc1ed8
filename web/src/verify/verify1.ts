/** Checks a record of protocol 1, as what it is: it proves less (docs/fairness.md says how much less). */
import { contributionCommitment1, type Proof, seedCommitment } from "../fair/fair";
import type { Fault } from "./faults";
import { type From, type Once, type Parsed, parsed, type Void } from "./record1";
import type { Told } from "./record";
import { checkShuffles } from "./shuffles";
import type { Verdict } from "./verify";

const PROTOCOL = "chieu/fair/1";

export function verify1(contents: readonly string[], seats: number): Omit<Verdict, "seen"> {
  const found = parsed(contents);
  const faults: Fault[] = [...found.faults];
  const told = completed(found, faults);
  if (told) check(found, told, faults);
  const given = found.from.map(({ value }) => value.seat);
  return {
    faults,
    protocol: PROTOCOL,
    table: told?.table.value ?? "",
    deal: Number(told?.deal.value ?? 0),
    commitment: told?.commitment.value ?? "",
    freeze: "",
    seats: Array.from({ length: seats }, (_, seat) => (given.includes(seat) ? { kind: "contributes", detail: [], proves: "older" } : { kind: "untold", detail: [], proves: "nothing" })),
    attempts: found.voids.length + 1,
    voids: found.voids.map(({ value }: Told<Void>) => ({ attempt: value.attempt, why: "withheld", withheld: value.seats })),
    shuffles: found.shuffles.length,
    unseen: [],
  };
}

type AllTold = Record<keyof Once, Told<string>>;

function completed({ once }: Parsed, faults: Fault[]): AllTold | null {
  const names: (keyof Once)[] = ["protocol", "table", "deal", "sheet", "attempt", "commitment", "seed", "played"];
  const missing = names.filter((name) => !once[name]);
  for (const what of missing) faults.push({ code: "missing", line: 0, what });
  return missing.length ? null : (once as AllTold);
}

function check(found: Parsed, told: AllTold, faults: Fault[]): void {
  const proof: Proof = {
    table: told.table.value,
    deal: Number(told.deal.value),
    sheet: told.sheet.value,
    attempt: Number(told.attempt.value),
    contributions: found.from.map(({ value }) => value),
    seed: told.seed.value,
    freeze: "",
  };
  if (proof.sheet !== told.played.value) faults.push({ code: "other_sheet", line: told.sheet.line, sheet: proof.sheet, played: told.played.value });
  const withheld = checkAttempts(found, told, proof, faults);
  checkContributions(found.from, proof, withheld, faults);
  if (seedCommitment(proof.table, proof.deal, proof.attempt, proof.seed, PROTOCOL) !== told.commitment.value) faults.push({ code: "seed", line: told.seed.line });
  checkShuffles(found.shuffles, proof, faults);
}

/** Void attempts lead up to the one that held; gives the seats that withheld. */
function checkAttempts(found: Parsed, told: AllTold, proof: Proof, faults: Fault[]): Set<number> {
  const withheld = new Set<number>();
  let expected = 0;
  for (const { line, value } of found.voids) {
    const { attempt, commitment, seed, seats } = value;
    if (attempt !== expected) faults.push({ code: "attempts_with_a_gap", line, expected, attempt });
    if (seedCommitment(proof.table, proof.deal, attempt, seed, PROTOCOL) !== commitment) faults.push({ code: "void_seed", line, attempt });
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
    if (contributionCommitment1(table, deal, attempt, seat, contribution) !== commitment) faults.push({ code: "contribution", line, seat });
    last = seat;
  }
}
