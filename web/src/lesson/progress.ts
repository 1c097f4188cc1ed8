/** Tables at which somebody's first deal is guided, with how far that has come: a page that is loaded anew goes on with it. Kept until it
 * is over. */
const KEY = "chieu.lesson";

export interface Progress {
  /** Deals up to this one were not one's own. */
  readonly after: number;
  /** The one that is guided; 0 before it. */
  readonly deal: number;
  /** The hints that were read, by their places. */
  readonly read: readonly number[];
}

export function guideWanted(table: string, after = 0): void {
  guideNoted(table, { after, deal: 0, read: [] });
}

export function guideOf(table: string): Progress | null {
  const kept = all()[table] as Partial<Progress> | undefined;
  if (typeof kept?.after !== "number" || typeof kept.deal !== "number" || !Array.isArray(kept.read)) return null;
  return { after: kept.after, deal: kept.deal, read: kept.read.filter((one) => typeof one === "number") };
}

export function guideNoted(table: string, progress: Progress): void {
  keep({ ...all(), [table]: progress });
}

export function guideOver(table: string): void {
  keep(Object.fromEntries(Object.entries(all()).filter(([id]) => id !== table)));
}

function all(): Readonly<Record<string, unknown>> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof kept === "object" && kept !== null ? (kept as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function keep(tables: Readonly<Record<string, unknown>>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(tables));
  } catch {
    // No storage: nobody is guided.
  }
}
