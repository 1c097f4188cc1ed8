/** Progress of guided first deals by table, stored until they are over, so that a reload continues. */
const KEY = "chieu.lesson";

export interface Progress {
  /** Deals up to this number were not the player's own. */
  readonly after: number;
  /** Number of the guided deal, 0 for a lesson with chosen cards; -1 before it. */
  readonly deal: number;
  /** Indices of the tips that were read. */
  readonly read: readonly number[];
}

export function guideWanted(table: string, after = -1): void {
  guideNoted(table, { after, deal: -1, read: [] });
}

export function guideOf(table: string): Progress | null {
  const stored = all()[table] as Partial<Progress> | undefined;
  if (typeof stored?.after !== "number" || typeof stored.deal !== "number" || !Array.isArray(stored.read)) return null;
  return { after: stored.after, deal: stored.deal, read: stored.read.filter((value) => typeof value === "number") };
}

export function guideNoted(table: string, progress: Progress): void {
  store({ ...all(), [table]: progress });
}

export function guideOver(table: string): void {
  store(Object.fromEntries(Object.entries(all()).filter(([id]) => id !== table)));
}

function all(): Readonly<Record<string, unknown>> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof stored === "object" && stored !== null ? (stored as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function store(tables: Readonly<Record<string, unknown>>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(tables));
  } catch {
    // No storage: no guide.
  }
}
