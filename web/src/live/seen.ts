/** PF-22: what this browser saw of each shuffle before its deal. A record that verifies is only consistent in itself;
 * that it is the deal which was played is known by who watched. */
import type { Whole } from "../protocol/types";

const KEY = "chieu.seen";
const MOST = 200;

/** A commitment as it first came, and the seat from which this browser added its own part. */
export interface Noted {
  readonly attempt: number;
  readonly commitment: string;
  readonly seat: number | null;
}
type Kept = Omit<Noted, "attempt"> & { readonly of: string };

const label = (table: string, deal: number, attempt: number | ""): string => `${table}/${deal}/${attempt}`;

/** Notes the shuffle of a picture. Only what came before anybody revealed proves something, and what was noted first
 * stays: a commitment that changes later is what is looked for. */
export function note(picture: Whole): void {
  const { id, phase, shuffle } = picture.table;
  const of = label(id, shuffle.deal, shuffle.attempt);
  const mine = picture.you.seat ?? null;
  const seat = mine !== null && shuffle.revealed?.includes(mine) ? mine : null;
  const kept = read();
  const before = kept.find((one) => one.of === of);
  if (before ? before.seat !== null || seat === null : phase !== "between" && phase !== "committing") return;
  const now = { of, commitment: before?.commitment ?? shuffle.commitment, seat };
  write([...kept.filter((one) => one !== before), now].slice(-MOST));
}

/** What was noted of each attempt at a deal's shuffle; nothing if this browser was not there. */
export function notedOf(table: string, deal: number): readonly Noted[] {
  const start = label(table, deal, "");
  return read().flatMap(({ of, commitment, seat }) => (of.startsWith(start) ? [{ attempt: Number(of.slice(start.length)), commitment, seat: seat ?? null }] : []));
}

function read(): Kept[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((one): one is Kept => typeof one?.of === "string" && typeof one?.commitment === "string") : [];
  } catch {
    return [];
  }
}

function write(kept: readonly Kept[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // No storage: a record is checked for what it says alone.
  }
}
