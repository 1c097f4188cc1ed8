/** RT-6: a question to the judge. */
import { at } from "../base";
import type { QuestionField } from "../protocol/types";

export interface Argument {
  readonly sheet: string;
  readonly cards: Readonly<Record<string, readonly string[]>>;
  readonly numbers: Readonly<Record<string, number>>;
}

/** Return the address of the judge by a sheet. */
export const judgeAt = (game: string, sheet: string): string => at(`/judge/${game}/${encodeURIComponent(sheet)}`);

const CARD = /^(?:(?:10|[2-9AJQK])[SHDC]|JK[12])$/;
/** Cards that one field of a link may have. */
const MOST = 30;

/** Read the question of a link. Text that is not a card is left out. */
export function argumentOf(fields: readonly QuestionField[], sheet: string, query: string): Argument {
  const given = new URLSearchParams(query);
  const cards: Record<string, readonly string[]> = {};
  const numbers: Record<string, number> = {};
  for (const { name, kind, first } of fields) {
    const text = given.get(name) ?? "";
    if (kind === "cards") cards[name] = text.split(" ").filter((card) => CARD.test(card)).slice(0, MOST);
    else numbers[name] = /^\d{1,3}$/.test(text) ? Number(text) : first;
  }
  return { sheet, cards, numbers };
}

/** Return the question as the server reads it. Empty hands that are not needed are left out. */
export function questionOf(fields: readonly QuestionField[], argument: Argument): Record<string, number | string> {
  return Object.fromEntries(
    fields.flatMap(({ name, kind, needed }): [string, number | string][] => {
      if (kind === "number") return [[name, argument.numbers[name] ?? 0]];
      const cards = argument.cards[name] ?? [];
      return cards.length || needed ? [[name, cards.join(" ")]] : [];
    }),
  );
}

/** True if every hand that is needed has cards. */
export function complete(fields: readonly QuestionField[], argument: Argument): boolean {
  return fields.every(({ name, kind, needed }) => kind === "number" || !needed || (argument.cards[name]?.length ?? 0) > 0);
}
