/** Read a view of unknown shape: cards, and simple values worth showing. */
import type { Tagged } from "../../protocol/types";

const CARD = /^(?:(?:10|[2-9AJQK])[SHDC]|JK[12])$/;

export function isCard(value: unknown): value is string {
  return typeof value === "string" && CARD.test(value);
}

export function isCards(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every(isCard);
}

/** Return all cards that an action is made of. */
export function cardsOf(action: Tagged): string[] {
  return Object.values(action).flatMap((value) => (isCard(value) && value !== action.type ? [value] : isCards(value) ? [...value] : Array.isArray(value) ? value.filter(isCards).flat() : []));
}

/** Return names and values of simple fields (numbers, words, true), except for those named. */
export function numbersOf(of: Readonly<Record<string, unknown>>, without: readonly string[]): [string, unknown][] {
  return Object.entries(of).filter(
    ([name, value]) => !without.includes(name) && value !== null && value !== false && ["number", "string", "boolean"].includes(typeof value) && !isCard(value),
  );
}
