import { expect, test } from "vitest";
import type { Scorebook, ScorebookDeal } from "../protocol/types";
import { otherRule, partsOf } from "./evening";

const deal = (number: number, payoff: readonly number[], more: Partial<ScorebookDeal> = {}): ScorebookDeal => ({ deal: number, at: 0, game: "xidach", sheet: "room", names: payoff.map(String), payoff, accounts: payoff.map((_, seat) => seat), host: 0, entry: { number }, ...more });

test("RT-7: parts have one game, one sheet and the same people; struck-out deals count nowhere", () => {
  const deals = [deal(1, [1, -1]), deal(2, [2, -2]), deal(3, [9, -9], { struck: true }), deal(4, [1, -1], { game: "big2" }), deal(5, [1, -1]), deal(6, [1, -1], { accounts: [0, 2] })];
  expect(partsOf(deals, "xidach").map((part) => part.map((each) => each.deal))).toEqual([[1, 2], [5], [6]]);
  expect(partsOf(deals, "big2").map((part) => part.map((each) => each.deal))).toEqual([[4]]);
});

test("RT-7: both sums are over the deals that the other rule can score", async () => {
  const book = { ledger: [{}, {}, {}], deals: [deal(1, [1, -1]), deal(2, [2, -2]), deal(3, [4, -4], { accounts: [2, 0] })] } as unknown as Scorebook;
  const asked: unknown[] = [];
  const compared = await otherRule(book, "xidach", "vipgame", (game, evening) => {
    asked.push([game, evening.entries]);
    return Promise.resolve({ sheet: "CODE", payoffs: asked.length === 1 ? [[3, -3], null] : [[5, -5]] });
  });
  expect(asked).toEqual([["xidach", [{ number: 1 }, { number: 2 }]], ["xidach", [{ number: 3 }]]]);
  expect(compared).toEqual({ sheet: "CODE", before: [-3, -1, 4], after: [-2, -3, 5], deals: 2, refused: [2] });
});
