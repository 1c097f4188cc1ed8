/** RT-5: entries that wait on this phone for their answer. They are sent in order, one at a time, each with the id it got when
 * it was made, so that none is lost or counts twice: the page may be reloaded, the phone may sleep, the server may be gone. */
import { hex } from "../fair/hex";
import type { Answer, Command } from "../live/link";

export type EntryCommand = Extract<Command, { type: "enter" | "correct" | "strike_out" | "offer_line" }>;

export interface Waiting {
  readonly id: string;
  readonly command: EntryCommand;
  /** It may have reached the server. */
  readonly sent?: boolean;
}

/** The first entry in the outbox was refused. Those after it wait until the person has decided. */
export interface Stuck {
  readonly item: Waiting;
  readonly code: string;
  readonly rule: string;
  readonly params: Readonly<Record<string, string | number>>;
}

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const newId = (): string => hex(crypto.getRandomValues(new Uint8Array(8)));

export class Outbox {
  items = $state.raw<readonly Waiting[]>([]);
  stuck = $state.raw<Stuck | null>(null);
  /** Number of entries after which the next deal has another number. */
  readonly entered: number = $derived(this.items.filter(({ command }) => command.type === "enter").length);
  private readonly key: string;
  private sending = "";

  constructor(
    table: string,
    private readonly send: (command: EntryCommand, id: string) => Promise<Answer> | null,
    private readonly store: Store | null = globalThis.localStorage ?? null,
  ) {
    this.key = `chieu.waiting.1.${table}`; // with the number of the format, so that a page that does not know it leaves it alone
    this.items = this.read();
  }

  /** Add an entry and try to send it. */
  push(command: EntryCommand): void {
    this.keep([...this.items, { id: newId(), command }]);
    void this.flush();
  }

  /** Take back the last entry if it has not been sent. Return it. */
  takeBack(): Waiting | null {
    const last = this.items.at(-1);
    if (!last || last.sent) return null;
    this.keep(this.items.slice(0, -1));
    return last;
  }

  /** Send what waits, as long as it is accepted. Call it when a connection is there. */
  async flush(): Promise<void> {
    for (let item = this.items[0]; item && !this.sending && !this.stuck; item = this.items[0]) {
      const asked = this.send(item.command, item.id);
      if (!asked) return;
      this.sending = item.id;
      this.keep(this.items.map((other) => (other === item ? { ...item, sent: true } : other)));
      const answer = await asked;
      this.sending = "";
      if (answer.type === "stale") continue;
      if (answer.type === "done" || GONE.includes(answer.code)) this.drop(item);
      else if (answer.code === "deal_ahead") this.number(item, Number(answer.params?.["next"]));
      else this.stuck = { item, code: answer.code, rule: answer.rule ?? "", params: answer.params ?? {} };
    }
  }

  /** Give up the entry that was refused. If it is in the book already (`same`), those after it keep their numbers. */
  giveUp(same = false): void {
    const item = this.stuck?.item;
    const after = this.items[this.items.findIndex(({ id }) => id === item?.id) + 1];
    if (item) this.drop(item);
    if (item && after && !same && item.command.type === "enter") this.number(after, item.command.deal);
    void this.resume();
  }

  /** Send another command in place of the one that was refused. */
  replace(command: EntryCommand): void {
    const id = this.stuck?.item.id;
    this.keep(this.items.map((item) => (item.id === id ? { id: newId(), command } : item)));
    void this.resume();
  }

  /** The entry that was refused is that of the deal `next`, and those after it follow. */
  renumber(next: number): void {
    if (this.stuck) this.number(this.stuck.item, next);
    void this.resume();
  }

  /** Number the entries of deals from this one on. Each is another command now, so it gets another id. */
  private number(first: Waiting, next: number): void {
    const from = this.items.findIndex(({ id }) => id === first.id);
    let deal = next;
    this.keep(this.items.map((item, index) => (index < from || item.command.type !== "enter" ? item : { id: newId(), command: { ...item.command, deal: deal++ } })));
  }

  private resume(): Promise<void> {
    this.stuck = null;
    return this.flush();
  }

  private drop({ id }: Waiting): void {
    this.keep(this.items.filter((item) => item.id !== id));
  }

  private keep(items: readonly Waiting[]): void {
    this.items = items;
    try {
      if (items.length) this.store?.setItem(this.key, JSON.stringify(items));
      else this.store?.removeItem(this.key);
    } catch {
      // No storage: entries wait as long as the page is open.
    }
  }

  private read(): readonly Waiting[] {
    try {
      const stored: unknown = JSON.parse(this.store?.getItem(this.key) ?? "[]");
      return Array.isArray(stored) ? stored.filter((item): item is Waiting => typeof item?.id === "string" && typeof item?.command?.type === "string") : [];
    } catch {
      return [];
    }
  }
}

/** Refusals after which nothing is left to decide. */
const GONE: readonly string[] = ["no_change"];
