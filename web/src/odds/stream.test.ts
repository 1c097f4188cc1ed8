import { afterEach, describe, expect, test, vi } from "vitest";
import { Refusal } from "../live/api";
import { eventsOf, type ServerEvent, split } from "./stream";

const encoded = (text: string): Uint8Array => new TextEncoder().encode(text);

function answering(status: number, ...chunks: Uint8Array[]): void {
  const body = new ReadableStream({
    start: (stream) => {
      for (const chunk of chunks) stream.enqueue(chunk);
      stream.close();
    },
  });
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(body, { status })));
}

async function all(): Promise<ServerEvent[]> {
  const events: ServerEvent[] = [];
  for await (const event of eventsOf("/api/odds", new AbortController().signal)) events.push(event);
  return events;
}

afterEach(() => vi.unstubAllGlobals());

describe("OD-22: server-sent events", () => {
  test("have a name and data; comments are skipped", () => {
    expect(split(": open\n\nevent: about\ndata: {}\n\nevent: fin")).toEqual({ events: [{ event: "about", data: "{}" }], rest: "event: fin" });
  });

  test("have data of several lines", () => {
    expect(split("data: one\ndata: two\n\n").events).toEqual([{ event: "message", data: "one\ntwo" }]);
  });

  test("arrive whole, wherever the network cuts them", async () => {
    const bytes = encoded('event: about\ndata: "nhà cái"\n\nevent: final\r\ndata: 2\r\n\r\n');
    answering(200, bytes.slice(0, 23), bytes.slice(23, 40), bytes.slice(40));
    expect(await all()).toEqual([
      { event: "about", data: '"nhà cái"' },
      { event: "final", data: "2" },
    ]);
  });

  test("a refusal is thrown with its code", async () => {
    answering(429, encoded('{"code":"busy","rule":"OD-23","params":{}}'));
    await expect(all()).rejects.toThrow(new Refusal("busy", "OD-23", {}));
  });

  test("a server out of reach is a refusal too", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
    await expect(all()).rejects.toThrow(new Refusal("unavailable", "", {}));
  });
});
