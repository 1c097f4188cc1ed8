/** A list of names in the browser's storage. */
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
      // No storage: the list is always empty.
    }
  }
}

/** Games seen to their end. For other games the page offers an introduction. */
export const played = new KeptNames("chieu.played");
/** Games whose guided first deal is done or dismissed. */
export const taught = new KeptNames("chieu.taught");
