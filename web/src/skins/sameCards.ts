/** Return whether two plays have the same cards, in any order and with duplicates. */
export function sameCards(first: readonly string[], other: readonly string[]): boolean {
  return first.length === other.length && [...first].sort().join() === [...other].sort().join();
}
