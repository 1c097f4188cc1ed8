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
  /** The server could not take the first entry now. It is sent again by itself. */
  retrying = $state(false);
  /** Number of entries after which the next deal has another number. */
  readonly entered: number = $derived(this.items.filter(({ command }) => command.type === "enter").length);
  private readonly key: string;
  private sending = "";
  private tries = 0;

  constructor(
    table: string,
    private readonly send: (command: EntryCommand, id: string) => Promise<Answer> | null,
    private readonly store: Store | null = globalThis.localStorage ?? null,
  ) {
    this.key = `chieu.waiting.1.${table}`; // with the number of the format, so that a page that does not know it leaves it alone
    this.items = this.read();
  }

  /** Add an entry and try to send it. Return its id. */
  push(command: EntryCommand): string {
    const id = newId();
    this.keep([...this.items, { id, command }]);
    void this.flush();
    return id;
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
    for (let item = this.items[0]; item && !this.sending && !this.stuck && !this.retrying; item = this.items[0]) {
      const asked = this.send(item.command, item.id);
      if (!asked) return;
      this.sending = item.id;
      this.keep(this.items.map((other) => (other === item ? { ...item, sent: true } : other)));
      const answer = await asked;
      this.sending = "";
      if (answer.type === "stale") continue;
      if (answer.type === "refused" && TRANSIENT.includes(answer.code)) return this.retry();
      this.tries = 0;
      if (answer.type === "done" || GONE.includes(answer.code)) this.drop(item);
      else if (answer.code === "deal_ahead") this.number(this.indexOf(item), Number(answer.params?.["next"]));
      else this.stuck = { item, code: answer.code, rule: answer.rule ?? "", params: answer.params ?? {} };
    }
  }

  /** Give up the entry that was refused, and with it what undoes it. If it is in the book already (`same`), those after it keep
   * their numbers. */
  giveUp(same = false): void {
    const item = this.stuck?.item;
    if (item) {
      const from = this.indexOf(item);
      const { type, deal } = item.command;
      this.keep(this.items.filter(({ command }, index) => index < from || (index > from && (type !== "enter" || command.type === "enter" || command.deal !== deal))));
      if (type === "enter" && !same) this.number(from, deal);
    }
    void this.resume();
  }

  /** Send another command in place of the one that was refused. Return its id. */
  replace(command: EntryCommand): string {
    const [refused, id] = [this.stuck?.item.id, newId()];
    this.keep(this.items.map((item) => (item.id === refused ? { id, command } : item)));
    void this.resume();
    return id;
  }

  /** The entry that was refused is that of the deal `next`, and those after it follow. */
  renumber(next: number): void {
    if (this.stuck) this.number(this.indexOf(this.stuck.item), next);
    void this.resume();
  }

  /** Number the deals from this item on; what undoes an entry follows it. Each is another command now, so it gets another id. */
  private number(from: number, next: number): void {
    const moved = new Map<number, number>();
    this.keep(
      this.items.map((item, index) => {
        const { command } = item;
        if (index < from) return item;
        const deal = command.type === "enter" ? next++ : command.type === "offer_line" ? next : (moved.get(command.deal) ?? command.deal);
        if (command.type === "enter") moved.set(command.deal, deal);
        return deal === command.deal ? item : { id: newId(), command: { ...command, deal } };
      }),
    );
  }

  private retry(): void {
    const wait = WAITS[Math.min(this.tries++, WAITS.length - 1)] ?? 1000;
    this.retrying = true;
    setTimeout(() => {
      this.retrying = false;
      void this.flush();
    }, wait * (0.5 + 0.5 * Math.random()));
  }

  private indexOf({ id }: Waiting): number {
    return this.items.findIndex((item) => item.id === id);
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

/** Refusals that do not depend on the entry. */
const TRANSIENT: readonly string[] = ["unavailable", "flood"];
/** Milliseconds until such an entry is sent again, at most. Half of it is random, so that not all phones come at once. */
const WAITS = [1000, 2000, 4000, 8000, 16_000];
