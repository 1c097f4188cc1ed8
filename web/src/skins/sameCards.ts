/** Whether two plays are of the same cards, in any order; a card may be there twice. */
export function sameCards(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && [...one].sort().join() === [...other].sort().join();
}
