/** OD-22: odds that follow a sheet: a request at once, but after quick changes only when they rest; the one before is aborted. */
import { eventsOf } from "./stream";

const PATIENCE = 250;

export class Feed<T> {
  /** The last news. It may belong to the path before. */
  news = $state.raw<T | null>(null);
  /** The news belong to the path that is followed. */
  current = $state(false);
  final = $state(false);
  /** The server refused or cannot be reached. The last news stay. */
  refused = $state(false);
  private changed = -PATIENCE;

  constructor(
    /** Combine an event with the news so far, which are null at first. */
    private readonly read: (event: string, data: unknown, before: T | null) => T,
  ) {}

  /** Follow a path; an empty one is not requested. Call it in an effect. */
  follow(path: string): () => void {
    const stop = new AbortController();
    this.current = false;
    this.final = false;
    this.refused = false;
    if (!path) return () => undefined;
    const now = performance.now();
    const timer = setTimeout(() => void this.listen(path, stop.signal), now - this.changed < PATIENCE ? PATIENCE : 0);
    this.changed = now;
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }

  private async listen(path: string, signal: AbortSignal): Promise<void> {
    try {
      for await (const { event, data } of eventsOf(path, signal)) {
        if (signal.aborted) return;
        if (event === "refused") break;
        this.news = this.read(event, JSON.parse(data), this.current ? this.news : null);
        this.current = true;
        this.final = event === "final";
      }
    } catch {
      // No odds now: the form works without them.
    }
    if (!signal.aborted && !this.final) this.refused = true;
  }
}
