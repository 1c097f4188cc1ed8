import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Link, type LinkState } from "./link";

class FakeSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 0;
  sent: { type: string; id?: string; seen?: number }[] = [];
  onopen: () => void = () => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;
  onclose: (event: { code: number; reason: string }) => void = () => undefined;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  send(raw: string): void {
    this.sent.push(JSON.parse(raw));
  }
  close(): void {
    this.readyState = 3;
  }
  opens(): void {
    this.readyState = 1;
    this.onopen();
  }
  says(message: object): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
  ends(code: number, reason: string): void {
    this.readyState = 3;
    this.onclose({ code, reason });
  }
}

const latest = (): FakeSocket => FakeSocket.all.at(-1)!;
let states: LinkState[];
let link: Link;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  FakeSocket.all = [];
  states = [];
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("document", { hidden: false, addEventListener: () => undefined, removeEventListener: () => undefined });
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("removeEventListener", () => undefined);
  link = new Link("ws://house/ws/t", { news: () => undefined, state: (state) => void states.push(state), received: () => 7, epoch: () => "" });
});
afterEach(() => {
  link.close();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test.each([
  [4408, "say_hello", 150],
  [4429, "flood", 6000],
  [4429, "too_many", 6000],
  [1012, "", 150],
  [1013, "unavailable", 150],
  [1006, "", 150],
])("after %i (%s) it comes back in %i ms and says again what was not answered", (code, reason, wait) => {
  latest().opens();
  void link.send({ type: "rise" }, 5);
  expect(link.waiting).toBe(true);
  latest().ends(code, reason);
  expect(states.at(-1)).toBe(code === 1013 ? "away" : "lost");
  vi.advanceTimersByTime(wait - 1);
  expect(FakeSocket.all).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(FakeSocket.all).toHaveLength(2);
  latest().opens();
  expect(latest().sent.map((message) => message.type)).toEqual(["hello", "rise"]);
  expect(latest().sent[0]?.seen).toBe(7);
  latest().onmessage({ data: JSON.stringify({ type: "done", id: latest().sent[1]?.id, seq: 8 }) });
  expect(link.waiting).toBe(false);
});

test.each([
  [4401, "bad_token"],
  [4404, "no_such_table"],
  [4410, "table_retired"],
])("after %i (%s) there is nothing to come back to", (code, reason) => {
  latest().opens();
  latest().ends(code, reason);
  expect(states.at(-1)).toBe("gone");
  vi.advanceTimersByTime(600_000);
  expect(FakeSocket.all).toHaveLength(1);
});

test("a command carries its view's number, hello the last received", () => {
  latest().opens();
  void link.send({ type: "rise" }, 5);
  expect(latest().sent).toMatchObject([{ type: "hello", seen: 7 }, { type: "rise", seq: 5 }]);
});

test("after a silence it reconnects and sends again what was not answered", () => {
  const first = latest();
  first.opens();
  void link.send({ type: "rise" }, 5);
  vi.advanceTimersByTime(7000);
  first.says({ type: "heartbeat" });
  vi.advanceTimersByTime(8000);
  expect(FakeSocket.all).toHaveLength(1);
  vi.advanceTimersByTime(2000);
  expect(FakeSocket.all).toHaveLength(2);
  expect(states).toEqual(["lost"]);
  expect(first.readyState).toBe(3);
  latest().opens();
  expect(latest().sent[1]?.id).toBe(first.sent[1]?.id);
  latest().says({ type: "done", id: first.sent[1]?.id, seq: 8 });
  expect(link.waiting).toBe(false);
});

test("heartbeats keep a connection that only waits", () => {
  latest().opens();
  for (let beat = 0; beat < 20; beat++) {
    vi.advanceTimersByTime(3000);
    latest().says({ type: "heartbeat" });
  }
  expect(FakeSocket.all).toHaveLength(1);
});

test("a connection that never opens is replaced", () => {
  vi.advanceTimersByTime(10_000);
  expect(FakeSocket.all).toHaveLength(2);
});

test("while the server is away it tries every few seconds", () => {
  latest().opens();
  latest().says({ type: "update", seq: 8 });
  latest().ends(1006, "");
  for (let tried = 0; tried < 20; tried++) {
    const tries = FakeSocket.all.length;
    vi.advanceTimersByTime(4000);
    expect(FakeSocket.all).toHaveLength(tries + 1);
    latest().ends(1006, "");
  }
  expect(new Set(states.slice(2))).toEqual(new Set(["away"]));
  vi.advanceTimersByTime(4000);
  latest().opens();
  expect(states.at(-1)).toBe("away");
  latest().says({ type: "update", seq: 9 });
  expect(states.at(-1)).toBe("open");
});

test("without a network it is not the server that is away", () => {
  vi.stubGlobal("navigator", { onLine: false });
  latest().ends(1006, "");
  vi.advanceTimersByTime(4000);
  latest().ends(1006, "");
  expect(states).toEqual(["lost", "lost"]);
});

test("a connection that is there only after its end is ended", () => {
  const socket = latest();
  link.close();
  socket.readyState = 0; // a browser that is too far along to stop
  socket.opens();
  expect(socket.readyState).toBe(3);
  expect(socket.sent).toEqual([]);
  expect(states).toEqual([]);
});
