import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Feed } from "./feed.svelte";

/** A server whose answers the test sends, and the paths it was asked for. */
class Server {
  readonly asked: string[] = [];
  readonly aborted: string[] = [];
  private streams = new Map<string, ReadableStreamDefaultController<Uint8Array>>();

  readonly fetch = (path: string, { signal }: { signal: AbortSignal }): Promise<Response> => {
    this.asked.push(path);
    signal.addEventListener("abort", () => this.aborted.push(path));
    return Promise.resolve(new Response(new ReadableStream<Uint8Array>({ start: (stream) => void this.streams.set(path, stream) })));
  };

  send(path: string, event: string, data: unknown): void {
    this.streams.get(path)?.enqueue(new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
  }

  close(path: string): void {
    this.streams.get(path)?.close();
  }
}

let server: Server;
beforeEach(() => {
  vi.useFakeTimers();
  server = new Server();
  vi.stubGlobal("fetch", server.fetch);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const pass = (milliseconds = 0): Promise<unknown> => vi.advanceTimersByTimeAsync(milliseconds);
const fed = (): Feed<string> => new Feed<string>((_, data) => data as string);

test("OD-22: the first estimate is shown at once, then the final one", async () => {
  const feed = fed();
  feed.follow("/a");
  await pass();
  server.send("/a", "about", "first");
  await pass();
  expect([feed.news, feed.current, feed.final]).toEqual(["first", true, false]);
  server.send("/a", "final", "last");
  server.close("/a");
  await pass();
  expect([feed.news, feed.final, feed.refused]).toEqual(["last", true, false]);
});

test("OD-22: the request before is aborted, and its picture stays until there is another", async () => {
  const feed = fed();
  const stop = feed.follow("/a");
  await pass();
  server.send("/a", "about", "old");
  await pass();
  stop();
  feed.follow("/b");
  expect([server.aborted, feed.news, feed.current]).toEqual([["/a"], "old", false]);
  await pass(1000);
  server.send("/a", "final", "late");
  server.send("/b", "final", "new");
  await pass();
  expect([feed.news, feed.current]).toEqual(["new", true]);
});

test("OD-22: only the last of quick changes is requested", async () => {
  const feed = fed();
  let stop = feed.follow("/a");
  await pass();
  for (const path of ["/b", "/c", "/d"]) {
    stop();
    stop = feed.follow(path);
    await pass(100);
  }
  await pass(1000);
  expect(server.asked).toEqual(["/a", "/d"]);
});

test("OD-22: a change after a pause is requested at once", async () => {
  const feed = fed();
  const stop = feed.follow("/a");
  await pass(1000);
  stop();
  feed.follow("/b");
  await pass();
  expect(server.asked).toEqual(["/a", "/b"]);
});

test("OD-22: a busy server leaves the last picture", async () => {
  const feed = fed();
  const stop = feed.follow("/a");
  await pass();
  server.send("/a", "final", "kept");
  server.close("/a");
  await pass();
  stop();
  feed.follow("/b");
  await pass(1000);
  server.send("/b", "refused", { code: "odds_busy" });
  await pass();
  expect([feed.news, feed.current, feed.refused]).toEqual(["kept", false, true]);
});

test("OD-22: a server that is cut off is not final", async () => {
  const feed = fed();
  feed.follow("/a");
  await pass();
  server.send("/a", "about", "first");
  server.close("/a");
  await pass();
  expect([feed.news, feed.final, feed.refused]).toEqual(["first", false, true]);
});
