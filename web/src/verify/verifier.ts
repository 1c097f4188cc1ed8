/** The thread that checks records: a phone takes a tenth of a second for the sums, and the page answers meanwhile. */
import type { Noted } from "../live/seen";
import { asSeen } from "./asSeen";
import { verify } from "./verify";

export interface Case {
  readonly record: string;
  readonly table: string;
  readonly deal: number;
  readonly noted: readonly Noted[];
  readonly secret: Uint8Array;
}

addEventListener("message", (event: MessageEvent<Case>) => {
  const { record, table, deal, noted, secret } = event.data;
  postMessage(verify(record, asSeen(noted, secret, table, deal)));
});
