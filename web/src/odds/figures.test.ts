import { expect, test } from "vitest";
import type { OddsNews } from "../protocol/gen/odds";
import { alongside, chance, count, decimals, inShort, percent, placed, stakes } from "./figures";

const exact = (mean: number) => ({ mean, low: mean, high: mean, exact: true });
const about = (mean: number, margin: number) => ({ mean, low: mean - margin, high: mean + margin, exact: false });

test("OD-22: figures have as many digits as are known", () => {
  expect([decimals(about(0.01, 0.02)), decimals(about(0.01, 0.0021)), decimals(about(1.2, 0.3)), decimals(exact(0.01342))]).toEqual([3, 4, 2, 5]);
});

test("OD-22: a figure that cannot be told from zero is not shown as one", () => {
  expect([inShort(about(0.01, 0.02), "en"), inShort(about(0.03, 0.02), "en"), inShort(exact(0), "en"), inShort(exact(-0.01374), "vi")]).toEqual(["≈ 0", "+0.030", "0", "−0,014"]);
});

test("OD-22: figures follow the language", () => {
  expect([percent(0.454, "en"), chance(0.00452, "vi"), chance(0.4544, "en"), count(40000, "vi"), stakes(-1.5, "zh", 2)]).toEqual(["45%", "0,45%", "45.4%", "40.000", "−1.50"]);
});

test("OD-5: figures of another sheet do not stand beside each other", () => {
  const of = (sheet: string, seats: number): OddsNews => ({ odds: { sheet, seats } }) as OddsNews;
  const usual = of("a", 4);
  expect([of("a", 4), of("b", 4), of("a", 3)].map((best) => alongside(best, usual))).toEqual([usual, null, null]);
  expect(alongside(usual, null)).toBeNull();
});

test("OD-22: rows share one scale around zero, and no interval is cut off", () => {
  expect(placed([about(0.5, 0.5), about(-0.25, 0.05)])).toEqual([
    { left: 50, width: 25, from: 50, span: 50 },
    { left: 37.5, width: 12.5, from: 35, span: expect.closeTo(5) as number },
  ]);
  expect(placed([exact(0)])).toEqual([{ left: 50, width: 0, from: 50, span: 0 }]);
});
