/** What happened at the table itself, in words: people come and go, rules change, shuffles begin. */
import type { Announcement } from "../protocol/types";
import type { Teller } from "./telling";

export function announce(one: Announcement, tell: Teller, people: Readonly<Record<number, string>>): string {
  const fields: Record<string, unknown> = { ...one };
  if ("name" in one) fields["name"] = one.name;
  else if ("member" in one) fields["name"] = people[one.member] ?? "";
  if ("seat" in one) fields["seat"] = String(one.seat + 1);
  const seats = one.type === "froze" ? one.contributors.map(([seat]) => seat) : one.type === "voided" ? one.withheld : null;
  if (one.type === "froze" && !one.contributors.length) return "";
  if (seats) fields["seats"] = seats.map((seat) => tell.name(seat)).join(", ");
  else if ("seats" in one) fields["seats"] = String(one.seats);
  return tell.say(`happened.${one.type}`, fields);
}
