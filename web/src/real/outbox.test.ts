import { afterEach, expect, test, vi } from "vitest";
import type { Answer } from "../live/link";
import { Outbox, type EntryCommand } from "./outbox.svelte";

const enter = (deal: number): EntryCommand => ({ type: "enter", deal, game: "xidach", sheet: "room", chairs: [0, 1], entry: { lines: [] } });

afterEach(() => vi.useRealTimers());

class Store {
  readonly texts = new Map<string, string>();
  getItem = (key: string): string | null => this.texts.get(key) ?? null;
  setItem = (key: string, text: string): void => void this.texts.set(key, text);
  removeItem = (key: string): void => void this.texts.delete(key);
}

/** A server that answers when told to. */
class Server {
  online = true;
  readonly seen: { id: string; deal: number; type: string }[] = [];
  private answers: ((answer: Answer) => void)[] = [];
  send = (command: EntryCommand, id: string): Promise<Answer> | null => {
    if (!this.online) return null;
    this.seen.push({ id, deal: command.deal, type: command.type });
    return new Promise((answer) => this.answers.push(answer));
  };
  get deals(): number[] {
    return this.seen.map(({ deal }) => deal);
  }
  async answer(answer: object = { type: "done", id: "", seq: 1 }): Promise<void> {
    this.answers.shift()?.(answer as Answer);
    await new Promise((done) => setTimeout(done));
  }
}

test("RT-5: entries are sent in order, each after the answer to the one before", async () => {
  const server = new Server();
  const outbox = new Outbox("T", server.send, new Store());
  for (const deal of [1, 2, 3]) outbox.push(enter(deal));
  expect(server.deals).toEqual([1]);
  expect(outbox.entered).toBe(3);
  await server.answer();
  expect(server.deals).toEqual([1, 2]);
  await server.answer();
  await server.answer();
  expect(server.deals).toEqual([1, 2, 3]);
  expect(outbox.items).toEqual([]);
});

test("RT-5: entries survive a reload with their ids, and wait for a connection", async () => {
  const [server, store] = [new Server(), new Store()];
  server.online = false;
  const before = new Outbox("T", server.send, store);
  before.push(enter(1));
  before.push(enter(2));
  expect(server.seen).toEqual([]);
  const after = new Outbox("T", server.send, store);
  expect(after.items).toEqual(before.items);
  expect(after.entered).toBe(2);
  server.online = true;
  void after.flush();
  await server.answer();
  await server.answer();
  expect(server.seen.map(({ id }) => id)).toEqual(before.items.map(({ id }) => id));
  expect(new Outbox("T", server.send, store).items).toEqual([]);
  expect(new Outbox("other", server.send, store).items).toEqual([]);
});

test("RT-5: an entry that has not been sent can be taken back, one on its way cannot", async () => {
  const server = new Server();
  const outbox = new Outbox("T", server.send, new Store());
  outbox.push(enter(1));
  outbox.push(enter(2));
  expect(outbox.takeBack()?.command.deal).toBe(2);
  expect(outbox.takeBack()).toBeNull();
  await server.answer();
  expect(server.deals).toEqual([1]);
});

test("RT-5: a refused entry holds the others until the person has decided", async () => {
  const server = new Server();
  const outbox = new Outbox("T", server.send, new Store());
  for (const deal of [1, 2, 3]) outbox.push(enter(deal));
  await server.answer({ type: "refused", id: "", code: "deal_entered", params: { deal: 1, next: 3 } });
  expect(outbox.stuck).toMatchObject({ code: "deal_entered", item: { command: { deal: 1 } } });
  void outbox.flush();
  expect(server.deals).toEqual([1]);
  outbox.renumber(3);
  expect(outbox.items.map(({ command }) => command.deal)).toEqual([3, 4, 5]);
  expect(server.deals).toEqual([1, 3]);
  expect(new Set(server.seen.map(({ id }) => id)).size).toBe(2); // another command, another id
  await server.answer({ type: "refused", id: "", code: "bad_entry" });
  outbox.giveUp(); // the next entry is deal 3 now
  expect(server.deals).toEqual([1, 3, 3]);
  await server.answer({ type: "refused", id: "", code: "deal_entered" });
  outbox.giveUp(true); // it is in the book: the next entry stays deal 4
  expect(server.deals).toEqual([1, 3, 3, 4]);
});

test("RT-5: a refused entry can become a correction", async () => {
  const server = new Server();
  const outbox = new Outbox("T", server.send, new Store());
  outbox.push(enter(1));
  await server.answer({ type: "refused", id: "", code: "deal_entered" });
  outbox.replace({ type: "correct", deal: 1, entry: {} });
  expect(server.seen.at(-1)?.type).toBe("correct");
  await server.answer({ type: "refused", id: "", code: "no_change" });
  expect([outbox.items, outbox.stuck]).toEqual([[], null]);
});

