/** Parse the parts of a record that the verifier needs: the published data and the shuffles, with their lines. */
import { sha256 } from "@noble/hashes/sha2.js";
import { PROTOCOL } from "../fair/fair";
import { hex } from "../fair/hex";
import type { Fault } from "./faults";

/** A value with its line in the record. */
export interface Told<T> {
  readonly line: number;
  readonly value: T;
}

/** The first line of every record: its format and version. */
export const FORMAT = "chieu-record 1";

/** Return the contents of a record's lines, and the first line whose check is wrong. */
export function contentsOf(record: string): [string[], Fault[]] {
  const lines = record.replace(/\n$/, "").split("\n");
  const contents = lines.map((line) => line.slice(7));
  const sum = sha256.create();
  const text = new TextEncoder();
  for (const [index, line] of lines.entries()) {
    sum.update(text.encode(`${line.slice(7)}\n`));
    const check = hex(sum.clone().digest()).slice(0, 6);
    // One changed line spoils the checks of all later lines: report the first.
    if (line.slice(0, 7) !== `${check} `) return [contents, [{ code: "line_changed", line: index + 1 }]];
  }
  return [contents, []];
}

export type WhyVoid = "withheld" | "restart" | "restored";

/** An attempt at the shuffle, from the record's notes. `void`: the reason, and the seats that withheld their bytes. */
export interface Attempt {
  readonly line: number;
  readonly attempt: number;
  server: string;
  manifest: string;
  seed: string;
  void: { readonly why: WhyVoid; readonly withheld: readonly number[] } | null;
  readonly from: Told<readonly [chair: number, contribution: string]>[];
}

export interface Parsed {
  /** The deal's own lines of the record. */
  readonly head: Readonly<Record<"game" | "sheet" | "match" | "host" | "seats", string>>;
  readonly attempts: readonly Attempt[];
  /** The players, if the record names them. */
  readonly players: readonly Told<readonly [seat: number, who: string]>[];
  readonly shuffles: readonly Told<readonly string[]>[];
  readonly faults: readonly Fault[];
}

const HEX = "([0-9a-f]{64})";
const NUMBER = "(0|[1-9][0-9]{0,8})";
const HEAD = /^(game|sheet|match|host|seats) (.+)$/;
const ATTEMPT = new RegExp(`^attempt ${NUMBER}$`);
const SERVER = new RegExp(`^server ${HEX}$`);
const SEED = new RegExp(`^seed ${HEX}$`);
const VOID = /^void (withheld|restart|restored)((?: (?:0|[1-9][0-9]{0,8}))*)$/;
const FROM = new RegExp(`^from ${NUMBER} ${HEX}$`);
const PLAYER = new RegExp(`^note seat ${NUMBER} (.+)$`);
const SHUFFLE = /^\* shuffle (\S+(?: \S+)*)$/;

/** Order of an attempt's lines: number, the server's commitment, manifest, seed, end. */
const STAGE = { attempt: 0, server: 1, manifest: 2, seed: 3, end: 4 } as const;

export function parsed(contents: readonly string[]): Parsed {
  const faults: Fault[] = [];
  const head = { game: "", sheet: "", match: "", host: "0", seats: "" };
  const attempts: Attempt[] = [];
  const players: Told<readonly [number, string]>[] = [];
  const shuffles: Told<readonly string[]>[] = [];
  let stage: number = STAGE.end;
  contents.forEach((content, at) => {
    const line = at + 1;
    const named = HEAD.exec(content);
    if (named) head[named[1] as keyof typeof head] = named[2] ?? "";
    const player = PLAYER.exec(content);
    if (player) players.push({ line, value: [Number(player[1]), player[2] ?? ""] });
    const shuffle = SHUFFLE.exec(content);
    if (shuffle) shuffles.push({ line, value: (shuffle[1] ?? "").split(" ") });
    else if (/^\* shuffle\b/.test(content)) faults.push({ code: "not_understood", line });
    if (!/^note fair\b/.test(content) || content === `note fair ${PROTOCOL}`) return;
    const note = content.slice("note fair ".length);
    const now = attempts.at(-1);
    const next = ATTEMPT.exec(note);
    const [server, seed, voided, from] = [SERVER.exec(note), SEED.exec(note), VOID.exec(note), FROM.exec(note)];
    if (next && stage >= STAGE.seed) {
      attempts.push({ line, attempt: Number(next[1]), server: "", manifest: "", seed: "", void: null, from: [] });
      stage = STAGE.attempt;
    } else if (now && server && stage === STAGE.attempt) {
      now.server = server[1] ?? "";
      stage = STAGE.server;
    } else if (now && note.startsWith("| ") && (stage === STAGE.server || stage === STAGE.manifest)) {
      now.manifest += `${note.slice(2)}\n`;
      stage = STAGE.manifest;
    } else if (now && seed && (stage === STAGE.server || stage === STAGE.manifest)) {
      now.seed = seed[1] ?? "";
      stage = STAGE.seed;
    } else if (now && voided && stage === STAGE.seed && !now.from.length) {
      now.void = { why: voided[1] as WhyVoid, withheld: (voided[2] ?? "").split(" ").filter(Boolean).map(Number) };
      stage = STAGE.end;
    } else if (now && from && stage === STAGE.seed) {
      now.from.push({ line, value: [Number(from[1]), from[2] ?? ""] });
    } else faults.push({ code: "not_understood", line });
  });
  if (stage < STAGE.seed) faults.push({ code: "missing", line: 0, what: "seed" });
  return { head, attempts, players, shuffles, faults };
}
