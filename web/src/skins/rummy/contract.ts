/** The contract of a round in words: "bộ 3 + dây 4". */
import type { View } from "./protocol";
import type { Phraser } from "../../text/phrasing";

export function contractText(view: View, tell: Phraser): string {
  return view.contract.map((one) => tell.say("show.wanted", { kind: one.kind, size: one.size })).join(" + ");
}
