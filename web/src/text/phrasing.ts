/** Actions, facts and refusals as sentences, from a game's texts. Placeholders are filled by the kind and the value
 * of a field, so no game needs code of its own. The rules are those of `chieu.core.text.phrasing`, and the tests compare
 * the two; but here cards on the mat are named instead of numbered. */
import { chipsOf } from "../outcome/settlements";
import type { Catalogue, GameInfo, Hand, Lang, Phrase, Settlement, Tagged, Text } from "../protocol/types";

const CHANCE = -1;
const BY_SEAT = /^by_seat:?/;
const CARD = /^(?:(10|[2-9AJQK])([SHDC])|JK([12]))$/;
const SYMBOLS: Readonly<Record<string, string>> = { S: "♠", H: "♥", D: "♦", C: "♣" };

/** Texts by key, and the kinds of their placeholders: by `action.<tag>`, `fact.<tag>`, `view`, parts of the view
 * (`view.seats`), and under "" for all other texts. */
export interface Wording {
  readonly texts: Readonly<Record<string, Text>>;
  readonly kinds: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export function wordingOf(shared: Partial<Pick<Catalogue, "texts" | "kinds">>, game?: Pick<GameInfo, "texts" | "kinds"> | null): Wording {
  return { texts: { ...shared.texts, ...game?.texts }, kinds: { "": shared.kinds ?? {}, ...game?.kinds } };
}

export class Phraser {
  private readonly texts: Wording["texts"];

  constructor(
    private readonly wording: Wording,
    private readonly lang: Lang,
    private readonly names: readonly string[],
    /** The view: an action can have another text in a phase, and a place it names is looked up there. */
    private readonly view: unknown = null,
  ) {
    this.texts = wording.texts;
  }

  /** Return a phraser for another view. */
  at(view: unknown): Phraser {
    return new Phraser(this.wording, this.lang, this.names, view);
  }

  action(action: Tagged): string {
    const key = `action.${action.type}`;
    const there = `${key}.${this.seen("phase")}`;
    return this.sentence(this.has(there) ? there : key, action, key);
  }

  fact(fact: Tagged): string {
    return this.sentence(`fact.${fact.type}`, fact, `fact.${fact.type}`);
  }

  reason(reason: Tagged): string {
    return this.sentence(`reason.${reason.type}`, reason, `reason.${reason.type}`);
  }

  refusal(code: string, params: Readonly<Record<string, unknown>> = {}): string {
    return this.sentence(`error.${code}`, params);
  }

  /** Return the name of a hand at the end of a deal: `19 · Đủ`. */
  hand(hand: Hand): string {
    return [hand.called, ...(hand.notes ?? [])].map((phrase) => this.sentence(`hand.${phrase.code}`, phrase.params ?? {})).join(" · ");
  }

  /** Return what decided, without the number of the rule. */
  why(phrase: Phrase): string {
    return this.sentence(`why.${phrase.code}`, phrase.params ?? {});
  }

  /** Return the arithmetic of a settlement: `stake 2 × multiple 3 = 6`; just `stake 2` if that is all. */
  sum(settlement: Settlement): string {
    const terms = settlement.terms ?? [];
    if (!terms.length) return "";
    const products = terms.map((term) => (term.minus ? " − " : " + ") + term.factors.map((factor) => this.sentence(`factor.${factor.name}`, { value: factor.value })).join(" × "));
    const text = products.join("").slice(3);
    return terms.length > 1 || (terms[0]?.factors.length ?? 0) > 1 ? `${text} = ${chipsOf(settlement)}` : text;
  }

  has(key: string): boolean {
    return key in this.texts;
  }

  /** Return any text of the game with its placeholders filled; the key itself if there is none. */
  say(key: string, values: Readonly<Record<string, unknown>> = {}): string {
    return this.sentence(key, values);
  }

  /** Return a seat's name; its number, counted from 1, if it has none. */
  name(seat: number): string {
    const key = seat === CHANCE ? "seat.chance" : "seat";
    return this.names[seat] ?? this.texts[key]?.[this.lang].replace("{seat}", String(seat + 1)) ?? String(seat + 1);
  }

  /** Return the label of a field of a view: `field.<name>`, or its name. */
  field(name: string): string {
    return this.texts[`field.${name}`]?.[this.lang] ?? name.replaceAll("_", " ");
  }

  /** Join words with the comma of the language. */
  listed(words: readonly string[]): string {
    return words.join(this.mark("comma", ", "));
  }

  /** Return a punctuation mark of the language, with its spaces; `otherwise` before the texts are loaded. */
  private mark(name: string, otherwise: string): string {
    return this.texts[`mark.${name}`]?.[this.lang] ?? otherwise;
  }

  word(word: string): string {
    return this.texts[`word.${word}`]?.[this.lang] ?? word;
  }

