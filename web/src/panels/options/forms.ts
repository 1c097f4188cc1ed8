/** Values that are kept as a short text and set without seeing its letters. What may be in them the house says. */
import type { Cells, Picks } from "../../protocol/types";

/** Gives a cell another letter. Every letter is there as often as before: the cell that had it takes the old one, if
 * there are several then one that departs from the first named value, so that what was exchanged goes back. */
export function exchanged(value: string, place: number, letter: string, cells: Cells): string {
  const usual = cells.named[0]?.value ?? "";
  const having = [...value].flatMap((one, at) => (one === letter && at !== place ? [at] : []));
  const other = having.find((at) => usual[at] !== letter) ?? having[0];
  if (value[place] === letter || other === undefined) return value;
  const letters = [...value];
  letters[other] = value[place] ?? "";
  letters[place] = letter;
  return letters.join("");
}

/** Takes a letter in or out; always in the order in which they are offered, so that the same picks are the same value. */
export function picked(value: string, letter: string, picks: Picks): string {
  const before = value === picks.none ? "" : value;
  const after = before.includes(letter) ? before.replace(letter, "") : before + letter;
  if ([...after].length > picks.most) return value;
  return picks.letters.map(([one]) => one).filter((one) => after.includes(one)).join("") || picks.none;
}

export interface Row {
  readonly number: number;
  readonly items: readonly { readonly kind: string; readonly size: number }[];
}

/** Rows as they are kept: `7:s3s3.8:s3r4`. */
export function rowsOf(value: string): Row[] {
  return value.split(".").map((text) => {
    const [number = "", items = ""] = text.split(":");
    return { number: Number(number), items: [...items.matchAll(/([a-z])(\d+)/g)].map(([, kind = "", size]) => ({ kind, size: Number(size) })) };
  });
}

export function written(rows: readonly Row[]): string {
  return rows.map(({ number, items }) => `${number}:${items.map(({ kind, size }) => kind + size).join("")}`).join(".");
}
