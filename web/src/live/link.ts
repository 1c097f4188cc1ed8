/** A connection to a table that comes back by itself, says what it last saw, and sends again what was not answered: the
 * same id has one effect, however often it is sent. */
import { hex } from "../fair/hex";
import type { Command, FromHouse, Tagged, Update, View } from "../protocol/types";
import type { Done, Refused, Stale } from "../protocol/gen/messages";

export type Answer = Done | Refused | Stale;
type Without<C> = C extends unknown ? Omit<C, "id" | "seq"> : never;
/** A command as a caller writes it; id and number are put in here. */
export type Draft = Without<Command> | { type: "act"; action: Tagged };
export type LinkState = "connecting" | "open" | "lost" | "gone";

const WAITS = [150, 400, 900, 1800, 3500, 6000];
/** No such guest, no such table, or none any more. After all other goodbyes ("too fast": 4429) it is worth coming back later. */
const FOR_GOOD: readonly number[] = [4401, 4404, 4410];
const TOO_FAST = 4429;

/** A line can be dead without anybody being told. */
const ANSWER_WITHIN = 8000;

export interface Hooks {
  news(message: View | Update): void;
  state(state: LinkState, reason: string): void;
  /** The number of the last thing received: what a server need not say again. */
  received(): number;
  /** By what the number that was last seen was counted. */
  epoch(): string;
}

export class Link {
  private socket: WebSocket | null = null;
  private readonly pending = new Map<string, { raw: string; answer: (answer: Answer) => void }>();
  private readonly prefix = hex(crypto.getRandomValues(new Uint8Array(6)));
  private count = 0;
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private patience: ReturnType<typeof setTimeout> | undefined;
  private over = false;

  constructor(
    private readonly url: string,
    private readonly hooks: Hooks,
  ) {
    this.open();
    addEventListener("online", this.hurry);
    document.addEventListener("visibilitychange", this.hurry);
  }

  /** Sends a command made for the table as it was at number `seq`, until there is an answer to it. */
  send(draft: Draft, seq: number): Promise<Answer> {
    const id = `${this.prefix}-${++this.count}`;
    const raw = JSON.stringify({ ...draft, id, seq });
    return new Promise((answer) => {
      this.pending.set(id, { raw, answer });
      if (this.socket?.readyState !== WebSocket.OPEN) return;
      this.socket.send(raw);
      this.expect();
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
    clearTimeout(this.patience);
    removeEventListener("online", this.hurry);
    document.removeEventListener("visibilitychange", this.hurry);
    this.socket?.close();
  }

  private readonly hurry = (): void => {
    if (this.over || document.hidden || this.socket?.readyState === WebSocket.OPEN || this.socket?.readyState === WebSocket.CONNECTING) return;
    clearTimeout(this.timer);
    this.open();
  };

  /** Waits for an answer as long as answers take; then the line is taken for dead, and another one opened. */
  private expect(): void {
    clearTimeout(this.patience);
    if (!this.pending.size) return;
    this.patience = setTimeout(() => {
      this.socket?.close();
      this.open();
    }, ANSWER_WITHIN);
  }

  private open(): void {
    this.hooks.state("connecting", "");
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.onopen = () => {
      if (this.over || socket !== this.socket) {
        socket.close();
        return;
      }
      this.tries = 0;
      socket.send(JSON.stringify({ type: "hello", seen: this.hooks.received(), epoch: this.hooks.epoch() }));
      for (const { raw } of this.pending.values()) socket.send(raw);
      this.expect();
      this.hooks.state("open", "");
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      // What an abandoned connection still brings is of before, and would look like a house that went back.
      if (!this.over && socket === this.socket) this.read(JSON.parse(event.data) as FromHouse);
    };
    socket.onclose = (event) => {
      if (this.over || socket !== this.socket) return;
      clearTimeout(this.patience);
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
    if (this.pending.delete(message.id)) this.expect();
    waiting?.answer(message);
  }
}
