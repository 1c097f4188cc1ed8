/** Checks the record of a deal from the published data in it and nothing else. Written from docs/fairness.md, and sharing
 * nothing with the house's own verifier. It knows no rules of any game. */
import { fromHex } from "./bytes";
import type { Fault } from "./faults";
import { type From, type Once, type Parsed, parsed, type Told } from "./record";
import { type Attempt, commitmentToContribution, commitmentToSeed, keyOf, numberOf, shuffled } from "./shuffle";

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
}

/** Whether this browser can verify here. Pages that do not come by https or from this machine may not use its cryptography. */
export function available(): boolean {
  return globalThis.crypto?.subtle !== undefined;
}

export async function verify(record: string, seen: Seen = {}): Promise<Verdict> {
  const found = await parsed(record);
  const faults: Fault[] = [...found.faults];
  const told = completed(found, faults);
  if (told) {
    if (told.protocol.value === PROTOCOL) await check(found, told, seen, faults);
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
  };
}

type AllTold = Record<keyof Once, Told<string>>;

function completed({ once }: Parsed, faults: Fault[]): AllTold | null {
  const names: (keyof Once)[] = ["protocol", "table", "deal", "sheet", "attempt", "commitment", "seed", "played"];
  const missing = names.filter((name) => !once[name]);
  for (const what of missing) faults.push({ code: "missing", line: 0, what });
  return missing.length ? null : (once as AllTold);
}

async function check(found: Parsed, told: AllTold, seen: Seen, faults: Fault[]): Promise<void> {
  const of: Attempt = { table: told.table.value, deal: Number(told.deal.value), attempt: Number(told.attempt.value) };
  if (told.sheet.value !== told.played.value)
    faults.push({ code: "other_sheet", line: told.sheet.line, sheet: told.sheet.value, played: told.played.value });
  const withheld = await checkAttempts(found, told, of, faults);
  await checkContributions(found.from, of, withheld, faults);
  if ((await commitmentToSeed(of, fromHex(told.seed.value))) !== told.commitment.value) faults.push({ code: "seed", line: told.seed.line });
  await checkShuffles(found, told, of, faults);
  checkSeen(found, told, seen, faults);
}

/** Void attempts lead up to the one that held; gives the seats that withheld. */
async function checkAttempts(found: Parsed, told: AllTold, of: Attempt, faults: Fault[]): Promise<Set<number>> {
  const withheld = new Set<number>();
  let expected = 0;
  for (const { line, value } of found.voids) {
    const { attempt, commitment, seed, seats } = value;
    if (attempt !== expected) faults.push({ code: "attempts_with_a_gap", line, expected, attempt });
    if ((await commitmentToSeed({ ...of, attempt }, fromHex(seed))) !== commitment) faults.push({ code: "void_seed", line, attempt });
    for (const seat of seats) {
      if (withheld.has(seat)) faults.push({ code: "withheld_before", line, seat });
      withheld.add(seat);
    }
    expected += 1;
  }
  if (of.attempt !== expected) faults.push({ code: "attempts_with_a_gap", line: told.attempt.line, expected, attempt: of.attempt });
  return withheld;
}

async function checkContributions(from: readonly Told<From>[], of: Attempt, withheld: ReadonlySet<number>, faults: Fault[]): Promise<void> {
  let last = -1;
  for (const { line, value } of from) {
    const { seat, commitment, contribution } = value;
    if (seat <= last) faults.push({ code: "seats_out_of_order", line, seat });
    if (withheld.has(seat)) faults.push({ code: "withheld_before", line, seat });
    if ((await commitmentToContribution(of, { seat, contribution: fromHex(contribution) })) !== commitment)
      faults.push({ code: "contribution", line, seat });
    last = seat;
  }
}

async function checkShuffles(found: Parsed, told: AllTold, of: Attempt, faults: Fault[]): Promise<void> {
  if (!found.shuffles.length) faults.push({ code: "no_shuffle", line: 0 });
  const given = found.from.map(({ value }) => ({ seat: value.seat, contribution: fromHex(value.contribution) }));
  for (const [index, { line, value: cards }] of found.shuffles.entries()) {
    const stranger = cards.find((card) => numberOf(card) === undefined);
    if (stranger !== undefined) {
      faults.push({ code: "no_card", line, card: stranger });
      continue;
    }
    const key = await keyOf(of, told.sheet.value, fromHex(told.seed.value), given, index);
    const right = await shuffled(cards, key);
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
