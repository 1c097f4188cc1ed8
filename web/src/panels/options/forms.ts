/** Options stored as a short string and edited without seeing it. The server defines what it may contain. */
import type { Cells, Picks } from "../../protocol/types";

/** Give a cell another letter, keeping how often each letter occurs: the cell that had it takes the old one. Of
 * several such cells, one that differs from the first named value is taken, so that an exchange can be undone. */
export function exchanged(value: string, place: number, letter: string, cells: Cells): string {
  const usual = cells.named[0]?.value ?? "";
  const having = [...value].flatMap((other, at) => (other === letter && at !== place ? [at] : []));
  const other = having.find((at) => usual[at] !== letter) ?? having[0];
  if (value[place] === letter || other === undefined) return value;
  const letters = [...value];
  letters[other] = value[place] ?? "";
  letters[place] = letter;
  return letters.join("");
}

/** Add or remove a letter. The order is that of the offer, so that equal choices are equal strings. */
export function picked(value: string, letter: string, picks: Picks): string {
  const before = value === picks.none ? "" : value;
  const after = before.includes(letter) ? before.replace(letter, "") : before + letter;
  if ([...after].length > picks.most) return value;
  return picks.letters.map(([offered]) => offered).filter((offered) => after.includes(offered)).join("") || picks.none;
}

export interface Row {
  readonly number: number;
  readonly items: readonly { readonly kind: string; readonly size: number }[];
}

/** Parse the rows of a value such as `7:s3s3.8:s3r4`. */
export function rowsOf(value: string): Row[] {
  return value.split(".").map((text) => {
    const [number = "", items = ""] = text.split(":");
    return { number: Number(number), items: [...items.matchAll(/([a-z])(\d+)/g)].map(([, kind = "", size]) => ({ kind, size: Number(size) })) };
  });
}

export function written(rows: readonly Row[]): string {
  return rows.map(({ number, items }) => `${number}:${items.map(({ kind, size }) => kind + size).join("")}`).join(".");
}
