import { afterEach, expect, test, vi } from "vitest";

const ready = vi.hoisted(() => ({ go: () => undefined as void, made: 0, closed: 0 }));
vi.mock("./house", () => ({
  Refusal: class extends Error {},
  catalogue: () => new Promise((resolve) => (ready.go = () => resolve({ texts: {}, games: [] }))),
  beGuest: () => Promise.resolve(),
  linkKey: () => "",
}));
vi.mock("./link", () => ({
  Link: class {
    constructor() {
      ready.made += 1;
    }
    close(): void {
      ready.closed += 1;
    }
  },
}));

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test.each([
  ["before the page knows enough to connect", true, 0],
  ["once it is connected", false, 1],
])("a table that is left %s keeps no connection", async (_, early, made) => {
  vi.stubGlobal("location", { protocol: "http:", host: "house", href: "http://house/" });
  ready.made = ready.closed = 0;
  const { Live } = await import("./live.svelte");
  const live = new Live("t", () => undefined);
  if (early) live.close();
  ready.go();
  await new Promise((resolve) => setTimeout(resolve));
  if (!early) live.close();
  expect([ready.made, ready.closed]).toEqual([made, made]);
}, 60_000); // a busy machine takes its time to import the page
