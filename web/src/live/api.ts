/** Client of the server's HTTP API. */
import { at } from "../base";
import { met } from "./build";
import { takeInitData } from "./telegram";
import type { SameDealNews } from "../protocol/gen/odds";
import type { BestPlay, Scorebook, Catalogue, Group, Lang, OpenTable, Replay, Ruling, ScoredDeal, Sheet, Value, View } from "../protocol/types";

/** A refused request: `code` is the key of a text, `params` are its values. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly rule: string,
    readonly params: Readonly<Record<string, string | number>>,
  ) {
    super(code);
  }
}

export async function asked<T>(path: string, options: RequestInit = {}): Promise<T> {
  let response: Response;
  try {
    response = await fetch(at(path), options);
  } catch {
    throw new Refusal("unavailable", "", {});
  }
  met(response);
  if (!response.ok) {
    const body = (await response.json().catch(() => ({}))) as Partial<Refusal>;
    throw new Refusal(body.code ?? "unavailable", body.rule ?? "", body.params ?? {});
  }
  const text = await response.text();
  return (text ? JSON.parse(text) : undefined) as T;
}

let known: Promise<Catalogue> | undefined;
let guest: Promise<void> | undefined;

/** Return every game with its texts. Requested once. */
export function catalogue(): Promise<Catalogue> {
  known ??= asked<Catalogue>("/api/games").catch((error: unknown) => {
    known = undefined;
    throw error;
  });
  return known;
}

/** Make this browser a guest. The token comes as a cookie that no script can read. Inside Telegram the guest is the
 * Telegram user. */
export function beGuest(): Promise<void> {
  guest ??= newGuest(takeInitData()).then(
    () => undefined,
    (error: unknown) => {
      guest = undefined;
      throw error;
    },
  );
  return guest;
}

async function newGuest(initData: string): Promise<unknown> {
  if (initData) {
    const body = JSON.stringify({ init_data: initData });
    const guest = await asked<unknown>("/api/guests/telegram", { method: "POST", body }).catch(() => null);
    if (guest !== null) return guest;
  }
  return asked<unknown>("/api/guests", { method: "POST" });
}

export async function openTable(order: OpenTable): Promise<string> {
  await beGuest();
  const opened = await asked<{ table: string }>("/api/tables", { method: "POST", body: JSON.stringify(order) });
  return opened.table;
}

/** PF-8: the key in the link that opened this page, as a query string; empty if there is none. Members need no key. */
export function linkKey(): string {
  const key = new URLSearchParams(location.search).get("key");
  return key ? `?${new URLSearchParams({ key }).toString()}` : "";
}

export function tableSeen(id: string): Promise<View> {
  return asked<View>(`/api/tables/${encodeURIComponent(id)}`);
}

/** Return a rule sheet in prose, with some options changed. `since`: also list the differences to that sheet. */
export function sheetOf(game: string, code: string, changed: Readonly<Record<string, Value>>, lang: Lang, { since = "", like = 0 } = {}): Promise<Sheet> {
  const query = new URLSearchParams({ lang, ...(since ? { since } : {}), ...(like ? { like: String(like) } : {}) });
  for (const [name, value] of Object.entries(changed)) query.append("set", `${name}=${typeof value === "boolean" ? (value ? "yes" : "no") : value}`);
  return asked<Sheet>(`/api/games/${encodeURIComponent(game)}/sheet/${encodeURIComponent(code)}?${query.toString()}`);
}

/** Return optimal play under a sheet. The first request for a sheet that is not a preset may take seconds. */
export function chartOf(game: string, code: string, lang: Lang): Promise<BestPlay> {
  return asked<BestPlay>(`/api/games/${encodeURIComponent(game)}/chart/${encodeURIComponent(code)}?lang=${lang}`);
}

/** RT-6: let the judge of a game answer a question about cards under a sheet. */
export function ruledBy(game: string, sheet: string, question: Readonly<Record<string, unknown>>, lang: Lang): Promise<Ruling> {
  return asked<Ruling>(`/api/games/${encodeURIComponent(game)}/judge?lang=${lang}`, { method: "POST", body: JSON.stringify({ sheet, question }) });
}

/** RT-3: return the form of a deal with real cards and, for an entry, who pays whom. */
export function scoreOf(game: string, deal: { seats: number; sheet: string; match: unknown; host?: number; entry?: unknown }, lang: Lang): Promise<ScoredDeal> {
  return asked<ScoredDeal>(`/api/games/${encodeURIComponent(game)}/score?lang=${lang}`, { method: "POST", body: JSON.stringify(deal) });
}

export async function recordOf(table: string, deal: number): Promise<string> {
  const response = await fetch(recordPath(table, deal));
  if (!response.ok) throw new Refusal("no_such_record", "", {});
  return response.text();
}

export function replayOf(table: string, deal: number, seat: number | null): Promise<Replay> {
  const query = `${linkKey()}${seat === null ? "" : `${linkKey() ? "&" : "?"}seat=${seat}`}`;
  return asked<Replay>(`/api/tables/${encodeURIComponent(table)}/deals/${deal}/replay${query}`);
}

/** OD-6: return a finished deal dealt again by another sheet. */
export function sameDealOf(table: string, deal: number, code: string, lang: Lang): Promise<SameDealNews> {
  return asked<SameDealNews>(`/api/tables/${encodeURIComponent(table)}/deals/${deal}/under/${encodeURIComponent(code)}${linkKey() || "?"}&lang=${lang}`);
}

/** PF-47: return the page of a table's book with the latest deals, or the latest before a deal. */
export function bookOf(table: string, before = 0): Promise<Scorebook> {
  const query = new URLSearchParams(linkKey());
  if (before) query.set("before", String(before));
  return asked<Scorebook>(`/api/tables/${encodeURIComponent(table)}/book?${query.toString()}`);
}

/** PF-47: return the evenings of the group that a table belongs to. */
export function groupOf(table: string): Promise<Group> {
  return asked<Group>(`/api/tables/${encodeURIComponent(table)}/group${linkKey()}`);
}

/** Return the table of the next evening, opening it if necessary. `dealt`: RT-7: with cards dealt online. */
export async function again(table: string, dealt = false): Promise<string> {
  return (await asked<{ table: string }>(`/api/tables/${encodeURIComponent(table)}/again${dealt ? "?cards=dealt" : ""}`, { method: "POST" })).table;
}

/** Return the path of a book as a file. */
export function bookPath(table: string, what: "book" | "book.csv" | "records", lang?: Lang): string {
  const query = new URLSearchParams(linkKey());
  if (lang) query.set("lang", lang);
  return at(`/api/tables/${encodeURIComponent(table)}/${what}?${query.toString()}`);
}

/** Remove this person's name from a book. */
export async function forgetInBook(table: string): Promise<void> {
  const response = await fetch(at(`/api/tables/${encodeURIComponent(table)}/book/name`), { method: "DELETE" });
  if (!response.ok && response.status !== 404) throw new Refusal("unavailable", "", {});
}

export function recordPath(table: string, deal: number): string {
  return at(`/api/tables/${encodeURIComponent(table)}/deals/${deal}/record`) + linkKey();
}
