/** Actions, facts and refusals as sentences, from a game's texts. What goes into a text's places follows from a field's
 * name and value, so that no game needs code of its own to be told. */
import type { Lang, Tagged, Text } from "../protocol/types";

const SEATS = new Set(["seat", "seats", "order", "dealer", "banker", "leader", "opener", "winner", "winners", "loser", "owner", "by", "waiting"]);
const CHIPS = new Set(["chips", "payoff"]);
const CARD = /^(?:(10|[2-9AJQK])([SHDC])|JK([12]))$/;
const SYMBOLS: Readonly<Record<string, string>> = { S: "♠", H: "♥", D: "♦", C: "♣" };

export class Teller {
  constructor(
    private readonly texts: Readonly<Record<string, Text>>,
    private readonly lang: Lang,
    private readonly names: readonly string[],
  ) {}

  action(action: Tagged): string {
    return this.sentence(`action.${action.type}`, action);
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

  name(seat: number): string {
    return this.names[seat] ?? String(seat);
  }

  word(word: string): string {
    return this.texts[`word.${word}`]?.[this.lang] ?? word;
  }

  value(field: string, value: unknown): string {
    if (value === null || value === undefined) return "";
    if (typeof value === "boolean") return this.word(value ? "yes" : "no");
    if (typeof value === "number") {
      if (SEATS.has(field)) return this.name(value);
      return CHIPS.has(field) ? signed(value) : String(value).replace("-", "−");
    }
    if (typeof value === "string") return this.text(field, value);
    if (Array.isArray(value)) return this.joined(field, value);
    return Object.entries(value)
      .map(([name, one]) => this.value(name, one))
      .filter(Boolean)
      .join(" ");
  }

  private text(field: string, value: string): string {
    if (SEATS.has(field) && /^[0-9, ]+$/.test(value)) return value.replace(/\d+/g, (seat) => this.name(Number(seat)));
    const words = value.split(" ");
    if (words.every((word) => CARD.test(word))) return words.map(pretty).join(" ");
    return this.word(value);
  }

  private joined(field: string, values: readonly unknown[]): string {
    let between = ", ";
    if (field === "order") between = " → ";
    else if (values.every((one) => typeof one === "string" && CARD.test(one))) between = " ";
    else if (values.some((one) => typeof one === "object")) between = " / ";
    return values.map((one) => this.value(field, one)).join(between);
  }

  private sentence(key: string, fields: Readonly<Record<string, unknown>>): string {
    const template = this.texts[key]?.[this.lang] ?? key;
    const filled = template.replace(/\{(\w+)(?:!r)?\}/g, (whole, name: string) =>
      name in fields ? this.value(name, fields[name]) : whole,
    );
    return filled.replace(/\s+(?=[\s.,;)。,;)]|$)/g, "").trim();
  }
}

/** A card for people: `10♠`. */
export function pretty(card: string): string {
  const found = CARD.exec(card);
  return found?.[1] ? found[1] + (SYMBOLS[found[2] ?? ""] ?? "") : card;
}

/** A number with its sign, with a true minus. */
export function signed(number: number): string {
  return number > 0 ? `+${number}` : String(number).replace("-", "−");
}
