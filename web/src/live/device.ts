/** Move a seat to another device: a one-time code is shown here and typed there. */
import { at } from "../base";
import { asked, beGuest } from "./api";

export interface Code {
  code: string;
  seconds: number;
}

export async function newCode(): Promise<Code> {
  await beGuest();
  return asked<Code>("/api/guests/code", { method: "POST" });
}

/** Become the guest that requested the code. The token comes as a cookie. */
export async function takeCode(code: string): Promise<void> {
  await asked<unknown>("/api/guests/take", { method: "POST", body: JSON.stringify({ code }) });
}

/** Return the link for the other device. The code is in the fragment, which browsers do not send to servers. */
export function deviceLink(table: string, code: string): string {
  return `${location.origin}${at(`/device/${table}`)}#${code}`;
}
