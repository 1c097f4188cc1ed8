/** Expected chips, formatted for people: `+1,40` in languages with a decimal comma. */
import { LANGUAGES, type Lang } from "../text/gen/languages";

const MUCH = 20;
/** Digits of figures that are shown with their sum (PF-42). The server rounds them to as many, half to even. */
export const SUMMED = 2;

function written(chips: number, lang: Lang, signDisplay: "exceptZero" | "never", digits: number): string {
  const format = new Intl.NumberFormat(LANGUAGES[lang].locale, { minimumFractionDigits: digits, maximumFractionDigits: digits, roundingMode: "halfEven", signDisplay });
  return format.format(chips).replace("-", "−");
}

/** Two digits for small amounts, one for large ones. */
const digitsOf = (chips: number): number => (Math.abs(chips) < MUCH ? 2 : 1);

export const expected = (chips: number, lang: Lang, digits = digitsOf(chips)): string => written(chips, lang, "exceptZero", digits);
export const amount = (chips: number, lang: Lang, digits = digitsOf(chips)): string => written(chips, lang, "never", digits);
