/** Bytes as the protocol writes them. */

export type Bytes = Uint8Array<ArrayBuffer>;

export function utf8(text: string): Bytes {
  return new Uint8Array(new TextEncoder().encode(text));
}

export function toHex(bytes: Bytes): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The bytes that pairs of hexadecimal digits stand for. */
export function fromHex(digits: string): Bytes {
  const pairs = digits.match(/../g) ?? [];
  return Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16));
}

export function joined(parts: readonly Bytes[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Parts one after the other, each preceded by its length in four bytes. Text is UTF-8, numbers are decimal. */
export function packed(...parts: readonly (string | number | Bytes)[]): Bytes {
  const pieces = parts.flatMap((part) => {
    const raw = part instanceof Uint8Array ? part : utf8(String(part));
    const length = new Uint8Array(4);
    new DataView(length.buffer).setUint32(0, raw.length);
    return [length, raw];
  });
  return joined(pieces);
}

export async function sha256(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}
