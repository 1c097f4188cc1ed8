import { expect, test } from "vitest";
import { cardFor, SMALLEST } from "./fit";

test("two melds of three are as large as cards get", () => {
  expect(cardFor([{ label: 40, melds: [3, 3] }], 354, 160)).toBe(60);
});

test("cards shrink as melds are added, but stay readable on a phone", () => {
  const rows = [2, 3, 4].map(() => ({ label: 40, melds: [5, 4, 6] }));
  const crowded = cardFor(rows, 354, 210);
  expect(crowded).toBeLessThan(cardFor(rows.slice(0, 1), 354, 210));
  expect(crowded).toBeGreaterThanOrEqual(26);
});

test("there is an end to getting smaller", () => {
  expect(cardFor([{ label: 40, melds: Array<number>(60).fill(7) }], 300, 100)).toBe(SMALLEST);
});
