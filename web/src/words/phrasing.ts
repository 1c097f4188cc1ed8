/** Actions, facts and refusals as sentences, from a game's texts. What goes into a text's places follows from a field's
 * name and value, so that no game needs code of its own to be told. The rules are those of `chieu.core.telling`, and
 * `phrases.json`, which that wrote, holds for both. */
import type { Lang, Tagged, Text } from "../protocol/types";

const SEATS = new Set(["seat", "dealer", "banker", "leader", "opener", "winner", "loser", "owner", "by"]);
const SEATS_IN_A_ROW = new Set(["seats", "order", "winners", "waiting"]);
const BY_SEAT = new Set(["bids", "votes", "points", "scores", "hands", "payoff"]);
const CHANCE = -1;
const CHIPS = new Set(["chips", "payoff"]);
const CARD = /^(?:(10|[2-9AJQK])([SHDC])|JK([12]))$/;
const SYMBOLS: Readonly<Record<string, string>> = { S: "♠", H: "♥", D: "♦", C: "♣" };

export class Phraser {
  constructor(
    private readonly texts: Readonly<Record<string, Text>>,
    private readonly lang: Lang,
    private readonly names: readonly string[],
    /** The phase of the view that is looked at: an action can mean more in one than in another. */
    private readonly phase = "",
  ) {}

  action(action: Tagged): string {
    const key = `action.${action.type}`;
    return this.sentence(this.has(`${key}.${this.phase}`) ? `${key}.${this.phase}` : key, action);
  }

  fact(fact: Tagged): string {
    return this.sentence(`fact.${fact.type}`, fact);
  }

  refusal(code: string, params: Readonly<Record<string, unknown>> = {}): string {
    return this.sentence(`error.${code}`, params);
  }

  has(key: string): boolean {
    return key in this.texts;
  }

  /** Any text of the game with its places filled in; the key itself where there is none. */
  say(key: string, values: Readonly<Record<string, unknown>> = {}): string {
    return this.sentence(key, values);
  }

  /** A seat's name, or its number, counted from 1, where it has none. */
  name(seat: number): string {
    const key = seat === CHANCE ? "seat.chance" : "seat";
    return this.names[seat] ?? this.texts[key]?.[this.lang].replace("{seat}", String(seat + 1)) ?? String(seat + 1);
  }

  /** What a field of a view is called: `field.<name>`, or its name. */
  field(name: string): string {
    return this.texts[`field.${name}`]?.[this.lang] ?? name.replaceAll("_", " ");
  }

  /** Words in a row, with the comma of the language between them. */
  listed(words: readonly string[]): string {
    return words.join(this.lang === "zh" ? "、" : ", ");
  }

  word(word: string): string {
    return this.texts[`word.${word}`]?.[this.lang] ?? word;
  }

  value(field: string, value: unknown): string {
    if (value === null || value === undefined) return "";
    if (typeof value === "boolean") return this.word(value ? "yes" : "no");
    if (typeof value === "number") {
      if (SEATS.has(field)) return this.name(value);
      const counted = this.texts[`number.${field}`]?.[this.lang];
      if (counted !== undefined) return counted.replace("{number}", String(value + 1));
      return CHIPS.has(field) ? signed(value) : String(value).replace("-", "−");
    }
    if (typeof value === "string") return this.text(field, value);
    if (Array.isArray(value)) return this.joined(field, value);
    return Object.entries(value)
      .map(([name, one]) => this.value(name, one))
      .filter(Boolean)
      .join(" ");
  }

  /** A card for people: `10♠`, and a joker by its name, whichever it is. */
  card(card: string): string {
    const [, rank, suit = "", joker] = CARD.exec(card) ?? [];
    if (joker) return this.texts["card.joker"]?.[this.lang] ?? "";
    return rank ? rank + (SYMBOLS[suit] ?? "") : card;
  }

  private text(field: string, value: string): string {
    if (SEATS_IN_A_ROW.has(field) && /^-?\d+(, \d+)*$/.test(value)) return this.listed(value.split(", ").map((seat) => this.name(Number(seat))));
    const words = value.split(" ");
    if (words.every((word) => word === "/" || CARD.test(word))) return words.map((word) => this.card(word)).join(" ");
    return this.word(value);
  }

  private joined(field: string, values: readonly unknown[]): string {
    if (BY_SEAT.has(field)) return this.bySeat(CHIPS.has(field) ? "chips" : "", values);
    const told = values.map((one) => this.value(SEATS_IN_A_ROW.has(field) ? "seat" : field, one));
    if (field === "order") return told.join(" → ");
    if (field.endsWith("_sum")) return told.join(" + ");
    if (values.every((one) => typeof one === "string" && CARD.test(one))) return told.join(" ");
    if (values.some((one) => typeof one === "object")) return told.join(" / ");
    return this.listed(told);
  }

  /** What each seat has, with its name; a seat that has nothing is left out. */
  private bySeat(field: string, values: readonly unknown[]): string {
    const told = values.flatMap((one, seat): [string, string][] => {
      const has = this.value(field, one);
      return has ? [[this.name(seat), has]] : [];
    });
    if (values.some(Array.isArray)) return told.map(([name, one]) => `${name}${this.lang === "zh" ? "：" : ": "}${one}`).join(" / ");
    return this.listed(told.map(([name, one]) => `${name} ${one}`));
  }

  private sentence(key: string, fields: Readonly<Record<string, unknown>>): string {
    const template = this.texts[key]?.[this.lang] ?? key;
    const filled = template.replace(/\{(\w+)(?:!r)?\}/g, (whole, name: string) =>
      name in fields ? this.value(name, fields[name]) : whole,
    );
    return filled.replace(/\s+(?=[\s.,;)。，；）]|$)/g, "").trim();
  }
}

/** A number with its sign, with a true minus. */
export function signed(number: number): string {
  return number > 0 ? `+${number}` : String(number).replace("-", "−");
}
