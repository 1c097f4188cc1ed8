/** Tables at which this browser sat last. */
import type { View } from "../protocol/types";
import { own } from "./build";

const KEY = "chieu.tables";
const VIEW_KEY = "chieu.view.";
const MOST = 5;

export interface Recent {
  id: string;
  game: string;
  /** Chair that the person had, to replay deals from there. */
  chair?: number;
}

export function recent(): Recent[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    if (!Array.isArray(stored)) return [];
    return stored.filter((value): value is Recent => typeof value?.id === "string" && typeof value?.game === "string").slice(0, MOST);
  } catch {
    return [];
  }
}

export function remember(id: string, game: string, chair: number | null): void {
  const known = recent();
  const before = known.find((visited) => visited.id === id);
  const now = chair ?? before?.chair;
  if (known[0] === before && before && before.chair === now) return;
  keep([{ id, game, ...(now === undefined ? {} : { chair: now }) }, ...known.filter((visited) => visited !== before)].slice(0, MOST));
}

/** Return the chair that the person had at a table. */
export function chairAt(id: string): number | null {
  const chair = recent().find((visited) => visited.id === id)?.chair;
  return typeof chair === "number" && Number.isInteger(chair) && chair >= 0 ? chair : null;
}

export function forget(id: string): void {
  keep(recent().filter((visited) => visited.id !== id));
}

/** RT-5: keep the last view of a member's table with real cards, to show it without a connection. No view of a table whose cards
 * are dealt is stored, and nothing of what people said. Another build of the page may not understand it, and drops it. */
export function keepView(id: string, { type, seq, now, you, table }: View): void {
  try {
    if (table.real && you.member != null) localStorage.setItem(VIEW_KEY + id, JSON.stringify({ build: own, view: { type, seq, now, you, table } satisfies View }));
    else localStorage.removeItem(VIEW_KEY + id);
  } catch {
    // No storage: without a connection the table cannot be shown.
  }
}

export function keptView(id: string): View | null {
  try {
    const kept = JSON.parse(localStorage.getItem(VIEW_KEY + id) ?? "null") as { build: string; view: View } | null;
    return kept?.build === own ? kept.view : null;
  } catch {
    return null;
  }
}

function keep(tables: Recent[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(tables));
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(VIEW_KEY) && !tables.some(({ id }) => key === VIEW_KEY + id)) localStorage.removeItem(key);
    }
  } catch {
    // No storage: the link is the only way back.
  }
}
