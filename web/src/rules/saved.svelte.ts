/** PF-47: named house rules in the browser's storage. A name stands for one sheet of a game. */
import { SHEET_NAME_AT_MOST } from "../protocol/gen/limits";

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
    return this.all.filter((one) => one.game === game);
  }

  /** Return the saved name of a sheet, if any. */
  nameOf(game: string, code: string): string {
    return this.all.find((one) => one.game === game && one.code === code)?.name ?? "";
  }

  keep({ game, code, name }: NamedSheet): void {
    const sheet = { game, code, name: name.trim().slice(0, SHEET_NAME_AT_MOST) };
    if (!sheet.name) return;
    this.write([sheet, ...this.all.filter((one) => one.game !== game || (one.name !== sheet.name && one.code !== sheet.code))].slice(0, MOST));
  }

  drop(game: string, code: string): void {
    this.write(this.all.filter((one) => one.game !== game || one.code !== code));
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
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    const text = (one: unknown): one is string => typeof one === "string" && one !== "" && one.length <= 600;
    return Array.isArray(found) ? found.filter((one): one is NamedSheet => text(one?.game) && text(one?.code) && text(one?.name)).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

export const saved = new Saved();

/** Return the address of a sheet, to be shared. */
export function sheetPath({ game, code, name }: NamedSheet, page: "rules" | "open" = "rules"): string {
  const query = new URLSearchParams({ sheet: code, ...(name ? { name } : {}) });
  return `/${page}/${game}?${query.toString()}`;
}
