import type { Phraser } from "../../words/phrasing";
import { numbersOf } from "./fields";

/** What is plain about a seat. A flag that is up says its name, nothing more. */
export function notes(one: Readonly<Record<string, unknown>>, tell: Phraser): string {
  return numbersOf(one, ["count", "chips"])
    .map(([name, value]) => (value === true ? tell.field(name) : `${tell.field(name)} ${tell.value(name, value)}`))
    .join(" · ");
}
