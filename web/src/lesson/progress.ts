/** Progress of guided first deals by table, stored until they are over, so that a reload continues. */
const KEY = "chieu.lesson";

export interface Progress {
  /** Deals up to this number were not the player's own. */
  readonly after: number;
  /** Number of the guided deal; 0 before it. */
  readonly deal: number;
  /** Indices of the tips that were read. */
  readonly read: readonly number[];
}

export function guideWanted(table: string, after = 0): void {
  guideNoted(table, { after, deal: 0, read: [] });
}

export function guideOf(table: string): Progress | null {
  const kept = all()[table] as Partial<Progress> | undefined;
  if (typeof kept?.after !== "number" || typeof kept.deal !== "number" || !Array.isArray(kept.read)) return null;
  return { after: kept.after, deal: kept.deal, read: kept.read.filter((value) => typeof value === "number") };
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
    // No storage: no guide.
  }
}
