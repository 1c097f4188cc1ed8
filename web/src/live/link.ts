/** A connection to a table that reconnects, resumes after the last number received, and resends unanswered commands.
 * The id of a command is an idempotency key. */
import { hex } from "../fair/hex";
import type { Command as WireCommand, FromServer, Tagged, Update, View } from "../protocol/types";
import type { Done, Refused, Stale } from "../protocol/gen/messages";

export type Answer = Done | Refused | Stale;
type Without<C> = C extends unknown ? Omit<C, "id" | "seq"> : never;
/** A command without the id and sequence number that `send` adds. */
export type Command = Without<WireCommand> | { type: "act"; action: Tagged };
/** "away": the server cannot be reached, or it has lost its database. */
export type LinkState = "connecting" | "open" | "lost" | "away" | "gone";

/** Milliseconds until the link reconnects, at most. Half of it is random, so that not all clients come at once. */
const WAITS = [200, 500, 1000, 2000, 4000];
/** Close codes for no such guest, a table that is closed to them, no such table, or a deleted table. After any other code ("too fast": 4429) the
 * link reconnects. */
const FOR_GOOD: readonly number[] = [4401, 4403, 4404, 4410];
const TOO_FAST = 4429;
const TOO_FAST_WAIT = 8000;
const TRY_LATER = 1013;

/** A connection can be dead without a close event. The server sends heartbeats, so a connection is dead if no message
 * arrived for this many ticks. Ticks are counted, not time: a phone that slept or a tab in the background ticks less. */
const TICK = 2000;
const SILENT_TICKS = 5;

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
  private silent = 0;
  /** The current connection has shown the table. */
  private greeted = false;
  private over = false;
  private readonly ticking = setInterval(() => this.tick(), TICK);

  constructor(
    private readonly url: string,
    private readonly hooks: Hooks,
  ) {
    this.open();
    addEventListener("online", this.hurry);
    document.addEventListener("visibilitychange", this.hurry);
  }

  /** Send a command made for the table at number `seq`, and again after reconnecting, until it is answered. `id` is given if
   * the command may have been sent before the page was reloaded. */
  send(command: Command, seq: number, id = `${this.prefix}-${++this.count}`): Promise<Answer> {
    const raw = JSON.stringify({ ...command, id, seq });
    return new Promise((answer) => {
      this.pending.set(id, { raw, answer });
      if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(raw);
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
    clearInterval(this.ticking);
    removeEventListener("online", this.hurry);
    document.removeEventListener("visibilitychange", this.hurry);
    this.socket?.close();
  }

  private readonly hurry = (): void => {
    if (this.over || document.hidden || this.alive) return;
    clearTimeout(this.timer);
    this.open();
  };

  private get alive(): boolean {
    return this.socket?.readyState === WebSocket.OPEN || this.socket?.readyState === WebSocket.CONNECTING;
  }

  /** Open another connection if this one is dead. */
  private tick(): void {
    if (!this.alive || ++this.silent < SILENT_TICKS) return;
    this.socket?.close();
    this.hooks.state("lost", "");
    this.open();
  }

  private open(): void {
    this.silent = 0;
    this.greeted = false;
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.onopen = () => {
      if (this.over || socket !== this.socket) {
        socket.close();
        return;
      }
      socket.send(JSON.stringify({ type: "hello", seen: this.hooks.received(), epoch: this.hooks.epoch() }));
      for (const { raw } of this.pending.values()) socket.send(raw);
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      // Messages of an abandoned socket are outdated; they would look as if the server had gone back in time.
      if (!this.over && socket === this.socket) this.read(JSON.parse(event.data) as FromServer);
    };
    socket.onclose = (event) => {
      if (this.over || socket !== this.socket) return;
      if (FOR_GOOD.includes(event.code)) {
        this.over = true;
        this.hooks.state("gone", event.reason);
        return;
      }
      this.hooks.state(navigator.onLine && (event.code === TRY_LATER || this.tries > 0) ? "away" : "lost", event.reason);
      const wait = event.code === TOO_FAST ? TOO_FAST_WAIT : (WAITS[Math.min(this.tries++, WAITS.length - 1)] ?? 1000);
      this.timer = setTimeout(() => this.open(), wait * (0.5 + 0.5 * Math.random()));
    };
  }

  private read(message: FromServer): void {
    this.silent = 0;
    if (message.type === "heartbeat") return;
    if (message.type === "view" || message.type === "update") {
      if (!this.greeted) {
        this.greeted = true;
        this.tries = 0;
        this.hooks.state("open", "");
      }
      this.hooks.news(message);
      return;
    }
    const waiting = this.pending.get(message.id);
    this.pending.delete(message.id);
    waiting?.answer(message);
  }
}
