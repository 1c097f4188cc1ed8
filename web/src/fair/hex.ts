/** Parse bytes as the server writes them. */
export function bytes(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export function hex(raw: Uint8Array): string {
  return Array.from(raw, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
