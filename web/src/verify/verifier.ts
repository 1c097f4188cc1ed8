/** The thread that checks records: a phone takes a tenth of a second for the sums, and the page answers meanwhile. */
import { type Seen, verify } from "./verify";

export interface Case {
  readonly record: string;
  readonly seen: readonly Seen[];
}

addEventListener("message", (event: MessageEvent<Case>) => postMessage(verify(event.data.record, event.data.seen)));
