/** Names of people this phone has kept the score for, to be offered again. */
const KEY = "chieu.friends";
const MOST = 12;

export function friends(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter((name): name is string => typeof name === "string" && name !== "").slice(0, MOST) : [];
  } catch {
    return [];
  }
}

export function keepFriends(names: readonly string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([...new Set([...names, ...friends()])].slice(0, MOST)));
  } catch {
    // No storage: the names are typed again.
  }
}
