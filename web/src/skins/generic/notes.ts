import type { Phraser } from "../../text/phrasing";
import { isCard, isCards, numbersOf } from "./fields";

type Fields = Readonly<Record<string, unknown>>;
type Group = [string, readonly string[]];

/** Return the simple fields of a seat. A flag that is set shows only its name. */
export function notes(seat: Fields, tell: Phraser): string {
  return numbersOf(seat, ["count", "chips"])
    .map(([name, value]) => (value === true ? tell.field(name) : `${tell.field(name)} ${tell.value("view.seats", name, value)}`))
    .join(" · ");
}

/** Return the roles of a seat: names of the view's fields that hold this seat, such as the dealer. */
export function roles(view: Fields, seat: number, tell: Phraser): string {
  return tell.listed(Object.keys(view).filter((name) => name !== "you" && view[name] === seat && tell.kind("view", name) === "seat").map((name) => tell.field(name)));
}

/** Return the simple fields of the table, without roles of seats. */
export function aboutTable(view: Fields, tell: Phraser): [string, unknown][] {
  return numbersOf(view, ["you"]).filter(([name]) => tell.kind("view", name) !== "seat");
}

/** Return the cards on the mat, each group with its label: those of the table, and those of seats beside their
 * hands. */
export function cardsOfTable(view: Fields, tell: Phraser): Group[] {
  return Object.entries(view).flatMap(([name, value]): Group[] => {
    if (name === "hand") return [];
    const label = tell.field(name);
    if (isCard(value)) return [[label, [value]]];
    if (isCards(value)) return [[label, value]];
    if (!Array.isArray(value)) return [];
    return value.flatMap((element: unknown, index): Group[] => {
      if (name === "seats") return besideTheHand((element ?? {}) as Fields, tell.name(index), tell);
      const inner = isCards(element) ? element : typeof element === "object" && element !== null ? (element as Fields)["cards"] : null;
      return isCards(inner) ? [[`${label} ${index + 1}`, inner]] : [];
    });
  });
}

function besideTheHand(seat: Fields, name: string, tell: Phraser): Group[] {
  return Object.entries(seat).flatMap(([field, value]): Group[] => (field !== "cards" && isCards(value) ? [[`${name} · ${tell.field(field)}`, value]] : []));
}
