/** PF-22: the manifest, the text that fixes a shuffle. Implemented from docs/fairness.md. */
import { sha256 } from "@noble/hashes/sha2.js";
import { hex } from "./hex";

export type SeatKind = "contributes" | "out" | "chat" | "bot" | "house";

/** A seat's part in a shuffle: `detail` is the commitment, who left it out and why, or the bot's level. */
export interface ManifestSeat {
  readonly kind: SeatKind;
  readonly detail: readonly string[];
  /** Its player sits the deal out: a bot plays it, not for the player's chips. */
  readonly sitsOut?: true;
}

export interface Manifest {
  readonly table: string;
  readonly deal: number;
  readonly attempt: number;
  readonly after: string;
  readonly sheet: string;
  readonly match: string;
  readonly host: number;
  readonly house: string;
  readonly seats: readonly ManifestSeat[];
}

/** `after` of the first manifest of a table. */
export const NOTHING_BEFORE = "0".repeat(64);
const HEX = "[0-9a-f]{64}";
const NUMBER = "(?:0|[1-9][0-9]{0,8})";
const HEAD = new RegExp(
  `^chieu/fair/1 manifest\\ntable ([A-Za-z0-9_-]{1,64})\\ndeal (${NUMBER})\\nattempt (${NUMBER})\\nafter (${HEX})\\nsheet ([!-~]{1,600})\\nmatch ([^\\n]+)\\nhost (${NUMBER})\\nhouse (${HEX})\\n((?:seat [^\\n]+\\n)+)$`,
);
const SEAT = new RegExp(`^seat (${NUMBER}) (?:(bot) ([!-~]{1,32})|(house)|(?:(contributes) (${HEX})|(out) (?:(house) (away|uncommitted)|(host) (asked)|(${NUMBER}) (withheld)|(self) (unaccounted))|(chat) (${HEX}))( sits_out)?)$`);

export function manifestHash(text: string): string {
  return hex(sha256(new TextEncoder().encode(text)));
}

/** Parse a manifest; null if the text is not one in its canonical form. */
export function readManifest(text: string): Manifest | null {
  const head = HEAD.exec(text);
  if (!head) return null;
  const [, table = "", deal, attempt, after = "", sheet = "", match = "", host, house = "", lines = ""] = head;
  const seats: ManifestSeat[] = [];
  for (const line of lines.trimEnd().split("\n")) {
    const words = SEAT.exec(line);
    if (!words || Number(words[1]) !== seats.length) return null;
    const [kind, ...detail] = words.slice(2, -1).filter((word) => word !== undefined);
    seats.push({ kind: kind as SeatKind, detail, ...(words.at(-1) ? { sitsOut: true as const } : {}) });
  }
  const manifest = { table, deal: Number(deal), attempt: Number(attempt), after, sheet, match, host: Number(host), house, seats };
  const commitments = contributorsOf(manifest).map(([, commitment]) => commitment);
  return new Set(commitments).size < commitments.length ? null : manifest;
}

/** Return the contributing seats and their commitments. */
export function contributorsOf(manifest: Manifest): [number, string][] {
  return manifest.seats.flatMap(({ kind, detail }, seat): [number, string][] => (kind === "contributes" || kind === "chat" ? [[seat, detail[0] ?? ""]] : []));
}
