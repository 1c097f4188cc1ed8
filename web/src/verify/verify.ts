/** Verify the record of a deal from the published data in it and nothing else. Implemented from docs/fairness.md,
 * independently of the server's verifier. It knows no rules of any game. */
import { contributionCommitment, type Proof, PROTOCOL, seedCommitment } from "../fair/fair";
import { chairsOf, contributorsOf, type Manifest, manifestHash, type ManifestChair, NOTHING_BEFORE, readManifest } from "../fair/manifest";
import { faultOf, type Journal, type JournalFault } from "../fair/journal";
import type { Fault } from "./faults";
import { type Attempt, contentsOf, FORMAT, parsed, type Parsed, type WhyVoid } from "./record";
import { checkShuffles } from "./shuffles";

/** The browser's own journal, and the number of the deal that the record has to be of: a record that verifies is only
 * consistent in itself. */
export interface Own {
  readonly journal: Journal;
  readonly deal: number;
}

/** Claim that the record proves to a chair: that of docs/fairness.md, or nothing. */
export interface ChairVerdict extends ManifestChair {
  readonly proves: "claim" | "nothing";
}

export interface Verdict {
  /** Empty if the record verifies. */
  readonly faults: readonly Fault[];
  readonly table: string;
  readonly deal: number;
  readonly commitment: string;
  /** Hash of the manifest that was played. */
  readonly manifest: string;
  readonly chairs: readonly ChairVerdict[];
  /** Number of attempts with a manifest. In later deals than the first, a void attempt without one also counts: only the
   * record of the deal before shows that it had none. */
  readonly attempts: number;
  readonly voids: readonly { readonly attempt: number; readonly why: WhyVoid; readonly withheld: readonly number[] }[];
  readonly shuffles: number;
  /** The journal has this deal, and the record was compared with it. */
  readonly seen: boolean;
  /** The person went on without proof of this deal. */
  readonly writtenOff: boolean;
}

export function verify(record: string, own?: Own): Verdict {
  const [contents, broken] = contentsOf(record);
  const protocol = contents.find((line) => line.startsWith("note fair "))?.slice("note fair ".length) ?? "";
  const format = (contents[0] ?? "").slice(0, 60);
  const unknown = format === FORMAT ? [] : [{ code: "other_record", line: 1, expected: FORMAT, format } as const];
  const verdict =
    protocol === PROTOCOL
      ? verified(parsed(contents), own)
      : { ...verified(parsed([])), faults: [protocol ? ({ code: "other_protocol", line: 0, expected: PROTOCOL, protocol } as const) : ({ code: "missing", line: 0, what: "protocol" } as const)] };
  return { ...verdict, faults: [...broken, ...unknown, ...verdict.faults].sort((first, other) => first.line - other.line) };
}

function verified(found: Parsed, own?: Own): Verdict {
  const faults: Fault[] = [...found.faults];
  const held = found.attempts.at(-1);
  const manifest = held ? readManifest(held.manifest) : null;
  if (!held || !manifest) faults.push({ code: "missing", line: held?.line ?? 0, what: "manifest" });
  else check(found, held, manifest, faults);
  const fault = own && held && manifest ? ownFault(own, found.attempts, manifest, held) : null;
  if (fault) faults.push({ code: fault, line: 0 });
  const { open, closed = [], written_off: writtenOff = [] } = own?.journal ?? {};
  return {
    faults,
    table: manifest?.table ?? "",
    deal: manifest?.deal ?? 0,
    commitment: held?.server ?? "",
    manifest: held?.manifest ? manifestHash(held.manifest) : "",
    chairs: (manifest?.allChairs ?? []).map((chair) => ({ ...chair, proves: chair.kind === "contributes" ? "claim" : "nothing" })),
    attempts: found.attempts.filter((attempt) => attempt.manifest || (manifest?.deal ?? 0) > 1).length,
    voids: found.attempts.flatMap((attempt) => (attempt.void ? [{ attempt: attempt.attempt, ...attempt.void }] : [])),
    shuffles: found.shuffles.length,
    seen: own !== undefined && (open?.deal === own.deal || closed.some(([deal]) => deal === own.deal)),
    writtenOff: own !== undefined && writtenOff.includes(own.deal),
  };
}

