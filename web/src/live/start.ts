/** A table that was opened to be played at once: its first deal is asked for as soon as it is there. */
const wanted = new Set<string>();

export function wantDeal(table: string): void {
  wanted.add(table);
}

/** Whether the first deal is wanted; true once. */
export function dealWanted(table: string): boolean {
  return wanted.delete(table);
}
