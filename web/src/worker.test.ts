import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const SOURCE = readFileSync(join(import.meta.dirname, "../public/sw.js"), "utf8");
const ORIGIN = "http://house";

interface Asked {
  readonly method: string;
  readonly url: string;
  readonly mode: string;
}
type Server = (path: string, signal?: AbortSignal) => Promise<Response>;

/** The service worker in a browser with a cache, and the server that the test gives it. */
class Browser {
  server: Server = () => Promise.reject(new Error("no server"));
  private readonly stored = new Map<string, Response>();
  private readonly listeners: Record<string, (event: object) => void> = {};

  constructor() {
    const path = (asked: string | Asked): string => new URL(typeof asked === "string" ? asked : asked.url, ORIGIN).pathname;
    const fetch = (asked: string | Asked, { signal }: { signal?: AbortSignal } = {}): Promise<Response> => this.server(path(asked), signal);
    const cache = {
      match: (asked: string) => Promise.resolve(this.stored.get(path(asked))?.clone()),
      put: (asked: string, response: Response) => Promise.resolve(void this.stored.set(path(asked), response)),
      addAll: async (all: readonly string[]) => {
        const responses = await Promise.all(all.map((asked) => fetch(asked)));
        if (!responses.every(({ ok }) => ok)) throw new TypeError("not ok");
        responses.forEach((response, index) => void cache.put(all[index] ?? "", response));
      },
      keys: () => Promise.resolve([]),
    };
    const self = { addEventListener: (name: string, listener: (event: object) => void) => (this.listeners[name] = listener), skipWaiting: () => undefined };
    runInNewContext(SOURCE, { self, fetch, caches: { open: () => Promise.resolve(cache) }, location: { href: `${ORIGIN}/sw.js`, origin: ORIGIN }, URL, AbortController, setTimeout, clearTimeout });
  }

  /** Install the worker, and wait for what it stores. */
  async install(): Promise<void> {
    const waits: Promise<unknown>[] = [];
    this.listeners["install"]?.({ waitUntil: (wait: Promise<unknown>) => waits.push(wait) });
    await Promise.all(waits);
  }

  /** Return the worker's answer, after it has stored what it stores. */
  async ask(path: string, mode = "cors"): Promise<Response> {
    const waits: Promise<unknown>[] = [];
    let answer: Promise<Response> | undefined;
    this.listeners["fetch"]?.({ request: { method: "GET", url: ORIGIN + path, mode }, respondWith: (response: Promise<Response>) => (answer = response), waitUntil: (wait: Promise<unknown>) => waits.push(wait) });
    if (!answer) throw new Error(`the worker leaves ${path} to the browser`);
    const response = await answer;
    await Promise.all(waits);
    return response;
  }
}

const PAGE = "/";
const CATALOGUE = "/api/games";
/** A server of a release. */
const release = (build: string): Server => (path) => Promise.resolve(new Response(`${path} of ${build}`, { headers: { "chieu-build": build, "content-type": path === PAGE ? "text/html" : "application/json" } }));
const gone: Server = () => Promise.resolve(new Response("", { status: 502 }));

let browser: Browser;
beforeEach(async () => {
  vi.useFakeTimers();
  browser = new Browser();
  browser.server = release("1");
  await browser.install();
});
afterEach(() => void vi.useRealTimers());

test("RT-5: an answer that has begun may take its time", async () => {
  let body: ReadableStreamDefaultController<Uint8Array> | undefined;
  browser.server = (_, signal) => {
    const stream = new ReadableStream<Uint8Array>({ start: (controller) => void (body = controller) });
    signal?.addEventListener("abort", () => body?.error(new Error("cut off")));
    return Promise.resolve(new Response(stream, { headers: { "chieu-build": "1" } }));
  };
  const answer = browser.ask(CATALOGUE).then((response) => response.text());
  await vi.advanceTimersByTimeAsync(60_000);
  body?.enqueue(new TextEncoder().encode("slow"));
  body?.close();
  expect(await answer).toBe("slow");
});

test("RT-5: what is cached comes if no answer begins", async () => {
  browser.server = (_, signal) => new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(new Error("cut off"))));
  const answers = Promise.all([browser.ask(PAGE, "navigate"), browser.ask(CATALOGUE)]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await Promise.all((await answers).map((answer) => answer.text()))).toEqual(["/ of 1", "/api/games of 1"]);
});

test("RT-5: page and catalogue are cached from the same release", async () => {
  const cached = async (): Promise<string[]> => {
    browser.server = gone;
    return Promise.all([await browser.ask(PAGE, "navigate"), await browser.ask(CATALOGUE)].map((answer) => answer.text()));
  };
  // A catalogue of the new release comes before its page.
  browser.server = release("2");
  expect(await (await browser.ask(CATALOGUE)).text()).toBe("/api/games of 2");
  expect(await cached()).toEqual(["/ of 1", "/api/games of 1"]);
  browser.server = release("2");
  await browser.ask(PAGE, "navigate");
  expect(await cached()).toEqual(["/ of 2", "/api/games of 2"]);
});
