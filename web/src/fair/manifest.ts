/** PF-22: the manifest, the text that fixes a shuffle. Implemented from docs/fairness.md. */
import { sha256 } from "@noble/hashes/sha2.js";
import { hex } from "./hex";

export type ChairKind = "contributes" | "out" | "chat" | "bot" | "house";

/** A chair's part in a shuffle: `detail` is the commitment, who left it out and why, or the bot's level. */
export interface ManifestChair {
  readonly kind: ChairKind;
  readonly detail: readonly string[];
  /** Its seat in the deal; null if its person sits the deal out. */
  readonly seat: number | null;
  /** Level of the bot that plays the seat for nobody's chips, because its person sits the deal out. */
  readonly standIn?: string;
}

export interface Manifest {
  readonly table: string;
  readonly deal: number;
  readonly attempt: number;
  readonly after: string;
  readonly game: string;
  readonly sheet: string;
  readonly match: string;
  readonly host: number;
  readonly server: string;
  readonly allChairs: readonly ManifestChair[];
}

/** `after` of the first manifest of a table. */
export const NOTHING_BEFORE = "0".repeat(64);
const HEX = "[0-9a-f]{64}";
const NUMBER = "(?:0|[1-9][0-9]{0,8})";
const HEAD = new RegExp(
  `^chieu/fair/1 manifest\\ntable ([A-Za-z0-9_-]{1,64})\\ndeal (${NUMBER})\\nattempt (${NUMBER})\\nafter (${HEX})\\ngame ([a-z0-9]{1,32})\\nsheet ([!-~]{1,600})\\nmatch ([^\\n]+)\\nhost (${NUMBER})\\nserver (${HEX})\\n((?:chair [^\\n]+\\n)+)$`,
);
const PERSON = `(?:(contributes) (${HEX})|(out) (?:(server) (away|uncommitted)|(host) (asked)|(${NUMBER}) (withheld)|(self) (unaccounted))|(chat) (${HEX}))`;
const CHAIR = new RegExp(`^chair (?<chair>${NUMBER}) (?:${PERSON}(?: seat (?<seat>${NUMBER})(?: bot (?<standIn>[!-~]{1,32}))?)?|(?:(bot) ([!-~]{1,32})|(house)) seat (?<other>${NUMBER}))$`);
/** Groups of `CHAIR` with the kind and its details. */
const WORDS = [...Array.from({ length: 13 }, (_, at) => 2 + at), 17, 18, 19];

export function manifestHash(text: string): string {
  return hex(sha256(new TextEncoder().encode(text)));
}

/** Parse a manifest; null if the text is not one in its canonical form. */
export function readManifest(text: string): Manifest | null {
  const head = HEAD.exec(text);
  if (!head) return null;
  const [, table = "", deal, attempt, after = "", game = "", sheet = "", match = "", host, server = "", lines = ""] = head;
  const allChairs: ManifestChair[] = [];
  let seats = 0;
  for (const line of lines.trimEnd().split("\n")) {
    const words = CHAIR.exec(line);
    const { chair, seat, other, standIn } = words?.groups ?? {};
    if (!words || Number(chair) !== allChairs.length) return null;
    const [kind, ...detail] = WORDS.map((at) => words[at]).filter((word) => word !== undefined);
    const number = seat ?? other;
    if (number !== undefined && Number(number) !== seats++) return null;
    allChairs.push({ kind: kind as ChairKind, detail, seat: number === undefined ? null : Number(number), ...(standIn === undefined ? {} : { standIn }) });
  }
  const manifest = { table, deal: Number(deal), attempt: Number(attempt), after, game, sheet, match, host: Number(host), server, allChairs };
  const commitments = contributorsOf(manifest).map(([, commitment]) => commitment);
  return new Set(commitments).size < commitments.length ? null : manifest;
}

/** Return the contributing chairs and their commitments. */
export function contributorsOf(manifest: Manifest): [number, string][] {
  return manifest.allChairs.flatMap(({ kind, detail }, chair): [number, string][] => (kind === "contributes" || kind === "chat" ? [[chair, detail[0] ?? ""]] : []));
}

/** Return the chair of each seat. */
export function chairsOf(manifest: Manifest): number[] {
  return manifest.allChairs.flatMap(({ seat }, chair) => (seat === null ? [] : [chair]));
}
