/** A table that was opened to be played at once: its first deal is asked for as soon as it is there. */
const wanted = new Set<string>();
const opened = new Set<string>();

export function wantDeal(table: string): void {
  wanted.add(table);
  opened.add(table);
}

/** Whether this page opened the table to be played at once, and has not been loaded anew since. */
export function openedHere(table: string): boolean {
  return opened.has(table);
}

/** Whether the first deal is wanted; true once. */
export function dealWanted(table: string): boolean {
  return wanted.delete(table);
}
