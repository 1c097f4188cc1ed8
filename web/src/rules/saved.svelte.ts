/** PF-47: named house rules in the browser's storage. A name stands for one sheet of a game. */
import { SHEET_NAME_AT_MOST } from "../protocol/gen/limits";
import type { Sheet } from "../protocol/types";
import { t } from "../text";

const KEY = "chieu.sheets";
const MOST = 40;

export interface NamedSheet {
  readonly game: string;
  readonly code: string;
  readonly name: string;
}

class Saved {
  all = $state.raw<readonly NamedSheet[]>(stored());

  of(game: string): readonly NamedSheet[] {
    return this.all.filter((sheet) => sheet.game === game);
  }

  /** Return the saved name of a sheet, if any. */
  nameOf(game: string, code: string): string {
    return this.all.find((sheet) => sheet.game === game && sheet.code === code)?.name ?? "";
  }

  keep({ game, code, name }: NamedSheet): void {
    const sheet = { game, code, name: name.trim().slice(0, SHEET_NAME_AT_MOST) };
    if (!sheet.name) return;
    this.write([sheet, ...this.all.filter((other) => other.game !== game || (other.name !== sheet.name && other.code !== sheet.code))].slice(0, MOST));
  }

  drop(game: string, code: string): void {
    this.write(this.all.filter((sheet) => sheet.game !== game || sheet.code !== code));
  }

  private write(all: readonly NamedSheet[]): void {
    this.all = all;
    try {
      localStorage.setItem(KEY, JSON.stringify(all));
    } catch {
      // No storage: they last as long as the page.
    }
  }
}

function stored(): readonly NamedSheet[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    const text = (value: unknown): value is string => typeof value === "string" && value !== "" && value.length <= 600;
    return Array.isArray(stored) ? stored.filter((value): value is NamedSheet => text(value?.game) && text(value?.code) && text(value?.name)).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

export const saved = new Saved();

/** Return what an unnamed sheet is called: the nearest preset, and how many rules differ from it. */
export const titleOf = ({ title, differences }: Pick<Sheet, "title" | "differences">): string => [title, differences.length ? t("sheet.departures", { n: differences.length }) : ""].join(" ").trim();

/** Return the address of a sheet, to be shared. */
export function sheetPath({ game, code, name }: NamedSheet, page: "rules" | "open" = "rules"): string {
  const query = new URLSearchParams({ sheet: code, ...(name ? { name } : {}) });
  return `/${page}/${game}?${query.toString()}`;
}
