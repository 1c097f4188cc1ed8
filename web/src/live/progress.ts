/** List of names in the browser's storage. */
export class NameList {
  constructor(private readonly key: string) {}

  get all(): readonly string[] {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(this.key) ?? "[]");
      return Array.isArray(stored) ? stored.filter((name) => typeof name === "string") : [];
    } catch {
      return [];
    }
  }

  add(name: string): void {
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
export const played = new NameList("chieu.played");
/** Games whose guided first deal is done or dismissed. */
export const taught = new NameList("chieu.taught");
