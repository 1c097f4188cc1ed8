/** Move a seat to another device: a one-time code is shown here and typed there. */
import { at } from "../base";
import { asked, beGuest } from "./api";

export interface Code {
  code: string;
  seconds: number;
}

/** Request a code. The other device opens the table `table`. */
export async function newCode(table: string): Promise<Code> {
  await beGuest();
  return asked<Code>("/api/guests/code", { method: "POST", body: JSON.stringify({ table }) });
}

/** Become the guest that requested the code, and return the table to open. The token comes as a cookie. */
export async function takeCode(code: string): Promise<string> {
  const { table } = await asked<{ table: string }>("/api/guests/take", { method: "POST", body: JSON.stringify({ code }) });
  return table;
}

/** Return the link for the other device. The code is in the fragment, which browsers do not send to servers. */
export function deviceLink(code: string): string {
  return `${location.origin}${at("/device")}#${code}`;
}
