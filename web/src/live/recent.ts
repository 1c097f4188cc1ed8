/** The tables this browser sat at last, to find back to them. */
const KEY = "chieu.tables";
const MOST = 5;

export interface Recent {
  id: string;
  game: string;
}

export function recent(): Recent[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    if (!Array.isArray(kept)) return [];
    return kept.filter((one): one is Recent => typeof one?.id === "string" && typeof one?.game === "string").slice(0, MOST);
  } catch {
    return [];
  }
}

export function remember(id: string, game: string): void {
  const known = recent();
  if (known[0]?.id === id) return;
  keep([{ id, game }, ...known.filter((one) => one.id !== id)].slice(0, MOST));
}

export function forget(id: string): void {
  keep(recent().filter((one) => one.id !== id));
}

function keep(tables: Recent[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(tables));
  } catch {
    // No storage: no way back but the link.
  }
}
