/** A server is upgraded under people's hands. Every answer of it says which build of the page it has; a tab that is of
 * another one loads itself again: once for each build, so that two servers that disagree cannot keep it busy, and never
 * while somebody would lose what they were doing. */
import { at } from "../base";

export const HEADER = "chieu-build";
const KEY = "chieu.reloaded";
const LOOK_AGAIN_MS = 400;

export interface Tab {
  /** Which build this tab is of; "" where nobody said, as while developing. */
  readonly own: string;
  readonly kept: Pick<Storage, "getItem" | "setItem">;
  /** Somebody is typing. */
  typing(): boolean;
  load(path?: string): void;
}

export class Upgrade {
  private wanted = "";
  /** The table that is shown: whether commands wait for an answer. */
  private waiting: (() => boolean) | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly tab: Tab) {}

  /** The server has this build. */
  met(build: string | null): void {
    if (!build || !this.tab.own || build === this.tab.own || this.done().includes(build)) return;
    this.wanted = build;
    this.whenQuiet();
  }

  /** A table is shown, until what this returns is called. Elsewhere there may be a form half filled in, so there nothing
   * happens before the next step. */
  at(waiting: () => boolean): () => void {
    this.waiting = waiting;
    this.whenQuiet();
    return () => {
      if (this.waiting === waiting) this.waiting = null;
    };
  }

  /** Somebody goes to another page; true if it is loaded from the server for that. */
  going(path: string): boolean {
    return this.load(path);
  }

  /** Nothing is lost by loading now: the page does not work as it is. */
  broken(): void {
    this.load();
  }

  private whenQuiet(): void {
    clearTimeout(this.timer);
    if (!this.wanted || !this.waiting) return;
    if (this.waiting() || this.tab.typing()) this.timer = setTimeout(() => this.whenQuiet(), LOOK_AGAIN_MS);
    else this.load();
  }

  private load(path?: string): boolean {
    if (!this.wanted) return false;
    const done = this.done();
    const build = this.wanted;
    this.wanted = "";
    if (done.includes(build)) return false;
    try {
      this.tab.kept.setItem(KEY, [...done, build].slice(-8).join(" "));
    } catch {
      return false; // what cannot be remembered might go on for ever
    }
    this.tab.load(path);
    return true;
  }

  private done(): string[] {
    try {
      return (this.tab.kept.getItem(KEY) ?? "").split(" ").filter(Boolean);
    } catch {
      return [];
    }
  }
}

export const upgrade = new Upgrade({
  own: typeof document === "undefined" ? "" : (document.querySelector<HTMLMetaElement>(`meta[name="${HEADER}"]`)?.content ?? ""),
  kept: {
    getItem: (key) => sessionStorage.getItem(key),
    setItem: (key, value) => sessionStorage.setItem(key, value),
  },
  typing: () => {
    const field = document.activeElement;
    return (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && field.value !== "";
  },
  load: (path) => (path === undefined ? location.reload() : location.assign(at(path))),
});

/** What an answer says. */
export const met = (response: Response): void => upgrade.met(response.headers?.get(HEADER) ?? null);

/** Asks, where there was no answer for a while: after a connection was lost. */
export async function look(): Promise<void> {
  const response = await fetch(at("/healthz")).catch(() => null);
  if (response) met(response);
}
