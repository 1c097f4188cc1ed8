import { expect, test } from "vitest";
import { IN_SIGHT, spread } from "./spread";

test.each([1, 2, 5, 7, 8, 12, 13, 26])("%i cards fit the room of a seat and can be read", (count) => {
  const { rows, card, step, gap } = spread(count, 108, 31, false);
  expect(rows.flat()).toEqual(Array.from({ length: count }, (_, place) => place));
  const widest = Math.max(...rows.map((row) => card + (row.length - 1) * step + gap));
  expect(widest).toBeLessThanOrEqual(108);
  // The index is a little over a third of a card.
  if (count > 1) expect(step).toBeGreaterThan(card * 0.38);
  // A long hand is not much deeper than a short one.
  expect(card * 1.4 + (rows.length - 1) * card * IN_SIGHT).toBeLessThan(31 * 1.4 * 1.45);
});

test("those that stand apart have a gap before them", () => {
  const { rows, card, step, gap } = spread(5, 108, 31, true);
  expect(gap).toBeGreaterThan(0);
  expect(card + (rows[0]?.length ?? 0) * step - step + gap).toBeLessThanOrEqual(108);
});
