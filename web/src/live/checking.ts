/** Check a record in this browser and compare it with the browser's journal. */
import { Refusal, recordOf } from "./api";
import { journalOf } from "./journals";
import type { Case } from "../verify/verifier";
import type { Verdict } from "../verify/verify";

/** Resolve when the browser is idle: the table comes first. */
const idle = (): Promise<unknown> => new Promise((go) => ("requestIdleCallback" in window ? requestIdleCallback(go, { timeout: 3000 }) : setTimeout(go)));

/** Check the record of a deal and compare it with the journal. The verifier is loaded on demand and runs in a worker. */
export async function checked(table: string, deal: number, journal = journalOf(table)): Promise<Verdict> {
  await idle();
  const request: Case = { record: await recordOf(table, deal), own: { journal, deal } };
  const verifier = new Worker(new URL("../verify/verifier.ts", import.meta.url), { type: "module" });
  return new Promise<Verdict>((found, failed) => {
    verifier.onmessage = (event: MessageEvent<Verdict>) => found(event.data);
    verifier.onerror = () => failed(new Refusal("unavailable", "", {}));
    verifier.postMessage(request);
  }).finally(() => verifier.terminate());
}
