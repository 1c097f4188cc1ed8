import type { Phraser } from "../../words/phrasing";
import { numbersOf } from "./fields";

type Fields = Readonly<Record<string, unknown>>;

/** What is plain about a seat. A flag that is up says its name, nothing more. */
export function notes(one: Fields, tell: Phraser): string {
  return numbersOf(one, ["count", "chips"])
    .map(([name, value]) => (value === true ? tell.field(name) : `${tell.field(name)} ${tell.value("view.seats", name, value)}`))
    .join(" · ");
}

/** What a seat is in the deal: the names of the view's fields that are this seat, such as the dealer. */
export function roles(view: Fields, seat: number, tell: Phraser): string {
  return tell.listed(Object.keys(view).filter((name) => name !== "you" && view[name] === seat && tell.kind("view", name) === "seat").map((name) => tell.field(name)));
}

/** What is plain about the table itself; seats say what they are themselves. */
export function aboutTable(view: Fields, tell: Phraser): [string, unknown][] {
  return numbersOf(view, ["you"]).filter(([name]) => tell.kind("view", name) !== "seat");
}
