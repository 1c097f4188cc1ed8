/** Events of the table in words: people come and go, rules change, shuffles begin. */
import type { Announcement, DealStarted, GameInfo, Lang } from "../protocol/types";
import type { Phraser } from "./phrasing";

export interface Around {
  tell: Phraser;
  lang: Lang;
  /** Names of all members ever, by member. */
  people: Readonly<Record<number, string>>;
  games: readonly Pick<GameInfo, "name" | "title" | "presets">[];
}

export function announce(announcement: Announcement, { tell, lang, people, games }: Around): string {
  const fields: Record<string, unknown> = { ...announcement };
  // PF-38: a name can be withdrawn.
  if ("name" in announcement || "member" in announcement) fields["name"] = ("name" in announcement && announcement.name) || ("member" in announcement && people[announcement.member]) || tell.say("someone");
  if ("seat" in announcement) fields["number"] = String(announcement.seat + 1);
  const seats = announcement.type === "manifest_published" ? announcement.contributors : announcement.type === "voided" ? (announcement.withheld ?? []) : null;
  if (announcement.type === "manifest_published" && !announcement.contributors.length) return "";
  if (seats) fields["people"] = tell.listed(seats.map((seat) => tell.name(seat)));
  if ("sheet" in announcement) {
    const game = games.find(({ name }) => name === announcement.game);
    fields["rules"] = ("sheet_name" in announcement && announcement.sheet_name) || called(announcement.sheet, tell, lang, game?.presets ?? []);
    fields["game"] = game?.title[lang] ?? announcement.game;
  }
  if (announcement.type === "left_out") fields["by"] = announcement.by === "host" || announcement.by === "self" ? tell.say(`happened.by_${announcement.by}`) : tell.name(Number(announcement.by));
  if (announcement.type === "voided" && (announcement.why ?? "withheld") !== "withheld") return tell.say(`happened.voided_${announcement.why}`, fields);
  if ((announcement.type === "deal_started" || announcement.type === "deal_ended") && announcement.deal === 0) return tell.say(announcement.type === "deal_started" ? "happened.lesson_started" : "happened.lesson_ended");
  if (announcement.type === "enterers_changed") fields["who"] = tell.say(`happened.enterers_${announcement.who}`);
  const text = tell.say(`happened.${announcement.type}`, fields);
  if (announcement.type === "game_changed" && announcement.watching.length) {
    const watching = announcement.watching.map((member) => people[member] || tell.say("someone"));
    return `${text} ${tell.say("happened.now_watching", { people: tell.listed(watching) })}`;
  }
  return announcement.type === "deal_started" ? [text, ...satOut(announcement, tell)].join(" ") : text;
}

/** Return sentences about the people who sit a deal out, and about who deals in the place of one. */
function satOut({ out = [], played_for: playedFor = [], dealer }: DealStarted, tell: Phraser): string[] {
  const people = (chairs: readonly number[]): { people: string } => ({ people: tell.listed(chairs.map((chair) => tell.name(chair))) });
  const without = out.filter((chair) => !playedFor.includes(chair));
  return [
    ...(without.length ? [tell.say("happened.deal_without", people(without))] : []),
    ...(playedFor.length ? [tell.say("happened.deal_played_for", people(playedFor))] : []),
    ...(dealer == null ? [] : [tell.say("happened.deal_dealer", { name: tell.name(dealer) })]),
  ];
}

/** Return the name of a sheet: its preset's title, and the number of differences. */
function called(code: string, tell: Phraser, lang: Lang, presets: GameInfo["presets"]): string {
  const [name, ...changed] = code.split("~");
  const preset = presets.find((candidate) => candidate.name === name)?.title[lang] ?? code;
  return changed.length ? tell.say("sheet.changed", { preset, count: changed.length }) : preset;
}
