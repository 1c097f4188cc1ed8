/** What of a record of protocol 1 its verifier needs. */
import type { Fault } from "./faults";
import type { Told } from "./record";

export interface Void {
  readonly attempt: number;
  readonly commitment: string;
  readonly seed: string;
  readonly seats: readonly number[];
}

export interface From {
  readonly seat: number;
  readonly commitment: string;
  readonly contribution: string;
}

/** The facts that a record tells once. */
export interface Once {
  readonly protocol: string;
  readonly table: string;
  readonly deal: string;
  readonly sheet: string;
  readonly attempt: string;
  readonly commitment: string;
  readonly seed: string;
  /** The sheet that the deal was played by, from the record's own line. */
  readonly played: string;
}

export interface Parsed {
  readonly once: Partial<Record<keyof Once, Told<string>>>;
  readonly voids: readonly Told<Void>[];
  readonly from: readonly Told<From>[];
  readonly shuffles: readonly Told<readonly string[]>[];
  readonly faults: readonly Fault[];
}

const HEX = "[0-9a-f]{64}";
const NUMBER = "(?:0|[1-9][0-9]{0,8})";
const ONCE: readonly [keyof Once, RegExp][] = [
  ["protocol", /^note fair (chieu\/fair\/.*)$/],
  ["table", /^note fair table (\S+)$/],
  ["deal", new RegExp(`^note fair deal (${NUMBER})$`)],
  ["sheet", /^note fair sheet (\S+)$/],
  ["attempt", new RegExp(`^note fair attempt (${NUMBER})$`)],
  ["commitment", new RegExp(`^note fair commitment (${HEX})$`)],
  ["seed", new RegExp(`^note fair seed (${HEX})$`)],
  ["played", /^sheet (\S+)$/],
];
const VOID = new RegExp(`^note fair void (${NUMBER}) (${HEX}) (${HEX})((?: ${NUMBER})+)$`);
const FROM = new RegExp(`^note fair from (${NUMBER}) (${HEX}) (${HEX})$`);
const SHUFFLE = /^\* shuffle (\S+(?: \S+)*)$/;

export function parsed(contents: readonly string[]): Parsed {
  const faults: Fault[] = [];
  const once: Partial<Record<keyof Once, Told<string>>> = {};
  const voids: Told<Void>[] = [];
  const from: Told<From>[] = [];
  const shuffles: Told<readonly string[]>[] = [];

  for (const [index, content] of contents.entries()) {
    const line = index + 1;
    const single = ONCE.find(([, pattern]) => pattern.test(content));
    const spoiled = VOID.exec(content);
    const gift = FROM.exec(content);
    const shuffle = SHUFFLE.exec(content);
    if (single) {
      const [name, pattern] = single;
      if (once[name]) faults.push({ code: "told_twice", line, what: name });
      else once[name] = { line, value: pattern.exec(content)?.[1] ?? "" };
    } else if (spoiled) {
      const [, attempt = "", commitment = "", seed = "", seats = ""] = spoiled;
      voids.push({ line, value: { attempt: Number(attempt), commitment, seed, seats: seats.trim().split(" ").map(Number) } });
    } else if (gift) {
      const [, seat = "", commitment = "", contribution = ""] = gift;
      from.push({ line, value: { seat: Number(seat), commitment, contribution } });
    } else if (shuffle) {
      shuffles.push({ line, value: (shuffle[1] ?? "").split(" ") });
    } else if (/^note fair\b|^\* shuffle\b/.test(content)) {
      faults.push({ code: "not_understood", line });
    }
  }
  return { once, voids, from, shuffles, faults };
}
