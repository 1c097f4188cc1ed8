import { beforeEach, describe, expect, test, vi } from "vitest";

let stored: Record<string, string>;
const fresh = async (): Promise<typeof import("./saved.svelte")> => {
  vi.resetModules();
  return import("./saved.svelte");
};

beforeEach(() => {
  stored = {};
  vi.stubGlobal("localStorage", { getItem: (key: string) => stored[key] ?? null, setItem: (key: string, value: string) => (stored[key] = value) });
});

describe("PF-47: house rules with a name", () => {
  test("are stored, survive a reload, and can be dropped", async () => {
    const { saved } = await fresh();
    saved.keep({ game: "xidach", code: "room~sm5", name: "  Luật nhà ngoại " });
    expect((await fresh()).saved.of("xidach")).toEqual([{ game: "xidach", code: "room~sm5", name: "Luật nhà ngoại" }]);
    expect(saved.nameOf("xidach", "room~sm5")).toBe("Luật nhà ngoại");
    expect(saved.nameOf("niuniu", "room~sm5")).toBe("");
    saved.drop("xidach", "room~sm5");
    expect((await fresh()).saved.all).toEqual([]);
  });

  test("within a game, names and sheets match one to one", async () => {
    const { saved } = await fresh();
    saved.keep({ game: "xidach", code: "room~sm5", name: "Friday" });
    saved.keep({ game: "niuniu", code: "custom", name: "Friday" });
    saved.keep({ game: "xidach", code: "room~sm9", name: "Friday" });
    expect(saved.all.map((sheet) => sheet.code)).toEqual(["room~sm9", "custom"]);
    saved.keep({ game: "xidach", code: "room~sm9", name: "Sunday" });
    expect(saved.of("xidach")).toEqual([{ game: "xidach", code: "room~sm9", name: "Sunday" }]);
    saved.keep({ game: "xidach", code: "room", name: "   " });
    expect(saved.of("xidach")).toHaveLength(1);
  });

  test.each(["[1]", "{}", "nonsense", '[{"game": "xidach", "code": 3, "name": "a"}]'])("storage that holds %s holds none", async (text) => {
    stored["chieu.sheets"] = text;
    expect((await fresh()).saved.all).toEqual([]);
  });

  test("a link contains the sheet and its name", async () => {
    const { sheetPath } = await fresh();
    const path = sheetPath({ game: "rummy", code: "seven-rounds~co7:s3s3.8:s3r4", name: "Nhà Tư & Năm" });
    const url = new URL(path, "http://house");
    expect(url.pathname).toBe("/rules/rummy");
    expect([...url.searchParams]).toEqual([["sheet", "seven-rounds~co7:s3s3.8:s3r4"], ["name", "Nhà Tư & Năm"]]);
  });
});
