/** RT-5: a deal that is half entered, kept on this phone so that a reload does not lose it. */
import type { Draft } from "../entry/draft";

const keyOf = (table: string): string => `chieu.draft.${table}`;

/** Return the draft that was kept for exactly this deal (`of` names the deal, its rules and its chairs). */
export function keptDraft(table: string, of: string): Draft | null {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(table)) ?? "null") as { of: string; draft: Draft } | null;
    return kept?.of === of ? kept.draft : null;
  } catch {
    return null;
  }
}

export function keepDraft(table: string, of: string, draft: Draft | null): void {
  try {
    if (draft) localStorage.setItem(keyOf(table), JSON.stringify({ of, draft }));
    else localStorage.removeItem(keyOf(table));
  } catch {
    // No storage: the draft lasts as long as the page.
  }
}
