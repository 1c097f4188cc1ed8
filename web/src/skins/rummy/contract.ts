/** The contract of a round in words: "bộ 3 + dây 4". */
import type { View } from "./protocol";
import type { Phraser } from "../../text/phrasing";

export function contractText(view: View, tell: Phraser): string {
  return view.contract.map((part) => tell.say("show.wanted", { kind: part.kind, size: part.size })).join(" + ");
}
