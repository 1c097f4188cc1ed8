import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Tab, Upgrade } from "./build";

let stored: Map<string, string>;
let loads: (string | undefined)[];
let typed: boolean;

function tab(own = "old"): Tab {
  return {
    own,
    kept: { getItem: (key) => stored.get(key) ?? null, setItem: (key, value) => void stored.set(key, value) },
    typing: () => typed,
    load: (path) => void loads.push(path),
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  stored = new Map();
  loads = [];
  typed = false;
});
afterEach(() => {
  vi.useRealTimers();
});

test("a tab that meets another build reloads once per build", () => {
  const upgrade = new Upgrade(tab());
  upgrade.at(() => false);
  upgrade.met("old");
  upgrade.met(null);
  expect(loads).toHaveLength(0);
  upgrade.met("new");
  upgrade.met("new");
  expect(loads).toHaveLength(1);
  // The old page came back from a server that was not upgraded yet: no further reload.
  const again = new Upgrade(tab());
  again.at(() => false);
  for (let turn = 0; turn < 10; turn++) again.met(turn % 2 ? "old" : "new");
  vi.advanceTimersByTime(60_000);
  expect(loads).toHaveLength(1);
  again.met("newer");
  expect(loads).toHaveLength(2);
});

test("it waits for answers to commands and for typing", () => {
  let waiting = true;
  typed = true;
  const upgrade = new Upgrade(tab());
  upgrade.at(() => waiting);
  upgrade.met("new");
  vi.advanceTimersByTime(5_000);
  waiting = false;
  vi.advanceTimersByTime(5_000);
  expect(loads).toHaveLength(0);
  typed = false;
  vi.advanceTimersByTime(1_000);
  expect(loads).toEqual([undefined]);
});

test("away from a table it waits for the next step, and takes it", () => {
  const upgrade = new Upgrade(tab());
  const left = upgrade.at(() => true);
  left();
  upgrade.met("new");
  vi.advanceTimersByTime(60_000);
  expect(loads).toHaveLength(0);
  expect(upgrade.load("/t/x")).toBe(true);
  expect(loads).toEqual(["/t/x"]);
  expect(upgrade.load("/t/y")).toBe(false);
});

test("a page that does not work is loaded at once", () => {
  const upgrade = new Upgrade(tab());
  upgrade.load();
  expect(loads).toHaveLength(0);
  upgrade.met("new");
  upgrade.load();
  expect(loads).toHaveLength(1);
});

test("no reload without storage or without a known build", () => {
  const closed = { ...tab(), kept: { getItem: () => null, setItem: () => { throw new Error("no storage"); } } };
  for (const upgrade of [new Upgrade(closed), new Upgrade(tab(""))]) {
    upgrade.at(() => false);
    upgrade.met("new");
    vi.advanceTimersByTime(1_000);
  }
  expect(loads).toHaveLength(0);
});
