import { expect, test } from "vitest";
import type { Comparison, Estimate, RoleDifference } from "../protocol/gen/odds";
import { settings } from "../settings.svelte";
import { differenceText } from "./difference";

settings.lang = "en";

function said(...wins: Estimate[]): string {
  const roles = wins.map((won) => ({ role: "dealer", won }) as RoleDifference);
  return differenceText({ roles } as unknown as Comparison, { dealer: "the dealer" }, "en");
}

test("OD-2: a difference is said with its interval, or as exact", () => {
  expect(said({ mean: 0.0123, low: 0.0083, high: 0.0163 })).toBe("The dealer wins 0.0123 stakes more per deal (± 0.0040)");
  expect(said({ mean: -0.00178, low: -0.00178, high: -0.00178, exact: true })).toBe("The dealer wins 0.00178 stakes less per deal (exact)");
});

test("OD-3: a difference that cannot be seen has a limit", () => {
  expect(said({ mean: 0.001, low: -0.004, high: 0.00611 })).toBe("No difference we can see for the dealer: under 0.0062 stakes per deal");
  expect(said({ mean: 0, low: 0, high: 0, exact: true })).toBe("No difference at all for the dealer");
});

test("OD-2: sheets without a common role are not compared", () => {
  expect(said()).toBe("");
});
