import { expect, test } from "vitest";
import { placeOf } from "./router.svelte";

test("paths lead to pages", () => {
  expect(placeOf("/", "")).toEqual({ page: "home" });
  expect(placeOf("/t/q3Zk8vTn2b", "")).toEqual({ page: "table", id: "q3Zk8vTn2b" });
  expect(placeOf("/t/q3Zk8vTn2b/12", "")).toEqual({ page: "deal", id: "q3Zk8vTn2b", deal: 12 });
  expect(placeOf("/open/xidach", "?sheet=room~sm5")).toEqual({ page: "open", game: "xidach", sheet: "room~sm5" });
});

test("anything else is no page", () => {
  for (const path of ["/t/", "/t/a b", "/t/../x", "/open/", "/nothing", "/t/" + "x".repeat(65)]) expect(placeOf(path, "")).toEqual({ page: "nowhere" });
});
