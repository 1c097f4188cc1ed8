/** Tables at which this browser sat last. */
const KEY = "chieu.tables";
const MOST = 5;

export interface Recent {
  id: string;
  game: string;
  /** Seat that the person had, to replay deals from there. */
  seat?: number;
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

export function remember(id: string, game: string, seat: number | null): void {
  const known = recent();
  const before = known.find((visited) => visited.id === id);
  const now = seat ?? before?.seat;
  if (known[0] === before && before && before.seat === now) return;
  keep([{ id, game, ...(now === undefined ? {} : { seat: now }) }, ...known.filter((visited) => visited !== before)].slice(0, MOST));
}

/** Return the seat that the person had at a table. */
export function seatAt(id: string): number | null {
  const seat = recent().find((visited) => visited.id === id)?.seat;
  return typeof seat === "number" && Number.isInteger(seat) && seat >= 0 ? seat : null;
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
