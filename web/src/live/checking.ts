/** Check a record in this browser and compare it with what the browser saw before the deal. */
import { Refusal, recordOf } from "./api";
import { storedAttempts } from "./shuffles";
import type { Case } from "../verify/verifier";
import type { Verdict } from "../verify/verify";

/** Resolve when the browser is idle: the table comes first. */
const idle = (): Promise<unknown> => new Promise((go) => ("requestIdleCallback" in window ? requestIdleCallback(go, { timeout: 3000 }) : setTimeout(go)));

/** Return whether the record contradicts what this browser saw. False if there is no record. */
export async function disproved(table: string, deal: number): Promise<boolean> {
  if (!storedAttempts(table, deal).some((attempt) => attempt.manifest)) return false;
  return checked(table, deal).then(
    ({ faults }) => faults.length > 0,
    () => false,
  );
}

/** The verifier is loaded on demand and runs in a worker. */
export async function checked(table: string, deal: number): Promise<Verdict> {
  await idle();
  const record = await recordOf(table, deal);
  return verdictOn({ record, seen: storedAttempts(table, deal) });
}

function verdictOn(request: Case): Promise<Verdict> {
  const verifier = new Worker(new URL("../verify/verifier.ts", import.meta.url), { type: "module" });
  return new Promise<Verdict>((found, failed) => {
    verifier.onmessage = (event: MessageEvent<Verdict>) => found(event.data);
    verifier.onerror = () => failed(new Refusal("unavailable", "", {}));
    verifier.postMessage(request);
  }).finally(() => verifier.terminate());
}
