/** A connection to a table that comes back by itself, says what it last saw, and sends again what was not answered: the
 * same id has one effect, however often it is sent. */
import type { Command, FromHouse, Tagged, Update, Whole } from "../protocol/types";
import type { Done, Refused, Stale } from "../protocol/gen/messages";

export type Answer = Done | Refused | Stale;
type Without<C> = C extends unknown ? Omit<C, "id" | "seq"> : never;
/** A command as a caller writes it; id and number are put in here. */
export type Draft = Without<Command> | { type: "act"; action: Tagged };
export type LinkState = "connecting" | "open" | "lost" | "gone";

const WAITS = [150, 400, 900, 1800, 3500, 6000];
/** No such guest, no such table. After all other goodbyes ("too fast": 4429) it is worth coming back later. */
const FOR_GOOD: readonly number[] = [4401, 4404];
const TOO_FAST = 4429;

export interface Hooks {
  news(message: Whole | Update): void;
  state(state: LinkState, reason: string): void;
  seen(): number;
}

export class Link {
  private socket: WebSocket | null = null;
  private readonly pending = new Map<string, { raw: string; answer: (answer: Answer) => void }>();
  private readonly prefix = hexOf(crypto.getRandomValues(new Uint8Array(6)));
  private count = 0;
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private over = false;

  constructor(
    private readonly url: string,
    private readonly hooks: Hooks,
  ) {
    this.open();
    addEventListener("online", this.hurry);
    document.addEventListener("visibilitychange", this.hurry);
  }

  send(draft: Draft): Promise<Answer> {
    const id = `${this.prefix}-${++this.count}`;
    const raw = JSON.stringify({ ...draft, id, seq: this.hooks.seen() });
    return new Promise((answer) => {
      this.pending.set(id, { raw, answer });
      if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(raw);
    });
  }

  /** Commands wait for their answers. */
  get waiting(): boolean {
    return this.pending.size > 0;
  }

  /** Asks for a fresh view. */
  again(): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ type: "hello", seen: 0 }));
  }

  close(): void {
    this.over = true;
    clearTimeout(this.timer);
    removeEventListener("online", this.hurry);
    document.removeEventListener("visibilitychange", this.hurry);
    this.socket?.close();
  }

  private readonly hurry = (): void => {
    if (this.over || document.hidden || this.socket?.readyState === WebSocket.OPEN || this.socket?.readyState === WebSocket.CONNECTING) return;
    clearTimeout(this.timer);
    this.open();
  };

  private open(): void {
    this.hooks.state("connecting", "");
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.onopen = () => {
      this.tries = 0;
      socket.send(JSON.stringify({ type: "hello", seen: this.hooks.seen() }));
      for (const { raw } of this.pending.values()) socket.send(raw);
      this.hooks.state("open", "");
    };
    socket.onmessage = (event: MessageEvent<string>) => this.read(JSON.parse(event.data) as FromHouse);
    socket.onclose = (event) => {
      if (this.over || socket !== this.socket) return;
      if (FOR_GOOD.includes(event.code)) {
        this.over = true;
        this.hooks.state("gone", event.reason);
        return;
      }
      this.hooks.state("lost", event.reason);
      if (event.code === TOO_FAST) this.tries = WAITS.length;
      const wait = WAITS[Math.min(this.tries++, WAITS.length - 1)] ?? 1000;
      this.timer = setTimeout(() => this.open(), wait * (0.8 + 0.4 * Math.random()));
    };
  }

  private read(message: FromHouse): void {
    if (message.type === "view" || message.type === "update") {
      this.hooks.news(message);
      return;
    }
    const waiting = this.pending.get(message.id);
    this.pending.delete(message.id);
    waiting?.answer(message);
  }
}

function hexOf(raw: Uint8Array): string {
  return Array.from(raw, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
