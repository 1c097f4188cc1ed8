/** Expected chips for people: `+1,40` where that is how one writes them. */
import { LANGUAGES, type Lang } from "../text/gen/languages";

const MUCH = 20;

function written(chips: number, lang: Lang, signDisplay: "exceptZero" | "never", off: number): string {
  // Hundredths of a chip tell nothing where many are at stake, and none does where whole ones are uncertain.
  const digits = off >= 1 ? 0 : Math.abs(chips) < MUCH ? 2 : 1;
  const format = new Intl.NumberFormat(LANGUAGES[lang].locale, { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay });
  return format.format(chips).replace("-", "−");
}

/** `off`: how far it may be off. */
export const expected = (chips: number, lang: Lang, off = 0): string => written(chips, lang, "exceptZero", off);
export const amount = (chips: number, lang: Lang, off = 0): string => written(chips, lang, "never", off);
