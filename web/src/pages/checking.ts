/** A record checked in this browser, and held against what it saw before the deal. */
import { Refusal, recordOf } from "../live/house";
import { ownSecret } from "../live/secret";
import { notedOf } from "../live/seen";
import type { Case } from "../verify/verifier";
import type { Verdict } from "../verify/verify";

/** When the browser has nothing better to do: first the table, then the sums. */
const idle = (): Promise<unknown> => new Promise((go) => ("requestIdleCallback" in window ? requestIdleCallback(go, { timeout: 3000 }) : setTimeout(go)));

/** The verifier is loaded when somebody looks, and works beside the page. */
export async function checked(table: string, deal: number): Promise<Verdict> {
  await idle();
  const record = await recordOf(table, deal);
  return verdictOn({ record, table, deal, noted: notedOf(table, deal), secret: ownSecret() });
}

function verdictOn(one: Case): Promise<Verdict> {
  const verifier = new Worker(new URL("../verify/verifier.ts", import.meta.url), { type: "module" });
  return new Promise<Verdict>((found, failed) => {
    verifier.onmessage = (event: MessageEvent<Verdict>) => found(event.data);
    verifier.onerror = () => failed(new Refusal("unavailable", "", {}));
    verifier.postMessage(one);
  }).finally(() => verifier.terminate());
}
