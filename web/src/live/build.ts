/** Reload the page after an upgrade of the server. Every response names the build of the page that the server has. A
 * tab of another build reloads: once per build, so that two servers that disagree cannot make it loop, and never
 * while a person would lose something. */
import { at } from "../base";

export const HEADER = "chieu-build";
const KEY = "chieu.reloaded";
const LOOK_AGAIN_MS = 400;

export interface Tab {
  /** Build of this tab; "" if unknown, as in development. */
  readonly own: string;
  readonly kept: Pick<Storage, "getItem" | "setItem">;
  /** Return whether a person is typing. */
  typing(): boolean;
  load(path?: string): void;
}

export class Upgrade {
  private wanted = "";
  /** Set while a table is shown: returns whether commands wait for an answer. */
  private waiting: (() => boolean) | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly tab: Tab) {}

  /** The server has this build. */
  met(build: string | null): void {
    if (!build || !this.tab.own || build === this.tab.own || this.done().includes(build)) return;
    this.wanted = build;
    this.whenQuiet();
  }

  /** A table is shown until the returned function is called. On other pages a form may be half filled in, so they
   * reload only when the person goes elsewhere. */
  at(waiting: () => boolean): () => void {
    this.waiting = waiting;
    this.whenQuiet();
    return () => {
      if (this.waiting === waiting) this.waiting = null;
    };
  }

  private whenQuiet(): void {
    clearTimeout(this.timer);
    if (!this.wanted || !this.waiting) return;
    if (this.waiting() || this.tab.typing()) this.timer = setTimeout(() => this.whenQuiet(), LOOK_AGAIN_MS);
    else this.load();
  }

  /** Reload, if another build is wanted: the person goes to another `path`, or the page does not work as it is. Return
   * true if it does. */
  load(path?: string): boolean {
    if (!this.wanted) return false;
    const done = this.done();
    const build = this.wanted;
    this.wanted = "";
    if (done.includes(build)) return false;
    try {
      this.tab.kept.setItem(KEY, [...done, build].slice(-8).join(" "));
    } catch {
      return false; // without the memory it might reload for ever
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

/** Build of this page; "" in development. */
export const own: string = typeof document === "undefined" ? "" : (document.querySelector<HTMLMetaElement>(`meta[name="${HEADER}"]`)?.content ?? "");

export const upgrade = new Upgrade({
  own,
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

/** Read the build from a response. */
export const met = (response: Response): void => upgrade.met(response.headers?.get(HEADER) ?? null);

/** Ask for the server's build, after a lost connection. */
export async function look(): Promise<void> {
  const response = await fetch(at("/healthz")).catch(() => null);
  if (response) met(response);
}
