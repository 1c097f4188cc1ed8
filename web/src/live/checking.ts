/** A record checked in this browser, and held against what it saw before the deal. */
import { Refusal, recordOf } from "./api";
import { notedOf } from "./shuffles";
import type { Case } from "../verify/verifier";
import type { Verdict } from "../verify/verify";

/** When the browser has nothing better to do: first the table, then the sums. */
const idle = (): Promise<unknown> => new Promise((go) => ("requestIdleCallback" in window ? requestIdleCallback(go, { timeout: 3000 }) : setTimeout(go)));

/** Whether the record of a deal that this browser saw frozen is not of that deal. Where there is none to be had, there is
 * nothing to say of it. */
export async function disproved(table: string, deal: number): Promise<boolean> {
  if (!notedOf(table, deal).some((one) => one.freeze)) return false;
  return checked(table, deal).then(
    ({ faults }) => faults.length > 0,
    () => false,
  );
}

/** The verifier is loaded when it is needed, and works beside the page. */
export async function checked(table: string, deal: number): Promise<Verdict> {
  await idle();
  const record = await recordOf(table, deal);
  return verdictOn({ record, seen: notedOf(table, deal) });
}

function verdictOn(one: Case): Promise<Verdict> {
  const verifier = new Worker(new URL("../verify/verifier.ts", import.meta.url), { type: "module" });
  return new Promise<Verdict>((found, failed) => {
    verifier.onmessage = (event: MessageEvent<Verdict>) => found(event.data);
    verifier.onerror = () => failed(new Refusal("unavailable", "", {}));
    verifier.postMessage(one);
  }).finally(() => verifier.terminate());
}
