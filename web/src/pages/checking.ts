/** A record checked in this browser, and held against what it saw before the deal. */
import { ownSecret } from "../live/contributing";
import { recordOf } from "../live/house";
import { seenOf } from "../live/seen";
import type { Verdict } from "../verify/verify";

/** When the browser has nothing better to do: first the table, then the sums. */
const idle = (): Promise<unknown> => new Promise((go) => ("requestIdleCallback" in window ? requestIdleCallback(go, { timeout: 3000 }) : setTimeout(go)));

/** The verifier is loaded when somebody looks, and not with the page. */
export async function checked(table: string, deal: number): Promise<Verdict> {
  await idle();
  const [{ verify }, text] = await Promise.all([import("../verify/verify"), recordOf(table, deal)]);
  await idle();
  return verify(text, (attempt) => seenOf(table, deal, attempt, ownSecret()));
}
