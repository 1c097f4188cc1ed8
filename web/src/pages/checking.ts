/** A record checked in this browser, and held against what it saw before the deal. */
import { ownSecret } from "../live/contributing";
import { recordOf } from "../live/house";
import { seenOf } from "../live/seen";
import type { Verdict } from "../verify/verify";

/** The verifier is loaded when somebody looks, and not with the page. */
export async function checked(table: string, deal: number): Promise<Verdict> {
  const [{ verify }, text] = await Promise.all([import("../verify/verify"), recordOf(table, deal)]);
  return verify(text, (attempt) => seenOf(table, deal, attempt, ownSecret()));
}
