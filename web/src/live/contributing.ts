/** PF-22: this browser's part in the shuffles. */
import { contributionCommitment, ownContribution } from "../fair/fair";
import type { Whole } from "../protocol/types";
import type { Draft } from "./link";

/** What is to be sent for the coming shuffle now, if anything. */
export function due(whole: Whole, secret: Uint8Array): Draft | null {
  const { table, you } = whole;
  const { shuffle } = table;
  const seat = you.seat ?? null;
  if (seat === null || shuffle.barred?.includes(seat)) return null;
  const contribution = ownContribution(secret, table.id, shuffle.deal, shuffle.attempt, seat);
  const commitment = contributionCommitment(table.id, shuffle.deal, shuffle.attempt, seat, contribution);
  const known = shuffle.commitments?.find(([of]) => of === seat)?.[1];
  const { deal, attempt } = shuffle;
  if (table.phase === "between" || table.phase === "committing") {
    return known === commitment ? null : { type: "commit", deal, attempt, commitment };
  }
  const mine = shuffle.contributors?.includes(seat) && !shuffle.revealed?.includes(seat);
  return table.phase === "revealing" && mine && known === commitment ? { type: "reveal", deal, attempt, contribution } : null;
}
