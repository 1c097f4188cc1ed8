import { describe, expect, test } from "vitest";
import { ABOVE, BESIDE, layout, type Box, type Wish, type Wishes } from "./places";

const SCREENS: readonly (readonly [string, number, number, number])[] = [
  ["a phone", 354, 400, 0],
  ["a small phone", 324, 262, 0],
  ["a phone on its side", 600, 270, 70],
  ["a tablet", 732, 560, 0],
  ["a desktop", 900, 400, 0],
  ["a large desktop", 1190, 640, 0],
];
const SEATS = [2, 3, 4, 5, 6, 7, 8, 9, 10];
const GAMES: Readonly<Record<string, Wish & { most: number }>> = {
  "a small middle": { wide: 120, deep: 120, most: 10 },
  "a wide middle": { wide: 320, deep: 180, most: 10 },
  "a large middle": { wide: 330, deep: 130, area: 120_000, most: 4 },
};

function boxes(seats: number, you: number | null, width: number, height: number, wishes: Wishes): [string, Box][] {
  const { places, block, heart } = layout(seats, you, width, height, wishes);
  const out = places.map(({ seat, side, x, y }): [string, Box] => {
    const left = side === "left" ? -BESIDE : side === "right" ? width + BESIDE - block.wide : x * width - block.wide / 2;
    const top = side === "top" ? -ABOVE : side === "bottom" ? height + ABOVE - block.deep : y * height - block.deep / 2;
    return [`seat ${seat}`, { left, top, width: block.wide, height: block.deep }];
  });
  return [...out, ["the middle", heart]];
}

function overlaps(all: readonly [string, Box][]): string[] {
  const out: string[] = [];
  all.forEach(([name, box], index) => {
    for (const [other, two] of all.slice(index + 1)) {
      const across = Math.min(box.left + box.width, two.left + two.width) - Math.max(box.left, two.left);
      const down = Math.min(box.top + box.height, two.top + two.height) - Math.max(box.top, two.top);
      if (across > 1 && down > 1) out.push(`${name} and ${other}: ${Math.round(across)} by ${Math.round(down)}`);
    }
  });
  return out;
}

describe.each(SCREENS)("on %s", (_, width, height, spare) => {
  test.each(SEATS)("%i people sit clockwise from the viewer's left", (seats) => {
    const { places } = layout(seats, 1, width, height, { spare });
    expect(places.map((place) => place.seat)).toEqual(Array.from({ length: seats - 1 }, (__, step) => (step + 2) % seats));
  });

  describe.each(Object.entries(GAMES))("round %s", (__, middle) => {
    const round = SEATS.filter((seats) => seats <= middle.most);
    test.each(round)("%i people do not sit on each other, nor on the middle", (seats) => {
      expect(overlaps(boxes(seats, 0, width, height, { spare, middle }))).toEqual([]);
    });

    test.each(round)("the middle of %i people has room for something", (seats) => {
      const { heart } = layout(seats, 0, width, height, { spare, middle });
      expect(Math.min(heart.width, heart.height)).toBeGreaterThan(60);
    });
  });

  test.each(SEATS)("a watcher sees %i people, seat 0 at the bottom", (seats) => {
    // A watcher has no hand in front, so there is more room.
    const { places } = layout(seats, null, width, height + 130);
    expect(places).toHaveLength(seats);
    expect(places.at(-1)).toMatchObject({ seat: 0, side: "bottom" });
    expect(overlaps(boxes(seats, null, width, height + 130, {}))).toEqual([]);
  });
});

test("four people on a phone sit at three sides", () => {
  const { places } = layout(4, 0, 354, 400, { middle: { wide: 320, deep: 180 } });
  expect(places.map((place) => place.side)).toEqual(["left", "top", "right"]);
});

test("a large middle puts all others in a row at the top of a phone", () => {
  const { places } = layout(4, 0, 354, 400, { middle: { wide: 330, deep: 130, area: 120_000 } });
  expect(places.map((place) => place.side)).toEqual(["top", "top", "top"]);
});
