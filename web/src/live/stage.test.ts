import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Happening, View } from "../protocol/types";
import { dwell, Stage } from "./stage";

const picture = (seq: number): View => ({ seq }) as unknown as View;
const facts: Happening[] = [{ type: "facts", seq: 1, facts: [{ type: "drawn" }] }];

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("pictures with facts are shown one after the other", () => {
  const shown: number[] = [];
  const stage = new Stage((view) => shown.push(view.seq), () => true);
  stage.push(picture(1), facts);
  stage.push(picture(2), facts);
  expect(shown).toEqual([1]);
  vi.advanceTimersByTime(dwell(facts));
  expect(shown).toEqual([1, 2]);
});

test("a tap skips to the present", () => {
  const shown: number[] = [];
  const stage = new Stage((view) => shown.push(view.seq), () => true);
  for (const seq of [1, 2, 3]) stage.push(picture(seq), facts);
  stage.skip();
  expect(shown).toEqual([1, 2, 3]);
});

test("with motion turned off nothing waits", () => {
  const shown: number[] = [];
  const stage = new Stage((view) => shown.push(view.seq), () => false);
  for (const seq of [1, 2, 3]) stage.push(picture(seq), facts);
  expect(shown).toEqual([1, 2, 3]);
});
