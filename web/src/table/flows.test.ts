import { expect, test } from "vitest";
import { flows } from "./flows";

test("PF-5: losses go to the winners without remainder", () => {
  const payoff = [7, -3, -5, 1];
  const got = payoff.map((_, seat) => flows(payoff).reduce((sum, flow) => sum + (flow.taker === seat ? flow.chips : 0) - (flow.giver === seat ? flow.chips : 0), 0));
  expect(got).toEqual(payoff);
});

test("a deal without winners moves nothing", () => {
  expect(flows([0, 0])).toEqual([]);
});
