/** A list of names that this browser keeps: games it has seen played, games it was taught. */
export class KeptNames {
  constructor(private readonly key: string) {}

  get all(): readonly string[] {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(this.key) ?? "[]");
      return Array.isArray(kept) ? kept.filter((one) => typeof one === "string") : [];
    } catch {
      return [];
    }
  }

  note(name: string): void {
    const known = this.all;
    if (known.includes(name)) return;
    try {
      localStorage.setItem(this.key, JSON.stringify([...known, name]));
    } catch {
      // No storage: everybody is new each time.
    }
  }
}

/** Games that were seen played to an end. Who has seen none of a game is shown the way to how it goes. */
export const played = new KeptNames("chieu.played");
/** Games whose first deal was guided, or whose guide was sent away. */
export const taught = new KeptNames("chieu.taught");
