/** The verifiable shuffle, implemented from docs/fairness.md alone. The hashes come from a library, because
 * WebCrypto is not available to pages served without TLS, and friends on one network often play that way. */
import { hkdf } from "@noble/hashes/hkdf.js";
import { hmac } from "@noble/hashes/hmac.js";
import { sha256, sha512 } from "@noble/hashes/sha2.js";
import { manifestHash } from "./manifest";
import { bytes, hex } from "./hex";

export const PROTOCOL = "chieu/fair/1";
const text = new TextEncoder();

export interface Contribution {
  readonly chair: number;
  readonly contribution: string;
}

/** Everything that determines the shuffles of a deal. */
export interface Proof {
  readonly contributions: readonly Contribution[];
  readonly seed: string;
  readonly manifest: string;
}

/** Concatenate parts, each preceded by its length in four bytes. */
export function packed(...parts: (Uint8Array | string | number)[]): Uint8Array {
  const raw = parts.map((part) => (part instanceof Uint8Array ? part : text.encode(String(part))));
  const out = new Uint8Array(raw.reduce((sum, part) => sum + 4 + part.length, 0));
  let at = 0;
  for (const part of raw) {
    new DataView(out.buffer).setUint32(at, part.length);
    out.set(part, at + 4);
    at += 4 + part.length;
  }
  return out;
}

export function seedCommitment(table: string, deal: number, attempt: number, seed: string): string {
  return hex(sha256(packed(`${PROTOCOL} seed`, table, deal, attempt, bytes(seed))));
}

export function contributionCommitment(table: string, deal: number, attempt: number, contribution: string): string {
  return hex(sha256(packed(`${PROTOCOL} contribution`, table, deal, attempt, bytes(contribution))));
}

export function key(proof: Proof, shuffle: number): Uint8Array {
  const contributions = [...proof.contributions].sort((first, other) => first.chair - other.chair);
  const material = [bytes(manifestHash(proof.manifest)), bytes(proof.seed), ...contributions.flatMap((contribution) => [contribution.chair, bytes(contribution.contribution)])];
  return hkdf(sha512, packed(...material), text.encode(`${PROTOCOL} key`), packed(shuffle), 64);
}

/** Yield an endless stream of 64-bit words. */
export function* words(streamKey: Uint8Array): Generator<bigint, never> {
  for (let counter = 0n; ; counter++) {
    const number = new Uint8Array(8);
    new DataView(number.buffer).setBigUint64(0, counter);
    const block = hmac(sha512, streamKey, number);
    const view = new DataView(block.buffer, block.byteOffset);
    for (let at = 0; at < 64; at += 8) yield view.getBigUint64(at);
  }
}

function below(stream: Generator<bigint, never>, n: bigint): number {
  const whole = 1n << 64n;
  const limit = whole - (whole % n);
  let word = stream.next().value;
  while (word >= limit) word = stream.next().value;
  return Number(word % n);
}

const RANKS = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2"];
const SUITS = ["D", "C", "H", "S"];
export const PACK: readonly string[] = RANKS.flatMap((rank) => SUITS.map((suit) => rank + suit));
export const JOKERS: readonly string[] = ["JK1", "JK2"];
const NUMBERS: ReadonlyMap<string, number> = new Map([...PACK, ...JOKERS].map((card, number) => [card, number]));

/** Return a card's number; -1 if it is not a card. */
export function cardNumber(card: string): number {
  return NUMBERS.get(card) ?? -1;
}

/** Return the order that a shuffle of a deal must give to these cards. */
export function order(proof: Proof, shuffle: number, cards: readonly string[]): string[] {
  const out = [...cards].sort((card, other) => cardNumber(card) - cardNumber(other));
  const stream = words(key(proof, shuffle));
  for (let place = out.length - 1; place > 0; place--) {
    const other = below(stream, BigInt(place + 1));
    [out[place], out[other]] = [out[other] ?? "", out[place] ?? ""];
  }
  return out;
}