/** Compare the record with the journal: all of the open deal, and the last manifest of a closed one. */
function ownFault({ journal, deal }: Own, attempts: readonly Attempt[], manifest: Manifest, held: Attempt): JournalFault | null {
  if (manifest.table !== journal.table || manifest.deal !== deal) return "other_deal";
  if (journal.open?.deal === deal) return faultOf(journal, attempts);
  const last = journal.closed?.find(([number]) => number === deal)?.[1];
  return last !== undefined && last !== manifestHash(held.manifest) ? "other_manifest" : null;
}

function check(found: Parsed, held: Attempt, manifest: Manifest, faults: Fault[]): void {
  checkAttempts(found.attempts, manifest, faults);
  checkHead(found, held, manifest, faults);
  checkPlayers(found, manifest, faults);
  checkContributions(held, manifest, faults);
  const contributions = held.from.map(({ value: [chair, contribution] }) => ({ chair, contribution }));
  const proof: Proof = { contributions, seed: held.seed, manifest: held.manifest };
  checkShuffles(found.shuffles, proof, faults);
}

/** All attempts are listed from 0, each with its own seed and, if one was published, a manifest that follows the last;
 * all but the last are void. */
function checkAttempts(attempts: readonly Attempt[], { table, deal }: Manifest, faults: Fault[]): void {
  let before = deal === 1 ? NOTHING_BEFORE : "";
  for (const [expected, listed] of attempts.entries()) {
    const { line, attempt, server, seed } = listed;
    if (attempt !== expected) faults.push({ code: "attempts_with_a_gap", line, expected: expected + 1, attempt: attempt + 1 });
    if ((listed.void === null) !== (expected === attempts.length - 1)) faults.push({ code: "not_the_last", line, attempt: attempt + 1 });
    if (seedCommitment(table, deal, attempt, seed) !== server) faults.push(listed.void ? { code: "void_seed", line, attempt: attempt + 1 } : { code: "seed", line });
    const manifest = listed.manifest ? readManifest(listed.manifest) : null;
    if (listed.manifest) {
      if (!manifest || manifest.table !== table || manifest.deal !== deal || manifest.attempt !== attempt || manifest.server !== server) faults.push({ code: "manifest", line, attempt: attempt + 1 });
      else if (before && manifest.after !== before) faults.push({ code: "manifest_order", line, attempt: attempt + 1 });
      before = manifestHash(listed.manifest);
    }
    if (listed.void) {
      const contributors = manifest ? contributorsOf(manifest).map(([chair]) => chair) : [];
      const { why, withheld } = listed.void;
      const known = contributors.filter((chair) => withheld.includes(chair));
      if (known.join() !== withheld.join() || (why === "withheld") !== withheld.length > 0) faults.push({ code: "blamed", line, attempt: attempt + 1 });
    }
  }
}

/** The deal that was played must be that of the manifest. */
function checkHead({ head }: Parsed, { line }: Attempt, manifest: Manifest, faults: Fault[]): void {
  if (manifest.game !== head.game) faults.push({ code: "other_game", line, game: manifest.game, played: head.game });
  if (manifest.sheet !== head.sheet) faults.push({ code: "other_sheet", line, sheet: manifest.sheet, played: head.sheet });
  if (manifest.match !== head.match) faults.push({ code: "other_match", line });
  if (String(manifest.host) !== head.host) faults.push({ code: "other_host", line, host: manifest.host + 1, played: Number(head.host) + 1 });
  if (String(chairsOf(manifest).length) !== head.seats) faults.push({ code: "other_seats", line });
}

/** If the record names the players, bots played exactly the seats that the manifest gives to bots. */
function checkPlayers({ players }: Parsed, { allChairs }: Manifest, faults: Fault[]): void {
  for (const { line, value } of players) {
    const [seat, who] = value;
    const promised = allChairs.find((chair) => chair.seat === seat);
    const level = /^bot (.+)$/.exec(who)?.[1];
    if (promised && level !== (promised.kind === "bot" ? promised.detail[0] : promised.standIn)) faults.push({ code: "other_player", line, seat: seat + 1 });
  }
}

function checkContributions(held: Attempt, manifest: Manifest, faults: Fault[]): void {
  const contributors = contributorsOf(manifest);
  if (contributors.map(([chair]) => chair).join() !== held.from.map(({ value: [chair] }) => chair).join()) faults.push({ code: "other_contributors", line: held.line });
  const promised = new Map(contributors);
  for (const { line, value } of held.from) {
    const [chair, contribution] = value;
    if (contributionCommitment(manifest.table, manifest.deal, manifest.attempt, contribution) !== promised.get(chair)) faults.push({ code: "contribution", line, seat: chair + 1 });
  }
}
