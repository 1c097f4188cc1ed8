/** The difference between two sheets in words. */
import type { Comparison, OddsNews } from "../protocol/gen/odds";
import type { Lang } from "../protocol/types";
import { t } from "../text";
import { capital } from "../skins/capital";
import { bound, decimals, isZero, unsigned } from "./figures";

/** Say how much more or less the first role wins. Empty if no role can be compared. */
export function differenceText(comparison: Comparison, names: OddsNews["roles"], lang: Lang): string {
  return capital(phrased(comparison, names, lang));
}

function phrased(comparison: Comparison, names: OddsNews["roles"], lang: Lang): string {
  const [first] = comparison.roles;
  if (!first) return "";
  const { won } = first;
  const role = names[first.role] ?? first.role;
  if (isZero(won)) {
    if (won.exact) return t("odds.same_exact", { role });
    return t("odds.same", { role, limit: bound(Math.max(-won.low, won.high), lang) });
  }
  const digits = decimals(won);
  const values = { role, won: unsigned(won.mean, lang, digits), margin: unsigned((won.high - won.low) / 2, lang, digits) };
  if (won.exact) return t(won.mean > 0 ? "odds.wins_more_exact" : "odds.wins_less_exact", values);
  return t(won.mean > 0 ? "odds.wins_more" : "odds.wins_less", values);
}
