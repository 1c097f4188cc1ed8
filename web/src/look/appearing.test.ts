import { expect, test } from "vitest";
import { Appearing, JUST, UNSEEN } from "./appearing";

const draw = { control: "draw", label: "Draw" };
const never = { control: "never", label: "No more squeezing" };
const nothing = { control: null, label: "" };

function pressedDraw(): Appearing<string> {
  const appearing = new Appearing<string>();
  expect(appearing.press(draw, false, 1000)).toBe(false);
  return appearing;
}

test("PF-44: a control that appears under a press ignores presses until it was seen", () => {
  const appearing = pressedDraw();
  expect(appearing.look(never, 1300)).toBe("never");
  expect(appearing.press(never, true, 1450)).toBe(true);
  expect(appearing.press(never, true, 1300 + UNSEEN - 1)).toBe(true);
  expect(appearing.press(never, true, 1300 + UNSEEN)).toBe(false);
});

test("PF-44: a control that took the place unnoticed ignores the press too", () => {
  expect(pressedDraw().press(never, true, 1450)).toBe(true);
});

test("PF-44: a gap between two controls changes nothing", () => {
  const appearing = pressedDraw();
  expect(appearing.look(nothing, 1100)).toBeNull();
  expect(appearing.look(never, 1300)).toBe("never");
  expect(appearing.press(never, true, 1450)).toBe(true);
});

test("PF-44: a control that was seen before a gap can be pressed at once", () => {
  const appearing = pressedDraw();
  expect(appearing.look(never, 1100)).toBe("never");
  expect(appearing.look(nothing, 1200)).toBeNull();
  expect(appearing.press(never, true, 1100 + UNSEEN + 100)).toBe(false);
});

test("PF-44: a card that flies past makes no button new", () => {
  const appearing = pressedDraw();
  expect(appearing.look(never, 1100)).toBe("never");
  expect(appearing.look({ control: "card", label: "7" }, 1500)).toBe("card");
  expect(appearing.press(never, true, 1100 + UNSEEN)).toBe(false);
});

test("PF-44: a control that changes its label is another one", () => {
  const appearing = pressedDraw();
  expect(appearing.look({ control: "draw", label: "Really?" }, 1010)).toBe("draw");
  expect(appearing.press({ control: "draw", label: "Really?" }, true, 1200)).toBe(true);
});

test("PF-44: the same control and controls elsewhere can be pressed at once", () => {
  const appearing = pressedDraw();
  expect(appearing.look(draw, 1100)).toBeNull();
  expect(appearing.press(draw, true, 1150)).toBe(false);
  expect(appearing.press(never, false, 1200)).toBe(false);
});

test("PF-44: a control that appears long after the press can be pressed at once", () => {
  const appearing = pressedDraw();
  expect(appearing.look(never, 1001 + JUST)).toBeNull();
  expect(appearing.press(never, true, 1002 + JUST)).toBe(false);
});

test("PF-44: further presses in the place keep a slow answer covered", () => {
  const appearing = pressedDraw();
  expect(appearing.press(nothing, true, 2000)).toBe(false);
  expect(appearing.look(never, 3400)).toBe("never");
  expect(appearing.press(never, true, 3600)).toBe(true);
});
