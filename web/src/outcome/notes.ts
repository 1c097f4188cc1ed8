/** A note on a rule with its deal, as a file for whoever maintains the rules. */
import { recordOf } from "../live/api";
import type { Sentence } from "../protocol/types";

export interface RuleNote {
  table: string;
  game: string;
  sheet: string;
  /** 0 while the deal is running, when nobody gets its record. */
  deal: number;
  rules: readonly Sentence[];
  /** The refusal, if the note is about one. */
  refusal: string;
  note: string;
}

/** Return the content of the file: the person's note, its context, and the record as the server wrote it. */
export function noteFile({ table, game, sheet, deal, rules, refusal, note }: RuleNote, record: string): string {
  const lines = [note.trim(), "", `game ${game}`, `sheet ${sheet}`, `table ${table}`, ...(deal ? [`deal ${deal}`] : []), ...rules.map((sentence) => `${sentence.rule} ${sentence.text}`), ...(refusal ? [refusal] : [])];
  return `${[...lines, ...(record ? ["", record.trimEnd()] : [])].join("\n")}\n`;
}

export async function saveNote(note: RuleNote): Promise<void> {
  const record = note.deal ? await recordOf(note.table, note.deal) : "";
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([noteFile(note, record)], { type: "text/plain" }));
  link.download = ["chieu", note.table, ...(note.deal ? [note.deal] : []), "note.txt"].join("-");
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
