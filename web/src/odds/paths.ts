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

/** Odds of a sheet; `against` another one also the difference from it, `as` one kind of play only that. */
export const oddsPath = (question: Question, more: { readonly against?: string; readonly as?: "best" | "played" } = {}): string => `${path(question)}?${query(question, more)}`;
export const effectsPath = (question: Question): string => `${path(question)}/effects?${query(question)}`;
