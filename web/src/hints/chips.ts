/** Expected chips, formatted for people: `+1,40` in languages with a decimal comma. */
import { LANGUAGES, type Lang } from "../text/gen/languages";

const MUCH = 20;

function written(chips: number, lang: Lang, signDisplay: "exceptZero" | "never", off: number): string {
  // Two digits for small amounts, one for large ones, none if whole chips are uncertain.
  const digits = off >= 1 ? 0 : Math.abs(chips) < MUCH ? 2 : 1;
  const format = new Intl.NumberFormat(LANGUAGES[lang].locale, { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay });
  return format.format(chips).replace("-", "−");
}

/** `off`: error margin. */
export const expected = (chips: number, lang: Lang, off = 0): string => written(chips, lang, "exceptZero", off);
export const amount = (chips: number, lang: Lang, off = 0): string => written(chips, lang, "never", off);
