import { describe, expect, test } from "vitest";
import { at, freeSpot, isFree, spotBeside } from "./spots";

const mat = at(0, 0, { wide: 400, high: 600 });
const size = { wide: 200, high: 60 };

describe("a free place on the mat", () => {
  test("is the middle of an empty mat", () => expect(freeSpot(size, [], mat)).toEqual(at(96, 272, size)));
  test("is beside the cards in the middle, and as near as possible", () => {
    const cards = at(100, 250, { wide: 200, high: 100 });
    const spot = freeSpot(size, [cards], mat);
    expect(spot && isFree(spot, [cards], mat)).toBe(true);
    expect(spot?.top).toBe(352);
  });
  test("does not exist on a full mat", () => expect(freeSpot(size, [at(0, 20, { wide: 400, high: 560 })], mat)).toBeNull());
});

describe("a free place beside a plaque", () => {
  const pill = { wide: 60, high: 44 };
  const left = at(10, 200, { wide: 90, high: 36 });
  const right = at(300, 200, { wide: 90, high: 36 });
  test("is towards the middle of the mat", () => {
    expect(spotBeside(pill, left, [left], mat)).toEqual(at(106, 196, pill));
    expect(spotBeside(pill, right, [right], mat)).toEqual(at(234, 196, pill));
  });
  test("is elsewhere if cards lie there", () => {
    const cards = at(100, 150, { wide: 100, high: 100 });
    expect(spotBeside(pill, left, [left, cards], mat)).toEqual(at(25, 242, pill));
  });
  test("does not exist among cards", () => expect(spotBeside(pill, left, [mat], mat)).toBeNull());
});
