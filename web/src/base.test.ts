import { expect, test } from "vitest";
import { at, baseOf, within } from "./base";

test("a house has its address for itself, or is under a path", () => {
  expect(baseOf("/")).toBe("");
  expect(baseOf("/cards/")).toBe("/cards");
  expect(baseOf("./")).toBe("");
  expect(baseOf(undefined)).toBe("");
  expect(at("/t/x")).toBe("/t/x");
});

test("paths of others are none of ours", () => {
  expect(within("/t/x", "")).toBe("/t/x");
  expect(within("/cards/t/x", "/cards")).toBe("/t/x");
  expect(within("/cards/", "/cards")).toBe("/");
  for (const path of ["/t/x", "/cardsharp/t/x", "/cards"]) expect(within(path, "/cards")).toBeNull();
});
