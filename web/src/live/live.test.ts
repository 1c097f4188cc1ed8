import { afterEach, expect, test, vi } from "vitest";

const ready = vi.hoisted(() => ({ go: () => undefined as void, made: 0, closed: 0, news: (_: unknown) => undefined as void, sent: [] as { type: string; seq: number }[], guest: Promise.resolve() }));
vi.mock("./api", () => ({
  Refusal: class extends Error {},
  catalogue: () => new Promise((resolve) => (ready.go = () => resolve({ texts: {}, games: [] }))),
  beGuest: () => ready.guest,
  linkKey: () => "",
}));
vi.mock("./link", () => ({
  Link: class {
    constructor(_: string, hooks: { news: (message: unknown) => void }) {
      ready.made += 1;
      ready.news = hooks.news;
    }
    send({ type }: { type: string }, seq: number): Promise<never> {
      ready.sent.push({ type, seq });
      return new Promise(() => undefined);
    }
    close(): void {
      ready.closed += 1;
    }
  },
}));

afterEach(() => {
  ready.guest = Promise.resolve();
  vi.useRealTimers();
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
}, 60_000); // importing the page takes long on a busy machine

test("RT-5: an evening that was kept is shown at once, and connects as the guest", async () => {
  vi.stubGlobal("location", { protocol: "http:", host: "house", href: "http://house/" });
  const kept = { type: "view", seq: 4, now: 0, you: { member: 0, seat: 0 }, table: { id: "t", game: "xidach", seats: [{ member: 0 }], watchers: [], real: {} } };
  vi.stubGlobal("localStorage", { getItem: () => JSON.stringify({ build: "", view: kept }) }); // in a test the page has no build
  const { Live } = await import("./live.svelte");
  await import("../text/setup");
  const settled = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve));
  let admit = (): void => undefined;
  ready.guest = new Promise((resolve) => (admit = resolve));
  ready.made = 0;
  ready.sent = [];
  const live = new Live("t", () => undefined);
  ready.go();
  await settled();
  expect([live.session.whole?.seq, ready.made]).toEqual([4, 0]);
  void live.session.unasked({ type: "leave" });
  admit();
  await settled();
  expect([ready.made, ready.sent]).toEqual([1, [{ type: "leave", seq: 4 }]]);
  live.close();
  // A server that does not answer is left to the connection, which goes on trying.
  vi.useFakeTimers();
  ready.guest = new Promise(() => undefined);
  const unanswered = new Live("t", () => undefined);
  ready.go();
  await vi.advanceTimersByTimeAsync(0);
  expect(ready.made).toBe(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ready.made).toBe(2);
  unanswered.close();
}, 60_000);

test("PF-44: a command refers to the shown view, not a later one", async () => {
  vi.stubGlobal("location", { protocol: "http:", host: "house", href: "http://house/" });
  const { Live } = await import("./live.svelte");
  const { IN_SIGHT } = await import("./hold.svelte");
  await import("../text/setup"); // again, as the modules were reset
  vi.stubGlobal("document", { hidden: false });
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  const live = new Live("t", () => undefined);
  ready.go();
  await new Promise((resolve) => setTimeout(resolve));
  ready.sent = [];
  const table = { id: "t", game: "xidach", sheet: "", phase: "playing", host: 0, seats: [{ member: 0 }], watchers: [], deals: 0, shuffle: { deal: 1, attempt: 0, commitment: "" } };
  const deal = { number: 1, sheet: "", chairs: [0], view: {}, legal: [{ type: "draw" }] };
  const facts = { type: "facts", facts: Array(6).fill({ type: "drawn" }) };
  ready.news({ type: "view", seq: 4, now: 0, you: { member: 0, seat: 0 }, table, deal });
  ready.news({ type: "update", seq: 5, after: 4, now: 0, happened: [{ ...facts, seq: 5 }] });
  ready.news({ type: "update", seq: 6, after: 5, now: 0, deal, happened: [{ ...facts, seq: 6 }] });
  await new Promise((resolve) => setTimeout(resolve, 2 * IN_SIGHT));
  live.session.act({ type: "draw" });
  live.close();
  expect(ready.sent.filter(({ type }) => type === "act")).toEqual([{ type: "act", seq: 5 }]);
}, 60_000);
