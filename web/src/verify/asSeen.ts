/** What this browser noted before a deal, in the verifier's terms: its own part follows from its secret. */
import { ownContribution } from "../fair/fair";
import type { Noted } from "../live/seen";
import type { Seen } from "./verify";

export function asSeen(noted: readonly Noted[], secret: Uint8Array, table: string, deal: number): (attempt: number) => Seen | null {
  return (attempt) => {
    const found = noted.find((one) => one.attempt === attempt);
    if (!found) return null;
    const { commitment, seat } = found;
    return seat === null ? { commitment } : { commitment, seat, contribution: ownContribution(secret, table, deal, attempt, seat) };
  };
}
