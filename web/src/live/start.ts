/** Tables opened by "Play now": their first deal starts as soon as they are ready. */
const wanted = new Set<string>();
const opened = new Set<string>();

export function wantDeal(table: string): void {
  wanted.add(table);
  opened.add(table);
}

/** Return whether this page opened the table by "Play now" and was not reloaded since. */
export function openedHere(table: string): boolean {
  return opened.has(table);
}

/** Return whether the first deal is to start; true once. */
export function dealWanted(table: string): boolean {
  return wanted.delete(table);
}
