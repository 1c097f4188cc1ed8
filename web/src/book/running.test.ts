import { describe, expect, test } from "vitest";
import { grid, running, wonBy } from "./running";

const deals = [
  { deal: 3, at: 0, game: "xidach", sheet: "", names: ["Lan", "Minh", ""], payoff: [5, -3, -2], accounts: [0, 1, 2] },
  { deal: 4, at: 0, game: "xidach", sheet: "", names: ["", "Minh", "Lan"], payoff: [1, 1, -2], accounts: [1, 1, 0] },
];
const ledger = [{ name: "Lan", chips: 9 }, { name: "Minh", chips: 0 }, { name: "", chips: -9, seat: 2 }];

describe("PF-47: chips over an evening", () => {
  test("run up from deal to deal, whatever seat somebody has", () => {
    expect(running({ deals, ledger })).toEqual([[0, 5, 3], [0, -3, -1], [0, -2, -2]]);
  });

  test("an account that did not play has null, not 0", () => {
    expect(wonBy(deals[1]!, 2)).toBeNull();
    expect(wonBy(deals[1]!, 1)).toBe(2);
  });

  test.each([
    [0, 0], [-3, 5], [-1, 1], [-120, 340], [0, 7], [-1000000, 5],
  ])("from %d to %d has few lines, round ones, with 0 among them", (low, high) => {
    const lines = grid(low, high);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.length).toBeLessThan(9);
    expect(lines).toContain(0);
    expect(lines[0]).toBeLessThanOrEqual(low);
    expect(lines.at(-1)).toBeGreaterThanOrEqual(high);
  });
});
