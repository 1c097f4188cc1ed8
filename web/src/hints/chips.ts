/** Expected chips for people: `+1,40` where that is how one writes them. */
import type { Lang } from "../protocol/types";
import { LOCALES } from "../words/locales";

const MUCH = 20;

function written(chips: number, lang: Lang, signDisplay: "exceptZero" | "never"): string {
  // Hundredths of a chip tell nothing where many are at stake.
  const digits = Math.abs(chips) < MUCH ? 2 : 1;
  const format = new Intl.NumberFormat(LOCALES[lang], { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay });
  return format.format(chips).replace("-", "−");
}

export const expected = (chips: number, lang: Lang): string => written(chips, lang, "exceptZero");
export const amount = (chips: number, lang: Lang): string => written(chips, lang, "never");
