/** PF-22 in words: a seat's part in a shuffle, and why an attempt is void. */
import type { WhyVoid } from "../verify/record";
import type { ChairVerdict } from "../verify/verify";
import { t, type TextKey } from "../text";

const OUT: Readonly<Record<string, TextKey>> = { away: "fair.out_away", uncommitted: "fair.out_uncommitted", asked: "fair.out_asked", withheld: "fair.out_withheld", unaccounted: "fair.out_unaccounted" };
const KINDS: Readonly<Record<Exclude<ChairVerdict["kind"], "out">, TextKey>> = { contributes: "fair.kind_contributes", chat: "fair.kind_chat", bot: "fair.kind_bot", house: "fair.kind_house" };
const VOIDS: Readonly<Record<WhyVoid, TextKey>> = { withheld: "fair.void_withheld", restart: "fair.void_restart", restored: "fair.void_restored" };

export function kindOf({ kind, detail }: Pick<ChairVerdict, "kind" | "detail">, names: readonly string[]): string {
  if (kind !== "out") return t(KINDS[kind]);
  const [by = "", why = ""] = detail;
  return t(OUT[why] ?? "fair.out_uncommitted", { name: names[Number(by)] ?? "" });
}

export function voidOf(attempt: number, why: WhyVoid, names: string): string {
  return t(VOIDS[why], { n: attempt + 1, names });
}
