/** PF-22: what this browser's parts in all shuffles follow from. */
import { bytes, hex } from "../fair/hex";

const KEY = "chieu.secret";

/** 32 bytes that nobody else knows, the same in every tab. */
export function ownSecret(): Uint8Array {
  try {
    const kept = localStorage.getItem(KEY);
    if (kept && /^[0-9a-f]{64}$/.test(kept)) return bytes(kept);
  } catch {
    return crypto.getRandomValues(new Uint8Array(32));
  }
  const secret = crypto.getRandomValues(new Uint8Array(32));
  try {
    localStorage.setItem(KEY, hex(secret));
  } catch {
    // Without storage the secret lasts as long as the page.
  }
  return secret;
}