test("RT-5: a stale command is sent again", async () => {
  const server = new Server();
  const outbox = new Outbox("T", server.send, new Store());
  outbox.push(enter(1));
  await server.answer({ type: "stale", id: "", seq: 9 });
  expect(server.deals).toEqual([1, 1]);
  expect(new Set(server.seen.map(({ id }) => id)).size).toBe(1);
});

test("RT-5: an entry that may have been sent before a reload cannot be taken back", () => {
  const [server, store] = [new Server(), new Store()];
  new Outbox("T", server.send, store).push(enter(1));
  server.online = false;
  expect(new Outbox("T", server.send, store).takeBack()).toBeNull();
});

test("RT-5: entries that are ahead of the table are numbered again", async () => {
  const server = new Server();
  const outbox = new Outbox("T", server.send, new Store());
  outbox.push(enter(5));
  outbox.push(enter(6));
  await server.answer({ type: "refused", id: "", code: "deal_ahead", params: { deal: 5, next: 2 } });
  await server.answer();
  expect(server.deals).toEqual([5, 2, 3]);
});

const types = (outbox: Outbox): unknown[] => outbox.items.map(({ command }) => [command.type, command.deal]);

test("RT-5: undo of an entry follows the entry to its new number", async () => {
  const server = new Server();
  const outbox = new Outbox("T", server.send, new Store());
  for (const command of [enter(5), { type: "strike_out", deal: 5 }, enter(6), { type: "strike_out", deal: 4 }] as const) outbox.push(command);
  await server.answer({ type: "refused", id: "", code: "deal_entered" });
  outbox.renumber(8);
  expect(types(outbox)).toEqual([["enter", 8], ["strike_out", 8], ["enter", 9], ["strike_out", 4]]);
});

test("RT-5: undo of an entry goes with the entry that is dropped", async () => {
  for (const [same, next] of [[false, 5], [true, 6]] as const) {
    const server = new Server();
    const outbox = new Outbox("T", server.send, new Store());
    for (const command of [{ type: "strike_out", deal: 5 }, enter(5), { type: "strike_out", deal: 5 }, enter(6), { type: "strike_out", deal: 6 }] as const) outbox.push(command);
    await server.answer();
    await server.answer({ type: "refused", id: "", code: "deal_entered" });
    outbox.giveUp(same);
    expect(types(outbox)).toEqual([["enter", next], ["strike_out", next]]);
  }
});

test("RT-5: a line that is ahead of the table is numbered again", async () => {
  const server = new Server();
  const outbox = new Outbox("T", server.send, new Store());
  outbox.push({ type: "offer_line", deal: 5, line: null });
  await server.answer({ type: "refused", id: "", code: "deal_ahead", params: { deal: 5, next: 2 } });
  expect(server.deals).toEqual([5, 2]);
});

test.each(["unavailable", "flood"])("RT-5: an entry refused with %s is sent again after a while", async (code) => {
  vi.useFakeTimers();
  const server = new Server();
  const outbox = new Outbox("T", server.send, new Store());
  const refuse = async (): Promise<void> => {
    void server.answer({ type: "refused", id: "", code });
    await vi.advanceTimersByTimeAsync(0);
  };
  outbox.push(enter(1));
  await refuse();
  expect([outbox.stuck, outbox.retrying]).toEqual([null, true]);
  outbox.push(enter(2));
  expect(server.deals).toEqual([1]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(server.deals).toEqual([1, 1]);
  await refuse();
  await vi.advanceTimersByTimeAsync(999);
  expect(server.deals).toEqual([1, 1]);
  await vi.advanceTimersByTimeAsync(1001); // twice as long
  expect(server.deals).toEqual([1, 1, 1]);
  expect(new Set(server.seen.map(({ id }) => id)).size).toBe(1);
  void server.answer();
  await vi.advanceTimersByTimeAsync(0);
  expect(server.deals).toEqual([1, 1, 1, 2]);
  expect(outbox.retrying).toBe(false);
});

test("RT-5: an entry that was edited is sent in its place", async () => {
  const server = new Server();
  const outbox = new Outbox("T", server.send, new Store());
  for (const deal of [1, 2]) outbox.push(enter(deal));
  await server.answer({ type: "refused", id: "", code: "which_total" });
  outbox.replace(enter(1));
  await server.answer();
  expect(server.deals).toEqual([1, 1, 2]);
  expect(new Set(server.seen.map(({ id }) => id)).size).toBe(3);
});
