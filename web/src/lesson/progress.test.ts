import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { guideNoted, guideOf, guideOver, guideWanted } from "./progress";

describe("progress of a guided deal", () => {
  const kept = new Map<string, string>();
  beforeEach(() => {
    kept.clear();
    vi.stubGlobal("localStorage", { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) });
  });
  afterEach(() => vi.unstubAllGlobals());

  it("is known at the table that wants it, and nowhere else", () => {
    guideWanted("one", 3);
    expect(guideOf("one")).toEqual({ after: 3, deal: -1, read: [] });
    expect(guideOf("other")).toBeNull();
  });
  it("is stored, and deleted at the end", () => {
    guideWanted("one");
    guideNoted("one", { after: 0, deal: 1, read: [0, 2] });
    expect(guideOf("one")?.read).toEqual([0, 2]);
    guideOver("one");
    expect(guideOf("one")).toBeNull();
  });
  it("is nothing where the storage holds nonsense", () => {
    for (const nonsense of ["{", "null", '{"one":{"after":"x"}}', '{"one":7}']) {
      kept.set("chieu.lesson", nonsense);
      expect(guideOf("one")).toBeNull();
    }
  });
});
