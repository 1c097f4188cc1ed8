import { expect, test } from "vitest";
import { ownDeals } from "./own";

const plain = { at: 0, game: "xidach", sheet: "", names: ["Lan", "Minh", ""], payoff: [5, -3, -2], chairs: [0, 1, 2] };
const deals = [
  { ...plain, deal: 3, accounts: [0, 1, 2], bots: [2] },
  { ...plain, deal: 4, accounts: [2, 1, 0], bots: [0] },
  { ...plain, deal: 5, accounts: [3, 1, 2], bots: [2], house: [0] },
  { ...plain, deal: 6, accounts: [0, 1, 2], bots: [2] },
];

test("deals of the person in a seat, without those sat out", () => {
  expect(ownDeals(deals, 0)).toEqual([{ deal: 6, seat: 0 }, { deal: 4, seat: 2 }, { deal: 3, seat: 0 }]);
  expect(ownDeals(deals.slice(0, 3), 0).map((own) => own.deal)).toEqual([4, 3]);
});

test("nobody's are a spectator's and a bot's", () => {
  expect(ownDeals(deals, null)).toEqual([]);
  expect(ownDeals([deals[0]!], 2)).toEqual([]);
});
