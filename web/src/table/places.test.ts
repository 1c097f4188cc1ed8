import { describe, expect, test } from "vitest";
import { layout } from "./places";

const SCREENS: readonly (readonly [string, number, number, number])[] = [
  ["a phone", 354, 430, 0],
  ["a small phone", 326, 330, 0],
  ["a phone on its side", 600, 280, 70],
  ["a desktop", 1020, 440, 0],
];
const BLOCK = { roomy: [176, 172], snug: [132, 142], tight: [106, 106] } as const;

describe.each(SCREENS)("on %s", (name, width, height, spare) => {
  test.each([2, 3, 4, 5, 6, 7, 8, 9, 10])("%i people sit clockwise from the viewer's left", (seats) => {
    const { places } = layout(seats, 1, width, height, spare);
    expect(places.map((one) => one.seat)).toEqual(Array.from({ length: seats - 1 }, (_, step) => (step + 2) % seats));
  });

  // A small phone with nine others is crowded whatever one does.
  const most = name === "a small phone" ? 6 : 10;
  test.each(Array.from({ length: most - 1 }, (_, index) => index + 2))("%i people do not sit on each other", (seats) => {
    const { places, density } = layout(seats, 0, width, height, spare);
    const [wide, deep] = BLOCK[density];
    const boxes = places.map(({ side, x, y }) => {
      const left = side === "left" ? 0 : side === "right" ? width - wide : x * width - wide / 2;
      const top = side === "top" ? 0 : y * height - deep / 2;
      return { left, top, right: left + wide, bottom: top + deep };
    });
    boxes.forEach((one, index) => {
      for (const other of boxes.slice(index + 1)) {
        const apart = one.right <= other.left + 1 || other.right <= one.left + 1 || one.bottom <= other.top + 1 || other.bottom <= one.top + 1;
        expect(apart).toBe(true);
      }
    });
  });

  test("a watcher sees everybody, seat 0 at the bottom", () => {
    const { places } = layout(4, null, width, height, spare);
    expect(places).toHaveLength(4);
    expect(places.at(-1)).toMatchObject({ seat: 0, side: "bottom" });
  });
});
