/** PF-22: the browser's own record of shuffles: its bytes, and each manifest as it was first shown. All tabs share it,
 * so that a reload or a second tab keeps to what was committed. A record that verifies is only consistent in
 * itself; whether it is the deal that was played is known to those who watched. */
import { hex } from "../fair/hex";

const START = "chieu.shuffle.";
const INDEX = "chieu.shuffles";
const LAST = "chieu.manifest.";
const SPENT = "chieu.spent.";
const MOST = 300;
/** Number of deals of a table for which finished attempts are remembered individually. */
const DEALS = 200;
/** Attempts that a deal may be ahead of the last one whose manifest this browser saw. */
const AHEAD = 100;

/** Stored data of one attempt. `committed` and `revealed`: the command was sent. `manifest`: the first one shown.
 * `spent`: the attempt is over for this browser, or out of turn; nothing is stored, and these bytes are discarded. */
export interface StoredAttempt {
  readonly contribution: string;
  readonly committed?: boolean;
  readonly manifest?: string;
  readonly revealed?: boolean;
  readonly warned?: readonly string[];
  readonly spent?: true;
}

export interface NumberedAttempt extends StoredAttempt {
  readonly attempt: number;
}

/** Fallback without storage or when it is full; lasts as long as the page. Newer than the storage. */
const memory = new Map<string, string>();

/** Run a function while no other tab does. Pages served without TLS have no locks. */
export async function exclusively<T>(work: () => T): Promise<T> {
  const locks = navigator.locks as LockManager | undefined;
  return locks ? await locks.request(INDEX, work) : work();
}

function get(key: string): string | null {
  try {
    return memory.get(key) ?? localStorage.getItem(key);
  } catch {
    return null;
  }
}

function set(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
    memory.delete(key);
  } catch {
    memory.set(key, value);
  }
}

function drop(key: string): void {
  memory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // No storage.
  }
}

const label = (table: string, deal: number, attempt: number): string => `${table}/${deal}/${attempt}`;

function read(of: string): StoredAttempt | null {
  try {
    const stored: unknown = JSON.parse(get(START + of) ?? "null");
    return typeof (stored as StoredAttempt | null)?.contribution === "string" ? (stored as StoredAttempt) : null;
  } catch {
    return null;
  }
}

function index(): string[] {
  try {
    const stored: unknown = JSON.parse(get(INDEX) ?? "[]");
    return Array.isArray(stored) ? stored.filter((value): value is string => typeof value === "string") : [];
  } catch {
    return [];
  }
}

/** Attempts of a table with a manifest: the last one of each deal, and the deal up to which all are over. It is small and,
 * unlike the attempts themselves, never dropped: otherwise a server could invent attempts until an old one is
 * forgotten and get it a second time, with new bytes. It is stored by deal, so that a table restored from a backup
 * can continue with the next attempt of that deal. */
interface Over {
  readonly upTo: number;
  readonly last: Readonly<Record<string, number>>;
}

function over(table: string): Over {
  try {
    const stored = JSON.parse(get(SPENT + table) ?? "null") as Over | null;
    if (typeof stored?.upTo === "number" && typeof stored.last === "object") return stored;
  } catch {
    // As if there were none.
  }
  return { upTo: -1, last: {} };
}

function isOver(table: string, deal: number, attempt: number): boolean {
  const { upTo, last } = over(table);
  const published = last[deal];
  if (published === undefined) return deal <= upTo || attempt > AHEAD;
  return attempt <= published || attempt > published + AHEAD;
}

function nowOver(table: string, deal: number, attempt: number): void {
  const { upTo, last } = over(table);
  const deals = Object.entries({ ...last, [deal]: Math.max(attempt, last[deal] ?? 0) }).sort(([first], [other]) => Number(first) - Number(other));
  const gone = deals.slice(0, -DEALS).map(([number]) => Number(number));
  set(SPENT + table, JSON.stringify({ upTo: Math.max(upTo, ...gone), last: Object.fromEntries(deals.slice(-DEALS)) }));
}

/** Return the stored data of an attempt, drawing its bytes if there are none. */
export function getOrDraw(table: string, deal: number, attempt: number): StoredAttempt {
  const of = label(table, deal, attempt);
  const before = read(of);
  if (before) return before;
  if (isOver(table, deal, attempt)) return { contribution: fresh(), spent: true };
  set(START + of, JSON.stringify({ contribution: fresh() }));
  const all = [...index().filter((other) => other !== of), of];
  const gone = tooMany(all, table);
  for (const old of gone) drop(START + old);
  set(INDEX, JSON.stringify(all.filter((key) => !gone.has(key))));
  return read(of) ?? { contribution: fresh() };
}

/** Return the keys to delete, sparing the newest: first attempts without a manifest, then manifests of other
 * tables, never those of this table. */
function tooMany(all: readonly string[], table: string): ReadonlySet<string> {
  if (all.length <= MOST) return new Set();
  const old = all.slice(0, -1).map((of) => ({ of, published: Boolean(read(of)?.manifest) }));
  const first = old.filter(({ published }) => !published);
  const then = old.filter(({ of, published }) => published && !of.startsWith(`${table}/`));
  return new Set([...first, ...then].slice(0, all.length - MOST).map(({ of }) => of));
}

/** Return 32 random bytes. */
export function fresh(): string {
  return hex(crypto.getRandomValues(new Uint8Array(32)));
}

export function update(table: string, deal: number, attempt: number, more: Partial<StoredAttempt>): StoredAttempt {
  const now = { ...getOrDraw(table, deal, attempt), ...more };
  if (now.spent) return now;
  if (more.manifest) nowOver(table, deal, attempt);
  set(START + label(table, deal, attempt), JSON.stringify(now));
  return now;
}

/** Return the stored data of an attempt, if any. */
export function storedAttempt(table: string, deal: number, attempt: number): StoredAttempt | null {
  return read(label(table, deal, attempt));
}

/** Return the stored data of a deal's shuffle, by attempt. */
export function storedAttempts(table: string, deal: number): readonly NumberedAttempt[] {
  const start = `${table}/${deal}/`;
  return index().flatMap((of) => {
    const stored = of.startsWith(start) ? read(of) : null;
    return stored ? [{ ...stored, attempt: Number(of.slice(start.length)) }] : [];
  });
}

/** Return the text of the last manifest at a table; empty if none was seen. */
export function lastManifest(table: string): string {
  return get(LAST + table) ?? "";
}

export function setLastManifest(table: string, text: string): void {
  set(LAST + table, text);
}
