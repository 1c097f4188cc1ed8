import { afterEach, describe, expect, test, vi } from "vitest";
import type { Choice, DealView } from "../protocol/types";
import { hintOf, reviewOf } from "./asking";
import { amount, expected, SUMMED } from "./chips";
import { scaled } from "./scale";
import { together } from "./shares";
import { apart, apartOnly, foremost, leads, standing } from "./weighing";

function choice(mean: number, behind = 0, behind_margin = 0, more: Partial<Choice> = {}): Choice {
  return { action: { type: "any" }, mean, margin: 0.5, exact: false, worlds: 100, behind, behind_margin, clearly_worse: behind > behind_margin, ...more };
}

describe("statements about an option", () => {
  test("an option is worse only beyond its margin", () => {
    const options = [choice(2), choice(1.8, 0.2, 0.4), choice(-1, 3, 0.5)];
    expect(options.map((_, place) => standing(options, place))).toEqual(["first", "unclear", "worse"]);
    expect(leads(options)).toBe(false);
    expect(leads([choice(2), choice(-1, 3, 0.5)])).toBe(true);
    expect(leads([choice(2)])).toBe(false);
  });

  test("beyond its own margin an option may still be too close to call among many", () => {
    const options = [choice(2), choice(1.7, 0.3, 0.25, { clearly_worse: false })];
    expect(standing(options, 1)).toBe("unclear");
    expect(leads(options)).toBe(false);
  });

  test("exact values are equal or worse, never unclear", () => {
    const exact = { exact: true, margin: 0 };
    const options = [choice(1, 0, 0, exact), choice(1, 0, 0, exact), choice(0.9, 0.1, 0, exact)];
    expect(options.map((_, place) => standing(options, place))).toEqual(["first", "equal", "worse"]);
  });

  test("judged options show only their distance to the best", () => {
    const told = apartOnly([choice(12.2), choice(7, 5.2, 0.4)]);
    expect(told.map(({ mean, margin }) => [mean, margin])).toEqual([[-0, 0], [-5.2, 0.4]]);
    expect(told.map((_, place) => standing(told, place))).toEqual(["first", "worse"]);
  });

  test("figures that add up have the two digits to which the server rounds them", () => {
    expect([expected(-31.26, "en", SUMMED), amount(131.5, "vi", SUMMED), expected(-0.125, "zh", SUMMED)]).toEqual(["−31.26", "131,50", "−0.12"]);
  });

  test("the first few are shown, and always the one that was taken", () => {
    const many = Array.from({ length: 9 }, (_, place) => place);
    expect(foremost(many, 4)).toEqual([0, 1, 2, 3]);
    expect(foremost(many, 4, 2)).toEqual([0, 1, 2, 3]);
    expect(foremost(many, 4, 7)).toEqual([0, 1, 2, 3, 7]);
    expect(foremost(many.slice(0, 2), 4, 1)).toEqual([0, 1]);
  });

  test("options with equal words are listed once, as the taken one", () => {
    const told = ["Discard 7♣", "Discard Joker", "Discard Joker", "Draw"];
    expect(apart(told)).toEqual([0, 1, 3]);
    expect(apart(told, 2)).toEqual([0, 2, 3]);
  });
});

describe("bars on one scale", () => {
  test("from nothing to the mean, whiskers round it, all inside", () => {
    const { zero, bars } = scaled([
      { mean: 3, margin: 1 },
      { mean: -2, margin: 4 },
    ]);
    expect(zero).toBe(60);
    expect(bars[0]).toEqual({ left: 60, width: 30, from: 80, span: 20, gain: true });
    expect(bars[1]).toEqual({ left: 40, width: 20, from: 0, span: 80, gain: false });
  });

  test("a scale of zero width does not divide by zero", () => {
    expect(scaled([{ mean: 0, margin: 0 }])).toEqual({ zero: 0, bars: [{ left: 0, width: 0, from: 0, span: 0, gain: true }] });
    expect(scaled([]).bars).toEqual([]);
  });
});

test("chips are written as the language does, with a true minus", () => {
  expect([expected(1.404, "en"), expected(-0.5, "vi"), expected(0, "zh"), expected(-31.26, "en")]).toEqual(["+1.40", "−0,50", "0.00", "−31.3"]);
  expect([amount(-0.25, "en"), amount(12, "vi")]).toEqual(["0.25", "12,00"]);
});

describe("nothing is asked twice", () => {
  afterEach(() => vi.unstubAllGlobals());
  const answering = (ok: boolean): (() => Promise<Response>) => () => Promise.resolve(new Response(ok ? '{"options":[]}' : '{"code":"coach_busy"}', { status: ok ? 200 : 503 }));

  test("of one turn and of one decision, but again after a refusal", async () => {
    const fetched = vi.fn(answering(false));
    vi.stubGlobal("fetch", fetched);
    const deal = {} as DealView;
    await expect(hintOf("t", deal)).rejects.toMatchObject({ code: "coach_busy" });
    fetched.mockImplementation(answering(true));
    await hintOf("t", deal);
    await hintOf("t", deal);
    expect(fetched).toHaveBeenCalledTimes(2);
    await hintOf("t", {} as DealView);
    expect(fetched).toHaveBeenCalledTimes(3);
    await reviewOf("t", 1, 0, 3);
    await reviewOf("t", 1, 0, 3);
    expect(fetched).toHaveBeenCalledTimes(4);
    expect(fetched).toHaveBeenLastCalledWith("/api/tables/t/deals/1/review?seat=0&step=3", {});
  });
});

describe("choice and luck", () => {
  const won = (payoff: number, choice: number, margin: number) => ({ payoff, choice, margin });
  test("mistakes of an evening add up", () => {
    expect(together([won(5, -0.5, 0.3), won(-2, -0.25, 0.4)])).toEqual(won(3, -0.75, 0.5));
  });
});
