import { expect, test } from "vitest";
import { placeOf } from "./router.svelte";

test("paths lead to pages", () => {
  expect(placeOf("/", "")).toEqual({ page: "home" });
  expect(placeOf("/t/q3Zk8vTn2b", "")).toEqual({ page: "table", id: "q3Zk8vTn2b" });
  expect(placeOf("/t/q3Zk8vTn2b/12", "")).toEqual({ page: "deal", id: "q3Zk8vTn2b", deal: 12 });
  expect(placeOf("/t/q3Zk8vTn2b/book", "")).toEqual({ page: "book", id: "q3Zk8vTn2b" });
  expect(placeOf("/t/q3Zk8vTn2b/group", "")).toEqual({ page: "group", id: "q3Zk8vTn2b" });
  expect(placeOf("/open/xidach", "?sheet=room~sm5")).toEqual({ page: "open", game: "xidach", sheet: "room~sm5", name: "" });
  expect(placeOf("/rules/rummy", "?sheet=seven-rounds&name=Nh%C3%A0+ngo%E1%BA%A1i")).toEqual({ page: "rules", game: "rummy", sheet: "seven-rounds", name: "Nhà ngoại" });
  expect(placeOf("/judge", "")).toEqual({ page: "judge", game: "", sheet: "", query: "" });
  expect(placeOf("/judge/xidach", "?dealer=10S")).toEqual({ page: "judge", game: "xidach", sheet: "", query: "?dealer=10S" });
  expect(placeOf("/judge/xidach/room~sm5", "")).toEqual({ page: "judge", game: "xidach", sheet: "room~sm5", query: "" });
  expect(placeOf("/score/xidach/room~sm5", "")).toEqual({ page: "score", game: "xidach", sheet: "room~sm5" });
  expect(placeOf("/device", "")).toEqual({ page: "device" });
});

test("any other path is not a page", () => {
  for (const path of ["/t/", "/t/a b", "/t/../x", "/open/", "/rules/", "/rules/a/b", "/judge/", "/judge/a/b/c", "/judge/big2/%", "/score/big2/%E1", "/nothing", "/device/", "/devices", "/t/" + "x".repeat(65)]) expect(placeOf(path, "")).toEqual({ page: "nowhere" });
});
