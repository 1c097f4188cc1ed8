/** Which games this browser has seen played to an end. Who has seen none of a game is shown the way to how it goes. */
const KEY = "chieu.played";

export function played(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
}

export function notePlayed(game: string): void {
  const known = played();
  if (known.includes(game)) return;
  try {
    localStorage.setItem(KEY, JSON.stringify([...known, game]));
  } catch {
    // No storage: everybody is new each time.
  }
}
