/** A connection to a table that reconnects, resumes after the last number received, and resends unanswered commands.
 * The id of a command is an idempotency key. */
import { hex } from "../fair/hex";
import type { Command as WireCommand, FromServer, Tagged, Update, View } from "../protocol/types";
import type { Done, Refused, Stale } from "../protocol/gen/messages";

export type Answer = Done | Refused | Stale;
type Without<C> = C extends unknown ? Omit<C, "id" | "seq"> : never;
/** A command without the id and sequence number that `send` adds. */
export type Command = Without<WireCommand> | { type: "act"; action: Tagged };
export type LinkState = "connecting" | "open" | "lost" | "gone";

const WAITS = [150, 400, 900, 1800, 3500, 6000];
/** Close codes for no such guest, no such table, or a deleted table. After any other code ("too fast": 4429) the
 * link reconnects. */
const FOR_GOOD: readonly number[] = [4401, 4404, 4410];
const TOO_FAST = 4429;

/** A connection can be dead without a close event. */
const ANSWER_WITHIN = 8000;

export interface Hooks {
  news(message: View | Update): void;
  state(state: LinkState, reason: string): void;
  /** Last sequence number received; the server resumes after it. */
  received(): number;
  /** Epoch in which that number was counted. */
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

  /** Send a command made for the table at number `seq`, and again after reconnecting, until it is answered. */
  send(command: Command, seq: number): Promise<Answer> {
    const id = `${this.prefix}-${++this.count}`;
    const raw = JSON.stringify({ ...command, id, seq });
    return new Promise((answer) => {
      this.pending.set(id, { raw, answer });
      if (this.socket?.readyState !== WebSocket.OPEN) return;
      this.socket.send(raw);
      this.expect();
    });
  }

  /** Some commands have no answer yet. */
  get waiting(): boolean {
    return this.pending.size > 0;
  }

  /** Request a fresh view. */
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

  /** If no answer arrives in time, take the connection for dead and open another one. */
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
      // Messages of an abandoned socket are outdated; they would look as if the server had gone back in time.
      if (!this.over && socket === this.socket) this.read(JSON.parse(event.data) as FromServer);
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

  private read(message: FromServer): void {
    if (message.type === "view" || message.type === "update") {
      this.hooks.news(message);
      return;
    }
    const waiting = this.pending.get(message.id);
    if (this.pending.delete(message.id)) this.expect();
    waiting?.answer(message);
  }
}
