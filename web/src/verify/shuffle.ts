/** Commitments, keys and shuffles, as docs/fairness.md describes them. */
import { type Bytes, packed, sha256, toHex, utf8 } from "./bytes";

/** What all hashes of one attempt are about. */
export interface Attempt {
  readonly table: string;
  readonly deal: number;
  readonly attempt: number;
}

export interface Given {
  readonly seat: number;
  readonly contribution: Bytes;
}

const RANKS = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2"];
const SUITS = "DCHS";
const JOKERS = ["JK1", "JK2"];
const TOP = 1n << 64n;

/** What the house publishes before it opens its seed. */
export async function commitmentToSeed({ table, deal, attempt }: Attempt, seed: Bytes): Promise<string> {
  return toHex(await sha256(packed("chieu/fair/1 seed", table, deal, attempt, seed)));
}

/** What a client publishes before it shows its bytes. */
export async function commitmentToContribution({ table, deal, attempt }: Attempt, { seat, contribution }: Given): Promise<string> {
  return toHex(await sha256(packed("chieu/fair/1 contribution", table, deal, attempt, seat, contribution)));
}

/** The key of one shuffle of a deal, counted from 0. Contributions come in the order of the seats. */
export async function keyOf(of: Attempt, sheet: string, seed: Bytes, given: readonly Given[], shuffle: number): Promise<Bytes> {
  const material = packed(seed, ...given.flatMap(({ seat, contribution }) => [seat, contribution]));
  const secret = await crypto.subtle.importKey("raw", material, "HKDF", false, ["deriveBits"]);
  const info = packed(of.table, of.deal, of.attempt, sheet, shuffle);
  return new Uint8Array(await crypto.subtle.deriveBits({ name: "HKDF", hash: "SHA-512", salt: utf8("chieu/fair/1 key"), info }, secret, 512));
}

/** The words of 64 bits that follow from a key, without end. */
export async function* wordsOf(key: Bytes): AsyncGenerator<bigint, never> {
  const mac = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-512" }, false, ["sign"]);
  for (let counter = 0n; ; counter++) {
    const message = new DataView(new ArrayBuffer(8));
    message.setBigUint64(0, counter);
    const block = new DataView(await crypto.subtle.sign("HMAC", mac, message));
    for (let at = 0; at < 64; at += 8) yield block.getBigUint64(at);
  }
}

async function below(words: AsyncGenerator<bigint, never>, count: number): Promise<number> {
  const many = BigInt(count);
  const fair = TOP - (TOP % many);
  for (;;) {
    const { value } = await words.next();
    if (value < fair) return Number(value % many);
  }
}

/** A card's number, which is its place before the shuffle; undefined for what is no card. */
export function numberOf(card: string): number | undefined {
  const joker = JOKERS.indexOf(card);
  if (joker >= 0) return 52 + joker;
  const rank = RANKS.indexOf(card.slice(0, -1));
  const suit = SUITS.indexOf(card.slice(-1));
  return rank < 0 || suit < 0 || card === "" ? undefined : 4 * rank + suit;
}

/** These cards, put in the order of their numbers and shuffled under a key. */
export async function shuffled(cards: readonly string[], key: Bytes): Promise<string[]> {
  const order = [...cards].sort((one, other) => (numberOf(one) ?? 0) - (numberOf(other) ?? 0));
  const words = wordsOf(key);
  for (let place = order.length - 1; place > 0; place--) {
    const other = await below(words, place + 1);
    [order[place], order[other]] = [order[other] as string, order[place] as string];
  }
  return order;
}
