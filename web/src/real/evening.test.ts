import { expect, test } from "vitest";
import type { Scorebook, ScorebookDeal } from "../protocol/types";
import { canCorrect, otherRule, partsOf } from "./evening";

const deal = (number: number, payoff: readonly number[], more: Partial<ScorebookDeal> = {}): ScorebookDeal => ({ deal: number, at: 0, game: "xidach", sheet: "room", names: payoff.map(String), payoff, accounts: payoff.map((_, seat) => seat), host: 0, entry: { number }, ...more });

test("RT-7: parts have one game and one sheet; struck-out deals count nowhere", () => {
  const deals = [deal(1, [1, -1]), deal(2, [2, -2]), deal(3, [9, -9], { struck: true }), deal(4, [1, -1], { game: "big2" }), deal(5, [1, -1]), deal(6, [1, -1], { accounts: [0, 2] })];
  expect(partsOf(deals, "xidach").map((part) => part.map((each) => each.deal))).toEqual([[1, 2], [5, 6]]);
  expect(partsOf(deals, "big2").map((part) => part.map((each) => each.deal))).toEqual([[4]]);
});

test("RT-7: both sums are over the deals that the other rule can score", async () => {
  const book = { ledger: [{}, {}, {}], deals: [deal(1, [1, -1]), deal(2, [2, -2]), deal(3, [4, -4], { accounts: [2, 0] })] } as unknown as Scorebook;
  const asked: unknown[] = [];
  const compared = await otherRule(book, "xidach", "vipgame", (game, evening) => {
    asked.push([game, evening]);
    return Promise.resolve({ sheet: "CODE", payoffs: [[3, -3], null, [5, -5]] });
  });
  // A match runs through a change of people: they are where they sat before.
  expect(asked).toEqual([["xidach", { sheet: "vipgame", entries: [{ number: 1 }, { number: 2 }, { number: 3 }], hosts: [0, 0, 0], places: [null, [0, 1], [null, 0]] }]]);
  expect(compared).toEqual({ sheet: "CODE", before: [-3, -1, 4], after: [-2, -3, 5], deals: 2, refused: [2] });
});

test("RT-7: a newcomer takes the place of the chair whose person has left", async () => {
  const chairs = { chairs: [0, 2] };
  const book = { ledger: [{}, {}, {}], deals: [deal(1, [1, -1], chairs), deal(2, [1, -1], { ...chairs, accounts: [0, 2] })] } as unknown as Scorebook;
  let places: unknown;
  await otherRule(book, "xidach", "vipgame", (_game, evening) => {
    places = evening.places;
    return Promise.resolve({ sheet: "CODE", payoffs: [] });
  });
  expect(places).toEqual([null, [0, 1]]);
});

test("RT-5: an entry corrects a deal only if every line stays with its person", () => {
  const booked = { game: "xidach", sheet: "room", chairs: [0, 1, 2] };
  expect(canCorrect({ ...booked }, booked)).toBe(true);
  expect(canCorrect({ ...booked, chairs: [0, 2, 1] }, booked)).toBe(false);
  expect(canCorrect({ ...booked, chairs: [0, 1] }, booked)).toBe(false);
  expect(canCorrect({ ...booked, sheet: "vipgame" }, booked)).toBe(false);
  expect(canCorrect({ ...booked, game: "niuniu" }, booked)).toBe(false);
});
