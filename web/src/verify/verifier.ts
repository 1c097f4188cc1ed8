/** Worker that verifies records, so that the page stays responsive: a phone needs a tenth of a second. */
import { type Own, verify } from "./verify";

export interface Case {
  readonly record: string;
  readonly own: Own;
}

addEventListener("message", (event: MessageEvent<Case>) => postMessage(verify(event.data.record, event.data.own)));
