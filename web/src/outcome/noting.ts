/** A note on a rule, with the deal it is about, as a file for whoever looks after the rules. */
import { recordOf } from "../live/api";
import type { Sentence } from "../protocol/types";

export interface Noted {
  table: string;
  game: string;
  sheet: string;
  /** 0: the deal is still on, and nobody gets its record. */
  deal: number;
  rules: readonly Sentence[];
  /** What was said when something was refused. */
  said: string;
  note: string;
}

/** What stands in the file: what somebody wrote, what it is about, and the record as the house wrote it. */
export function noted({ table, game, sheet, deal, rules, said, note }: Noted, record: string): string {
  const lines = [note.trim(), "", `game ${game}`, `sheet ${sheet}`, `table ${table}`, ...(deal ? [`deal ${deal}`] : []), ...rules.map((one) => `${one.rule} ${one.text}`), ...(said ? [said] : [])];
  return `${[...lines, ...(record ? ["", record.trimEnd()] : [])].join("\n")}\n`;
}

export async function saveNote(one: Noted): Promise<void> {
  const record = one.deal ? await recordOf(one.table, one.deal) : "";
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([noted(one, record)], { type: "text/plain" }));
  link.download = ["chieu", one.table, ...(one.deal ? [one.deal] : []), "note.txt"].join("-");
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
