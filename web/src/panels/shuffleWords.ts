/** PF-22 in words: what a seat is to a shuffle, and why an attempt is void. */
import type { SeatVerdict } from "../verify/verify";
import { t, type Word } from "../words/words.svelte";

const OUT: Readonly<Record<string, Word>> = { away: "fair.out.away", uncommitted: "fair.out.uncommitted", asked: "fair.out.asked", withheld: "fair.out.withheld" };
const KINDS: Readonly<Record<Exclude<SeatVerdict["kind"], "out">, Word>> = { contributes: "fair.kind.contributes", chat: "fair.kind.chat", bot: "fair.kind.bot", house: "fair.kind.house", untold: "fair.kind.untold" };
const VOIDS: Readonly<Record<string, Word>> = { withheld: "fair.void.withheld", restart: "fair.void.restart", restored: "fair.void.restored", older: "fair.void.older" };

export function kindOf({ kind, detail }: Pick<SeatVerdict, "kind" | "detail">, names: readonly string[]): string {
  if (kind !== "out") return t(KINDS[kind]);
  const [by = "", why = ""] = detail;
  return t(OUT[why] ?? "fair.out.uncommitted", { name: names[Number(by)] ?? "" });
}

export function voidOf(attempt: number, why: string, names: string): string {
  return t(VOIDS[why] ?? "fair.void.older", { n: attempt + 1, names });
}
