/** A seat taken to another device: a code that is given here and typed there, once. */
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

/** From here on this browser is whoever asked for the code: the token comes as a cookie. */
export async function takeCode(code: string): Promise<void> {
  await asked<unknown>("/api/guests/take", { method: "POST", body: JSON.stringify({ code }) });
}

/** Where the other device goes. The code is behind the #, which browsers send to nobody. */
export function deviceLink(table: string, code: string): string {
  return `${location.origin}${at(`/device/${table}`)}#${code}`;
}