  /** Return the kind of a field of an action, a fact or (part of) the view; empty if it is plain. */
  kind(of: string, field: string): string {
    return this.wording.kinds[of]?.[field] ?? "";
  }

  /** Return a field's value as text. */
  value(of: string, field: string, value: unknown, kind = this.kind(of, field)): string {
    if (value === null || value === undefined) return "";
    if (typeof value === "boolean") return this.word(value ? "yes" : "no");
    if (typeof value === "number") {
      if (kind === "seat") return this.name(value);
      const lying = kind === "place" ? this.lying(field, value) : "";
      if (lying) return lying;
      const counted = this.texts[`number.${field}`]?.[this.lang];
      if (counted !== undefined) return counted.replace("{number}", String(value + 1));
      if (kind === "place") return String(value + 1);
      if (kind === "often") return (this.texts[`often.${value}`] ?? this.texts["often"])?.[this.lang].replace("{number}", String(value)) ?? String(value);
      return kind === "chips" ? signed(value) : String(value).replace("-", "−");
    }
    if (typeof value === "string") return this.text(kind, value);
    if (Array.isArray(value)) return this.joined(of, field, kind, value);
    return Object.entries(value)
      .map(([name, inner]) => this.value(`${of}.${field}`, name, inner))
      .filter(Boolean)
      .join(" ");
  }

  /** Return the cards at a place, `melds[3]` for a `meld` of 3: on the mat nothing is numbered. */
  private lying(field: string, place: number): string {
    const all = this.seen(`${field}s`);
    const cards = Array.isArray(all) ? (all[place] as { cards?: unknown } | undefined)?.cards : null;
    return Array.isArray(cards) ? cards.map((card) => this.card(String(card))).join(" ") : "";
  }

  private seen(field: string): unknown {
    return (this.view as Readonly<Record<string, unknown>> | null | undefined)?.[field];
  }

  /** Return a card for people: `10♠`; both jokers have the same name. */
  card(card: string): string {
    const [, rank, suit = "", joker] = CARD.exec(card) ?? [];
    if (joker) return this.texts["card.joker"]?.[this.lang] ?? "";
    return rank ? rank + (SYMBOLS[suit] ?? "") : card;
  }

  private text(kind: string, value: string): string {
    if (kind === "seats" && /^-?\d+(, \d+)*$/.test(value)) return this.listed(value.split(", ").map((seat) => this.name(Number(seat))));
    if (kind === "beside_dealer") return this.besideDealer(value);
    const words = value.split(" ");
    if (words.every((word) => word === "/" || CARD.test(word))) return words.map((word) => this.card(word)).join(" ");
    return this.word(value);
  }

  /** Return the name of the dealer's neighbour; without a view, the word for the side. */
  private besideDealer(side: string): string {
    const [dealer, seats] = [this.seen("dealer"), this.seen("seats")];
    if (typeof dealer !== "number" || !Array.isArray(seats)) return this.word(side);
    return this.name((dealer + (side === "left" ? 1 : seats.length - 1)) % seats.length);
  }

  private joined(of: string, field: string, kind: string, values: readonly unknown[]): string {
    if (BY_SEAT.test(kind)) return this.bySeat(kind.replace(BY_SEAT, ""), values);
    const item = kind === "seats" || kind === "order" ? "seat" : "";
    const texts = values.map((element) => this.value(of, field, element, item));
    if (kind === "order") return texts.join(" → ");
    if (kind === "sum") return texts.join(" + ");
    if (values.every((element) => typeof element === "string" && CARD.test(element))) return texts.join(" ");
    if (values.some((element) => typeof element === "object")) return texts.join(" / ");
    return this.listed(texts);
  }

  /** Return every seat's value with its name; seats without one are omitted. */
  private bySeat(kind: string, values: readonly unknown[]): string {
    const named = values.flatMap((element, seat): [string, string][] => {
      const has = this.value("", "", element, kind);
      return has ? [[this.name(seat), has]] : [];
    });
    if (values.some(Array.isArray)) return named.map(([name, text]) => name + this.mark("colon", ": ") + text).join(" / ");
    return this.listed(named.map(([name, text]) => `${name} ${text}`));
  }

  private sentence(key: string, fields: Readonly<Record<string, unknown>>, of = ""): string {
    const template = this.texts[key]?.[this.lang] ?? key;
    const filled = template.replace(/\{(\w+)(?:!r)?\}/g, (whole, name: string) =>
      name in fields ? this.value(of, name, fields[name]) : whole,
    );
    return filled.replace(/\s+(?=[\s.,;)。，；）]|$)/g, "").trim();
  }
}

/** Format a number with its sign, using a real minus. */
export function signed(number: number): string {
  return number > 0 ? `+${number}` : String(number).replace("-", "−");
}
