/** Addresses of the odds of a sheet. */
import type { Lang } from "../protocol/types";

export interface Question {
  readonly game: string;
  readonly code: string;
  readonly seats: number;
  readonly lang: Lang;
}

const query = ({ seats, lang }: Question, more: Readonly<Record<string, string>> = {}): string => new URLSearchParams({ seats: String(seats), lang, ...more }).toString();
const path = ({ game, code }: Question): string => `/api/games/${encodeURIComponent(game)}/odds/${encodeURIComponent(code)}`;

/** Return the address of the odds of a sheet. `against` (the code of another sheet) adds the difference from it; `as`
 * chooses best or usual play. */
export const oddsPath = (question: Question, more: { readonly against?: string; readonly as?: "best" | "played" } = {}): string => `${path(question)}?${query(question, more)}`;
export const effectsPath = (question: Question): string => `${path(question)}/effects?${query(question)}`;
