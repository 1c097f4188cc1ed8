/** PF-22 in words: what a seat is to a shuffle, and why an attempt is void. */
import type { WhyVoid } from "../verify/record";
import type { SeatVerdict } from "../verify/verify";
import { t, type Word } from "../words/words.svelte";

const OUT: Readonly<Record<string, Word>> = { away: "fair.out.away", uncommitted: "fair.out.uncommitted", asked: "fair.out.asked", withheld: "fair.out.withheld" };
const KINDS: Readonly<Record<Exclude<SeatVerdict["kind"], "out">, Word>> = { contributes: "fair.kind.contributes", chat: "fair.kind.chat", bot: "fair.kind.bot", house: "fair.kind.house" };
const VOIDS: Readonly<Record<WhyVoid, Word>> = { withheld: "fair.void.withheld", restart: "fair.void.restart", restored: "fair.void.restored" };

export function kindOf({ kind, detail }: Pick<SeatVerdict, "kind" | "detail">, names: readonly string[]): string {
  if (kind !== "out") return t(KINDS[kind]);
  const [by = "", why = ""] = detail;
  return t(OUT[why] ?? "fair.out.uncommitted", { name: names[Number(by)] ?? "" });
}

export function voidOf(attempt: number, why: WhyVoid, names: string): string {
  return t(VOIDS[why], { n: attempt + 1, names });
}
