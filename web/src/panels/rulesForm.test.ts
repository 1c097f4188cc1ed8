import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Refusal } from "../live/api";
import type { GameInfo, Sheet, Value } from "../protocol/types";
import { RulesForm } from "./rulesForm.svelte";

const VALUES: Readonly<Record<string, Record<string, Value>>> = { room: { stake: 1, draws: 1 }, hall: { stake: 2, draws: 2 } };
const GAME = {
  name: "cards",
  presets: Object.entries(VALUES).map(([name, values]) => ({ name, values })),
  options: { $defs: { Rules: { properties: {} } } },
} as unknown as GameInfo;

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Pending requests; `respond` resolves one. */
let requests: { path: string; respond: (status?: number) => Promise<void> }[] = [];

function sheetAt(path: string): Sheet {
  const url = new URL(path, "http://house");
  const code = decodeURIComponent(url.pathname.split("/").at(-1) ?? "");
  const preset = code.split("~")[0] ?? "";
  const values: Record<string, Value> = { ...VALUES[preset] };
  const changes = [...code.split("~").slice(1), ...url.searchParams.getAll("set")].map((pair) => pair.split("="));
  for (const [name = "", value = ""] of changes) values[name] = Number(value);
  const changed = Object.entries(values).filter(([name, value]) => VALUES[preset]?.[name] !== value);
  return { code: [preset, ...changed.map(([name, value]) => `${name}=${String(value)}`)].join("~"), preset, values } as unknown as Sheet;
}

beforeEach(() => {
  requests = [];
  vi.stubGlobal("fetch", (path: string) => {
    return new Promise<Response>((resolve) => {
      const respond = async (status = 200): Promise<void> => {
        resolve(new Response(JSON.stringify(status === 200 ? sheetAt(path) : { code: "slow_down", params: {} }), { status }));
        await nextTask();
      };
      requests.push({ path, respond });
    });
  });
});
afterEach(() => vi.unstubAllGlobals());

/** Submit the form, responding to the latest request until it settles; return the sheet code. */
async function submit(form: RulesForm): Promise<string> {
  const submission = form.written();
  submission.catch(() => undefined); // checked below
  for (let at = 0; at < 10; at += 1) {
    await nextTask();
    await requests.at(-1)?.respond();
  }
  return (await submission).code;
}

describe("RulesForm submits what the person last chose", () => {
  test("a preset chosen while the sheet is loading stays chosen", async () => {
    const form = new RulesForm(GAME, "room~stake=9");
    form.choose("hall");
    await requests[0]?.respond();
    expect(await submit(form)).toBe("hall");
  });

  test("options changed while loading stay, the rest is loaded", async () => {
    const form = new RulesForm(GAME, "room~stake=9");
    form.set("draws", 8);
    await requests[0]?.respond();
    expect(await submit(form)).toBe("room~stake=9~draws=8");
  });

  test("the later of two sheets wins, whichever answers first", async () => {
    const form = new RulesForm(GAME, "room");
    form.take({ game: "cards", code: "room~stake=7", name: "Stakes" });
    form.take({ game: "cards", code: "room~draws=8", name: "Draws" });
    await requests[1]?.respond();
    await requests[0]?.respond();
    expect([form.name, await submit(form)]).toEqual(["Draws", "room~draws=8"]);
  });

  test("a sheet that could not be loaded is requested again", async () => {
    const form = new RulesForm(GAME, "room~stake=9");
    await requests[0]?.respond(429);
    expect(await submit(form)).toBe("room~stake=9");
  });

  test("submitting fails if the sheet cannot be loaded again", async () => {
    const form = new RulesForm(GAME, "room~stake=9");
    await requests.at(-1)?.respond(429);
    const submission = form.written();
    submission.catch(() => undefined);
    await nextTask();
    await requests.at(-1)?.respond(429);
    await expect(submission).rejects.toBeInstanceOf(Refusal);
  });
});
