import type { Phraser } from "../../text/phrasing";
import { isCard, isCards, numbersOf } from "./fields";

type Fields = Readonly<Record<string, unknown>>;
type Group = [string, readonly string[]];

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

/** The cards on the mat, each group with what it is: those of the table, and what a seat has beside its hand. */
export function cardsOfTable(view: Fields, tell: Phraser): Group[] {
  return Object.entries(view).flatMap(([name, value]): Group[] => {
    if (name === "hand") return [];
    const label = tell.field(name);
    if (isCard(value)) return [[label, [value]]];
    if (isCards(value)) return [[label, value]];
    if (!Array.isArray(value)) return [];
    return value.flatMap((one: unknown, index): Group[] => {
      if (name === "seats") return besideTheHand((one ?? {}) as Fields, tell.name(index), tell);
      const inner = isCards(one) ? one : typeof one === "object" && one !== null ? (one as Fields)["cards"] : null;
      return isCards(inner) ? [[`${label} ${index + 1}`, inner]] : [];
    });
  });
}

function besideTheHand(seat: Fields, name: string, tell: Phraser): Group[] {
  return Object.entries(seat).flatMap(([field, value]): Group[] => (field !== "cards" && isCards(value) ? [[`${name} · ${tell.field(field)}`, value]] : []));
}
