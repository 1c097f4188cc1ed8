/** PF-22: a client's journal of one table. Implemented from docs/fairness.md. A reveal opens its deal. Until the record
 * of that deal accounts for every manifest that this browser revealed for, it takes part in no other deal of the table.
 * It stores no views: to compare them with a record needs the rules of the game. */
import type { Attempt } from "../verify/record";
import { type Manifest, manifestHash, NOTHING_BEFORE, readManifest } from "./manifest";

/** Random bytes of a member for one attempt, which this browser commits to. */
export interface Drawn {
  readonly guest: string;
  readonly deal: number;
  readonly attempt: number;
  readonly contribution: string;
}

/** An attempt that this browser revealed for, with the bytes of each guest on this device. */
export interface JournalAttempt {
  readonly attempt: number;
  readonly manifest: string;
  readonly contributions: readonly string[];
}

export interface OpenDeal {
  readonly deal: number;
  readonly attempts: readonly JournalAttempt[];
  /** Number of attempts that the person agreed to. */
  readonly agreed: number;
}

export interface Journal {
  readonly table: string;
  readonly open?: OpenDeal | null;
  /** Numbers of accounted deals, ascending, with the hashes of their last manifests. */
  readonly closed?: readonly (readonly [deal: number, manifest: string])[];
  /** Deals that the person went on without proof of; repeated if the table was rolled back past one again. */
  readonly written_off?: readonly number[];
  readonly drawn?: readonly Drawn[];
}

/** `open`: another deal is not accounted for. `rolled_back`: the journal is past this attempt. `ask`: the person has to
 * agree to more attempts. */
export type Hindrance = "open" | "rolled_back" | "ask";
/** Reasons why a record that verifies does not account for the open deal. */
export type JournalFault = "other_deal" | "other_manifest" | "not_following" | "other_bytes";

export const ASK_AFTER = 3;
const CLOSED_AT_MOST = 400;
const DRAWN_AT_MOST = 8;

const lastClosed = ({ closed = [] }: Journal): readonly [number, string] => closed.at(-1) ?? [0, ""];
export const attemptAt = (open: OpenDeal | null | undefined, attempt: number): JournalAttempt | undefined => open?.attempts.find((known) => known.attempt === attempt);

/** Return why this browser must not commit to an attempt; null if it may. */
export function hindrance(journal: Journal, deal: number, attempt: number): Hindrance | null {
  const { open } = journal;
  if (!open) return deal <= lastClosed(journal)[0] ? "rolled_back" : null;
  if (deal !== open.deal) return "open";
  if (attempt <= (open.attempts.at(-1)?.attempt ?? -1)) return "rolled_back";
  return open.attempts.length >= open.agreed ? "ask" : null;
}

/** Return whether this browser may reveal for a manifest: the last one that it knows, or one linked to that. */
export function mayReveal(journal: Journal, text: string): boolean {
  const manifest = readManifest(text);
  if (!manifest) return false;
  if (journal.open?.attempts.at(-1)?.manifest === text) return true;
  return hindrance(journal, manifest.deal, manifest.attempt) === null && manifest.after === (expectedBefore(journal, manifest) || manifest.after);
}

/** Return the hash of the manifest before this one; empty if this browser cannot know it. */
function expectedBefore(journal: Journal, { deal, attempt }: Manifest): string {
  const last = journal.open?.attempts.at(-1);
  if (last) return attempt === last.attempt + 1 ? manifestHash(last.manifest) : "";
  return attempt === 0 ? closedBefore(journal, deal) : "";
}

function closedBefore(journal: Journal, deal: number): string {
  if (deal === 1) return NOTHING_BEFORE;
  const [last, manifest] = lastClosed(journal);
  return last === deal - 1 ? manifest : "";
}

/** Note that a guest commits to fresh bytes, unless there are some for that attempt. Forget those of long ago. */
export function commit(journal: Journal, fresh: Drawn): Journal {
  if (drawnFor(journal, fresh.guest, fresh.deal, fresh.attempt)) return journal;
  return { ...journal, drawn: [...(journal.drawn ?? []), fresh].slice(-DRAWN_AT_MOST) };
}

export function drawnFor({ drawn = [] }: Journal, guest: string, deal: number, attempt: number): Drawn | undefined {
  return drawn.find((each) => each.guest === guest && each.deal === deal && each.attempt === attempt);
}

/** Open the deal of a manifest, or add its attempt. This is stored before the reveal is sent. */
export function reveal(journal: Journal, { deal, attempt }: Manifest, text: string, contribution: string): Journal {
  const open = journal.open ?? { deal, attempts: [], agreed: ASK_AFTER };
  const known = attemptAt(open, attempt) ?? { attempt, manifest: text, contributions: [] };
  const contributions = [...known.contributions.filter((other) => other !== contribution), contribution];
  return { ...journal, open: { ...open, attempts: [...open.attempts.filter((other) => other.attempt !== attempt), { ...known, contributions }] } };
}

/** The person agreed to as many attempts again. */
export function agree(journal: Journal): Journal {
  return journal.open ? { ...journal, open: { ...journal.open, agreed: journal.open.agreed + ASK_AFTER } } : journal;
}

/** Return why the attempts of a record of the open deal do not account for it; null if they do. */
export function faultOf(journal: Journal, attempts: readonly Attempt[]): JournalFault | null {
  const { open } = journal;
  if (!open) return "other_deal";
  const first = readManifest(attempts.find((listed) => listed.manifest)?.manifest ?? "");
  if (first?.after !== (closedBefore(journal, open.deal) || first?.after)) return "not_following";
  const listed = (attempt: number): Attempt | undefined => attempts.find((each) => each.attempt === attempt);
  if (open.attempts.some((known) => listed(known.attempt)?.manifest !== known.manifest)) return "other_manifest";
  const held = attempts.at(-1);
  const published = held?.from.map(({ value }) => value[1]) ?? [];
  const mine = held ? (attemptAt(open, held.attempt)?.contributions ?? []) : [];
  return mine.every((contribution) => published.includes(contribution)) ? null : "other_bytes";
}

/** Close the open deal, whose last manifest has this hash. */
export function close(journal: Journal, manifest: string): Journal {
  if (!journal.open) return journal;
  const { deal } = journal.open;
  const closed = [...(journal.closed ?? []), [deal, manifest] as const].slice(-CLOSED_AT_MOST);
  return { ...journal, open: null, closed, drawn: (journal.drawn ?? []).filter((each) => each.deal > deal) };
}

/** Give up on the open deal, or on closed deals that the table was rolled back past (from `deal` on). */
export function writeOff(journal: Journal, deal: number): Journal {
  const closed = journal.closed ?? [];
  const gone = journal.open ? [journal.open.deal] : closed.map(([number]) => number).filter((number) => number >= deal);
  const writtenOff = [...(journal.written_off ?? []), ...gone].sort((one, other) => one - other);
  return { ...journal, open: null, closed: closed.filter(([number]) => !gone.includes(number)), written_off: writtenOff, drawn: [] };
}
