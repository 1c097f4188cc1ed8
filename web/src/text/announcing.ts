/** Events of the table in words: people come and go, rules change, shuffles begin. */
import type { Announcement, GameInfo, Lang } from "../protocol/types";
import type { Phraser } from "./phrasing";

export interface Around {
  tell: Phraser;
  lang: Lang;
  /** Names of all members ever, by member. */
  people: Readonly<Record<number, string>>;
  presets: GameInfo["presets"];
}

export function announce(one: Announcement, { tell, lang, people, presets }: Around): string {
  const fields: Record<string, unknown> = { ...one };
  // PF-38: a name can be withdrawn.
  if ("name" in one || "member" in one) fields["name"] = ("name" in one && one.name) || ("member" in one && people[one.member]) || tell.say("someone");
  if ("seat" in one) fields["number"] = String(one.seat + 1);
  const seats = one.type === "manifest_published" ? one.contributors.map(([seat]) => seat) : one.type === "voided" ? (one.withheld ?? []) : null;
  if (one.type === "manifest_published" && !one.contributors.length) return "";
  if (seats) fields["people"] = tell.listed(seats.map((seat) => tell.name(seat)));
  if ("sheet" in one) fields["rules"] = (one.type === "rules_changed" && one.sheet_name) || called(one.sheet, tell, lang, presets);
  if (one.type === "left_out") fields["by"] = one.by === "host" ? tell.say("happened.by_host") : tell.name(Number(one.by));
  if (one.type === "voided" && (one.why ?? "withheld") !== "withheld") return tell.say(`happened.voided_${one.why}`, fields);
  return tell.say(`happened.${one.type}`, fields);
}

/** Return the name of a sheet: its preset's title, and the number of differences. */
function called(code: string, tell: Phraser, lang: Lang, presets: GameInfo["presets"]): string {
  const [name, ...changed] = code.split("~");
  const preset = presets.find((one) => one.name === name)?.title[lang] ?? code;
  return changed.length ? tell.say("sheet.changed", { preset, count: changed.length }) : preset;
}
