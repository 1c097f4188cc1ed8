import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Refusal } from "../live/api";
import type { GameInfo, Sheet, Value } from "../protocol/types";
import { RulesForm } from "./rulesForm.svelte";

const VALUES: Readonly<Record<string, Record<string, Value>>> = { room: { seven: 1, eight: 1 }, hall: { seven: 2, eight: 2 } };
const GAME = {
  name: "cards",
  presets: Object.entries(VALUES).map(([name, values]) => ({ name, values })),
  options: { $defs: { Rules: { properties: {} } } },
} as unknown as GameInfo;

const later = (): Promise<void> => new Promise((done) => setTimeout(done));

/** Requests to the server, and a way to answer each. */
let asked: { path: string; answer: (status?: number) => Promise<void> }[] = [];

function sheetAt(path: string): Sheet {
  const url = new URL(path, "http://house");
  const code = decodeURIComponent(url.pathname.split("/").at(-1) ?? "");
  const preset = code.split("~")[0] ?? "";
  const values: Record<string, Value> = { ...VALUES[preset] };
  const changes = [...code.split("~").slice(1), ...url.searchParams.getAll("set")].map((one) => one.split("="));
  for (const [name = "", value = ""] of changes) values[name] = Number(value);
  const changed = Object.entries(values).filter(([name, value]) => VALUES[preset]?.[name] !== value);
  return { code: [preset, ...changed.map(([name, value]) => `${name}=${String(value)}`)].join("~"), preset, values } as unknown as Sheet;
}

beforeEach(() => {
  asked = [];
  vi.stubGlobal("fetch", (path: string) => {
    return new Promise<Response>((resolve) => {
      const answer = async (status = 200): Promise<void> => {
        resolve(new Response(JSON.stringify(status === 200 ? sheetAt(path) : { code: "slow_down", params: {} }), { status }));
        await later();
      };
      asked.push({ path, answer });
    });
  });
});
afterEach(() => vi.unstubAllGlobals());

/** Return the code that is sent when the person commits to it, answering every request as it comes. */
async function sent(form: RulesForm): Promise<string> {
  const written = form.written();
  written.catch(() => undefined); // checked below
  for (let at = 0; at < 10; at += 1) {
    await later();
    await asked.at(-1)?.answer();
  }
  return (await written).code;
}

describe("the rules of a form are those that count", () => {
  test("a preset chosen while the sheet is loading stays chosen", async () => {
    const form = new RulesForm(GAME, "room~seven=9");
    form.choose("hall");
    await asked[0]?.answer();
    expect(await sent(form)).toBe("hall");
  });

  test("options changed while loading stay, the rest is loaded", async () => {
    const form = new RulesForm(GAME, "room~seven=9");
    form.set("eight", 8);
    await asked[0]?.answer();
    expect(await sent(form)).toBe("room~seven=9~eight=8");
  });

  test("the later of two sheets wins, whichever answers first", async () => {
    const form = new RulesForm(GAME, "room");
    form.take({ game: "cards", code: "room~seven=7", name: "Seven" });
    form.take({ game: "cards", code: "room~eight=8", name: "Eight" });
    await asked[1]?.answer();
    await asked[0]?.answer();
    expect([form.name, await sent(form)]).toEqual(["Eight", "room~eight=8"]);
  });

  test("a sheet that could not be read is read again, and nothing else is sent for it", async () => {
    const form = new RulesForm(GAME, "room~seven=9");
    await asked[0]?.answer(429);
    expect(await sent(form)).toBe("room~seven=9");
    const other = new RulesForm(GAME, "room~seven=9");
    await asked.at(-1)?.answer(429);
    const written = other.written();
    written.catch(() => undefined);
    await later();
    await asked.at(-1)?.answer(429);
    await expect(written).rejects.toBeInstanceOf(Refusal);
  });
});
