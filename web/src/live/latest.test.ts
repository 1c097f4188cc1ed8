import { expect, test } from "vitest";
import { Latest } from "./latest";

test("only the latest question counts", () => {
  const latest = new Latest();
  const first = latest.begin();
  expect(first()).toBe(true);
  const second = latest.begin();
  expect([first(), second()]).toEqual([false, true]);
  latest.drop();
  expect([first(), second()]).toEqual([false, false]);
});
