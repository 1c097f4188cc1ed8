/** Rows of the tornado: every option with a value that it could take instead. */
import type { Effect, EffectRow, EffectRows, EffectsNews, FairerNews, MeasuredRow } from "../protocol/gen/odds";
import type { GameInfo, Lang, Value } from "../protocol/types";
import { t } from "../text";

export interface Row extends EffectRow {
  /** Null until it is measured. */
  readonly effect: Effect | null;
  /** The effect in words. */
  readonly text: string;
  /** It cannot be compared. */
  readonly left: boolean;
}

export interface Tornado {
  /** The role that is measured. */
  readonly role: string;
  /** In the order of the options. */
  readonly rows: readonly Row[];
  readonly fairer: FairerNews | null;
}

/** Fill in what an event says. Rows keep their places. */
export function filled(event: string, data: unknown, before: Tornado | null): Tornado {
  if (event === "rows") {
    const { role, rows } = data as EffectRows;
    return { role, rows: rows.map((row) => ({ ...row, effect: null, text: "", left: false })), fairer: null };
  }
  if (!before) throw new Error(`expected the event "rows" first, got "${event}"`);
  if (event === "row") {
    const { row: place, effect, text } = data as MeasuredRow;
    return { ...before, rows: before.rows.map((row, index) => (index === place ? { ...row, effect, text } : row)) };
  }
  const { effects, texts, fairer } = data as EffectsNews;
  const found = new Map(effects.effects.map((effect, index) => [effect.sheet, { effect, text: texts[index] ?? "" }]));
  const rows = before.rows.map((row) => ({ ...row, ...found.get(row.sheet), left: effects.left_out.includes(row.sheet) }));
  return { role: effects.role, rows, fairer };
}

/** Visible effects first, the largest first; the others keep their order. */
export function sorted(rows: readonly Row[]): readonly Row[] {
  const size = ({ effect }: Row): number => (effect?.visible ? Math.abs(effect.won.mean) : -1);
  return [...rows].sort((a, b) => size(b) - size(a));
}

/** Return a value of an option in words. */
export function worded(info: GameInfo, option: string, value: Value, lang: Lang): string {
  if (typeof value === "number") return String(value);
  if (typeof value === "boolean") return t(value ? "odds.on" : "odds.off");
  const named = info.cells[option]?.named.find((candidate) => candidate.value === value);
  return named?.title[lang] ?? info.choice_names[option]?.[value]?.[lang] ?? value;
}
