/** PF-22: the journals of this browser, by table id. All tabs share them, so that a reload or a second tab keeps to what
 * was revealed. */
import type { Journal } from "../fair/journal";

const START = "chieu.journal.";

/** Fallback without storage or when it is full; lasts as long as the page. Newer than the storage. */
const memory = new Map<string, string>();

/** Run a function while no other tab does. Pages served without TLS have no locks. */
export async function exclusively<T>(work: () => T): Promise<T> {
  const locks = navigator.locks as LockManager | undefined;
  return locks ? await locks.request(START, work) : work();
}

export function journalOf(table: string): Journal {
  try {
    const stored = JSON.parse(memory.get(table) ?? localStorage.getItem(START + table) ?? "null") as Journal | null;
    if (stored?.table === table) return stored;
  } catch {
    // No storage, or nothing of ours in it.
  }
  return { table };
}

export function setJournal(journal: Journal): void {
  const raw = JSON.stringify(journal);
  try {
    localStorage.setItem(START + journal.table, raw);
    memory.delete(journal.table);
  } catch {
    memory.set(journal.table, raw);
  }
}
