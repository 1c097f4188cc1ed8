/** Router: the path names the page, and links change it without a reload. */

import { at, within } from "./base";
import { upgrade } from "./live/build";

export type Place =
  | { page: "home" }
  | { page: "nowhere" }
  | { page: "open"; game: string; sheet: string; name: string }
  | { page: "rules"; game: string; sheet: string; name: string }
  | { page: "judge"; game: string; sheet: string; query: string }
  | { page: "score"; game: string; sheet: string }
  | { page: "cards" | "device" }
  | { page: "table"; id: string }
  | { page: "book" | "group"; id: string }
  | { page: "deal"; id: string; deal: number };

export function placeOf(path: string, query: string): Place {
  const deal = /^\/t\/([A-Za-z0-9_-]{1,64})\/(\d{1,6})$/.exec(path);
  if (deal?.[1]) return { page: "deal", id: deal[1], deal: Number(deal[2]) };
  const book = /^\/t\/([A-Za-z0-9_-]{1,64})\/(book|group)$/.exec(path);
  if (book?.[1]) return { page: book[2] === "book" ? "book" : "group", id: book[1] };
  const table = /^\/t\/([A-Za-z0-9_-]{1,64})$/.exec(path);
  if (table?.[1]) return { page: "table", id: table[1] };
  if (path === "/device" || path === "/cards") return { page: path === "/cards" ? "cards" : "device" };
  const judge = /^\/judge(?:\/([a-z0-9_]{1,32})(?:\/([A-Za-z0-9_~,.:%-]{1,600}))?)?$/.exec(path);
  if (judge) {
    const sheet = decoded(judge[2] ?? "");
    return sheet === null ? { page: "nowhere" } : { page: "judge", game: judge[1] ?? "", sheet, query };
  }
  const score = /^\/score\/([a-z0-9_]{1,32})(?:\/([A-Za-z0-9_~,.:%-]{1,600}))?$/.exec(path);
  if (score?.[1]) {
    const sheet = decoded(score[2] ?? "");
    return sheet === null ? { page: "nowhere" } : { page: "score", game: score[1], sheet };
  }
  const sheet = /^\/(open|rules)\/([a-z0-9_]{1,32})$/.exec(path);
  if (sheet?.[2]) {
    const parameters = new URLSearchParams(query);
    return { page: sheet[1] === "open" ? "open" : "rules", game: sheet[2], sheet: parameters.get("sheet") ?? "", name: (parameters.get("name") ?? "").slice(0, 40) };
  }
  return { page: path === "/" ? "home" : "nowhere" };
}

/** Return the text of a part of a path, null if its escapes are broken. */
function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

const here = (): Place => placeOf(within(location.pathname) ?? "", location.search);

class Router {
  place = $state.raw<Place>({ page: "home" });

  start(): void {
    const read = (): void => {
      this.place = here();
    };
    read();
    addEventListener("popstate", read);
    document.addEventListener("click", (event) => {
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || link.target || link.hasAttribute("download")) return;
      const path = within(link.pathname);
      if (link.origin !== location.origin || path === null || path.startsWith("/api/")) return;
      event.preventDefault();
      this.go(path + link.search + link.hash);
    });
  }

  go(path: string): void {
    if (upgrade.load(path)) return;
    history.pushState(null, "", at(path));
    this.place = here();
    scrollTo(0, 0);
    // Move the focus to the start of the new page, for screen readers.
    document.getElementById("app")?.focus({ preventScroll: true });
  }
}

export const router = new Router();
