/** PF-7: messages at a table: shown at the seats for a while, and counted until it is read. Read is what was
 * visible: in the chat, or at a seat while the page was visible. */
import type { Happening, Said, TableView, View } from "../protocol/types";

const KEY = "chieu.heard";
const MOST_TABLES = 8;
/** Milliseconds that a text stays at a seat, by its length. */
const AT_LEAST = 3200;
const A_LETTER = 60;
const AT_MOST = 9000;

/** By table: the number up to which everything was read, then further numbers that were read. */
type Kept = Readonly<Record<string, readonly number[]>>;

export class Talk {
  /** Last message of each member. */
  lately = $state.raw<Readonly<Record<number, Said>>>({});
  private readTo = $state(-1);
  private readBeside = $state.raw<readonly number[]>([]);

  constructor(private readonly table: string) {
    const [to, ...beside] = kept()[table] ?? [];
    if (to === undefined) return;
    this.readTo = to;
    this.readBeside = beside;
  }

  /** A view arrived, with the events before it. */
  take(happened: readonly Happening[], picture: View): void {
    // Messages from before the person's first visit count as read.
    if (this.readTo < 0) this.seen(picture.chat ?? []);
    for (const happening of happened) if (happening.type === "said" && isSeated(picture.table, happening.member)) this.show(happening);
  }

  /** Return how many messages of others were never visible. */
  unread(chat: readonly Said[], me: number | null): number {
    return chat.filter((message) => message.member !== me && message.seq > this.readTo && !this.readBeside.includes(message.seq)).length;
  }

  /** Everything is visible. */
  seen(chat: readonly Said[]): void {
    const last = chat.at(-1)?.seq ?? 0;
    if (last <= this.readTo) return;
    this.readTo = last;
    this.readBeside = [];
    this.keep();
  }

  private show(said: Said): void {
    this.lately = { ...this.lately, [said.member]: said };
    const time = Math.min(AT_MOST, AT_LEAST + A_LETTER * (said.text?.length ?? 0));
    const look = (): void => {
      if (document.hidden) document.addEventListener("visibilitychange", look, { once: true });
      else setTimeout(() => this.past(said), time);
    };
    look();
  }

  private past(said: Said): void {
    if (said.seq > this.readTo) {
      this.readBeside = [...this.readBeside, said.seq];
      this.keep();
    }
    if (this.lately[said.member] !== said) return;
    const { [said.member]: _, ...rest } = this.lately;
    this.lately = rest;
  }

  private keep(): void {
    const others = Object.entries(kept()).filter(([table]) => table !== this.table);
    const all = [...others, [this.table, [this.readTo, ...this.readBeside]]].slice(-MOST_TABLES);
    try {
      localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(all)));
    } catch {
      // No storage: what was read is known as long as the page lives.
    }
  }
}

const isSeated = (table: TableView, member: number): boolean => table.seats.some((seatInfo) => seatInfo.member === member);

function kept(): Kept {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    if (typeof stored !== "object" || stored === null) return {};
    return Object.fromEntries(Object.entries(stored).filter(([, numbers]) => Array.isArray(numbers) && numbers.every((number) => typeof number === "number"))) as Kept;
  } catch {
    return {};
  }
}
