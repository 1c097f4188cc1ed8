/** PF-22 in words: a seat's part in a shuffle, and why an attempt is void. */
import type { SeatVerdict } from "../verify/verify";
import { t, type TextKey } from "../text";

const OUT: Readonly<Record<string, TextKey>> = { away: "fair.out_away", uncommitted: "fair.out_uncommitted", asked: "fair.out_asked", withheld: "fair.out_withheld" };
const KINDS: Readonly<Record<Exclude<SeatVerdict["kind"], "out">, TextKey>> = { contributes: "fair.kind_contributes", chat: "fair.kind_chat", bot: "fair.kind_bot", house: "fair.kind_house", untold: "fair.kind_untold" };
const VOIDS: Readonly<Record<string, TextKey>> = { withheld: "fair.void_withheld", restart: "fair.void_restart", restored: "fair.void_restored", older: "fair.void_older" };

export function kindOf({ kind, detail }: Pick<SeatVerdict, "kind" | "detail">, names: readonly string[]): string {
  if (kind !== "out") return t(KINDS[kind]);
  const [by = "", why = ""] = detail;
  return t(OUT[why] ?? "fair.out_uncommitted", { name: names[Number(by)] ?? "" });
}

export function voidOf(attempt: number, why: string, names: string): string {
  return t(VOIDS[why] ?? "fair.void_older", { n: attempt + 1, names });
}
