/** Figures of the odds lab, written for people, and their positions in a picture. */
import type { Estimate, OddsNews } from "../protocol/gen/odds";
import { t } from "../text";
import { LANGUAGES, type Lang } from "../text/gen/languages";

function written(value: number, lang: Lang, options: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(LANGUAGES[lang].locale, { roundingMode: "halfEven", ...options }).format(value).replace("-", "−");
}

/** A share as a whole percentage: `45%`. */
export const percent = (share: number, lang: Lang): string => written(share, lang, { style: "percent", maximumFractionDigits: 0 });

/** A share with a decimal, and rare ones with two: `45.4%`, `0.45%`. */
export function chance(share: number, lang: Lang): string {
  const digits = share < 0.01 ? 2 : 1;
  return written(share, lang, { style: "percent", minimumFractionDigits: digits, maximumFractionDigits: digits });
}

export const count = (value: number, lang: Lang): string => written(value, lang, {});

/** Decimals that show a figure as finely as it is known. An exact one has five. */
export function decimals({ low, high, exact }: Estimate): number {
  if (exact) return 5;
  const margin = (high - low) / 2;
  return margin > 0 ? Math.min(5, Math.max(2, 1 - Math.floor(Math.log10(margin)))) : 2;
}

export const stakes = (value: number, lang: Lang, digits: number): string => written(value, lang, { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay: "exceptZero" });
export const unsigned = (value: number, lang: Lang, digits: number): string => written(value, lang, { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay: "never" });
/** The interval of an amount in words, or that it is exact. */
export function interval(figure: Estimate, lang: Lang, write = (value: number): string => stakes(value, lang, decimals(figure))): string {
  return figure.exact ? t("odds.exact") : t("odds.from_to", { low: write(figure.low), high: write(figure.high) });
}

/** The odds of usual play if they are of the same sheet and seats as those of best play: each is requested by itself. */
export const alongside = ({ odds: { sheet, seats } }: OddsNews, usual: OddsNews | null): OddsNews | null => (usual?.odds.sheet === sheet && usual.odds.seats === seats ? usual : null);

/** An upper bound with two digits, rounded up. */
export const bound = (value: number, lang: Lang): string => written(value, lang, { maximumSignificantDigits: 2, roundingMode: "ceil" });

/** Zero lies within the interval. */
export const isZero = ({ low, high }: Estimate): boolean => low <= 0 && high >= 0;

/** The amount that a role wins per deal, in short: `+0.04`, or `≈ 0` if it cannot be told from zero. */
export function inShort(won: Estimate, lang: Lang): string {
  if (isZero(won)) return won.exact ? "0" : "≈ 0";
  return stakes(won.mean, lang, Math.abs(won.mean) < 0.095 ? 3 : 2);
}

/** A mean with its interval, in percent of a track whose middle is zero. */
export interface Whisker {
  readonly left: number;
  readonly width: number;
  readonly from: number;
  readonly span: number;
}

/** Place figures on one scale around zero; no interval is cut off. */
export function placed(figures: readonly Pick<Estimate, "mean" | "low" | "high">[]): readonly Whisker[] {
  const reach = Math.max(...figures.flatMap(({ mean, low, high }) => [mean, low, high].map(Math.abs)), Number.MIN_VALUE);
  const at = (value: number): number => 50 + (50 * value) / reach;
  return figures.map(({ mean, low, high }) => ({ left: at(Math.min(0, mean)), width: (50 * Math.abs(mean)) / reach, from: at(low), span: at(high) - at(low) }));
}
