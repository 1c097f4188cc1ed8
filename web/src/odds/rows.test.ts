import { expect, test } from "vitest";
import type { Effect, EffectRow } from "../protocol/gen/odds";
import { filled, sorted, type Tornado } from "./rows";

const rows: EffectRow[] = ["a", "b", "c", "d"].map((option) => ({ option, before: false, after: true, sheet: `room~${option}`, label: option }));
const effect = (option: string, mean: number, visible: boolean): Effect => ({ option, before: false, after: true, sheet: `room~${option}`, kind: "play", won: { mean, low: mean, high: mean, exact: true }, swing: null, visible, limit: 0 });

function measured(): Tornado {
  const laid = filled("rows", { role: "dealer", rows }, null);
  const found = [effect("c", -0.5, true), effect("a", 0.2, true), effect("b", 0.9, false)];
  const odds = {};
  return filled("final", { effects: { odds, role: "dealer", effects: found, left_out: ["room~d"], planned: 4 }, texts: ["C", "A", "B"], fairer: null }, laid);
}

test("OD-22: rows are laid out at once and filled in place", () => {
  const laid = filled("rows", { role: "dealer", rows }, null);
  expect(laid.rows.map((row) => [row.option, row.effect])).toEqual([["a", null], ["b", null], ["c", null], ["d", null]]);
  const one = filled("row", { row: 2, effect: effect("c", 1, true), text: "+1" }, laid);
  expect(one.rows.map((row) => [row.option, row.text])).toEqual([["a", ""], ["b", ""], ["c", "+1"], ["d", ""]]);
});

test("OD-22: the final figures stay in the order of the options", () => {
  expect(measured().rows.map((row) => [row.option, row.text, row.left])).toEqual([
    ["a", "A", false],
    ["b", "B", false],
    ["c", "C", false],
    ["d", "", true],
  ]);
});

test("OD-3: on demand the largest come first, and what cannot be seen is not ranked", () => {
  expect(sorted(measured().rows).map((row) => row.option)).toEqual(["c", "a", "b", "d"]);
});
