/** Tables at which this browser sat last. */
const KEY = "chieu.tables";
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

function keep(tables: Recent[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(tables));
  } catch {
    // No storage: the link is the only way back.
  }
}
