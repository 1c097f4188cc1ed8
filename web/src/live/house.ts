/** What can be asked of the house over HTTP. */
import { at } from "../base";
import { met } from "./build";
import { takeInitData } from "./telegram";
import type { BestPlay, Book, Catalogue, GameInfo, Group, Lang, OpenTable, Replay, Sheet, Value, View } from "../protocol/types";

/** A refusal: its code keys a text, `params` fill it. */
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

/** Every game with its texts. Asked for once. */
export function catalogue(): Promise<Catalogue> {
  known ??= asked<Catalogue>("/api/games").catch((error: unknown) => {
    known = undefined;
    throw error;
  });
  return known;
}

/** Makes sure that this browser is somebody: the token comes as a cookie that no script can read. Inside Telegram it is
 * whom Telegram says. */
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
    const told = await asked<unknown>("/api/guests/telegram", { method: "POST", body }).catch(() => null);
    if (told !== null) return told;
  }
  return asked<unknown>("/api/guests", { method: "POST" });
}

/** How many sit down where nobody says how many. */
export const seatsFor = (game: GameInfo): number => Math.min(game.most_seats, Math.max(game.least_seats, game.quick.seats));

export async function openTable(order: OpenTable): Promise<string> {
  await beGuest();
  const opened = await asked<{ table: string }>("/api/tables", { method: "POST", body: JSON.stringify(order) });
  return opened.table;
}

/** PF-8: the key of the link that this page was opened by, as a query; nothing where it has none. Members need none. */
export function linkKey(): string {
  const key = new URLSearchParams(location.search).get("key");
  return key ? `?${new URLSearchParams({ key }).toString()}` : "";
}

export function tableSeen(id: string): Promise<View> {
  return asked<View>(`/api/tables/${encodeURIComponent(id)}`);
}

/** A rule sheet in words, with some options changed; `since`: and what is different from that one. */
export function sheetOf(game: string, code: string, changed: Readonly<Record<string, Value>>, lang: Lang, since = ""): Promise<Sheet> {
  const query = new URLSearchParams(since ? { lang, since } : { lang });
  for (const [name, value] of Object.entries(changed)) query.append("set", `${name}=${typeof value === "boolean" ? (value ? "yes" : "no") : value}`);
  return asked<Sheet>(`/api/games/${encodeURIComponent(game)}/sheet/${encodeURIComponent(code)}?${query.toString()}`);
}

/** Best play by a sheet. The first to ask for one that is not a preset's may wait for seconds. */
export function chartOf(game: string, code: string, lang: Lang): Promise<BestPlay> {
  return asked<BestPlay>(`/api/games/${encodeURIComponent(game)}/chart/${encodeURIComponent(code)}?lang=${lang}`);
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

/** PF-47: who won what at a table and why: the page of its book with the latest deals, or the latest before one. */
export function bookOf(table: string, before = 0): Promise<Book> {
  const query = new URLSearchParams(linkKey());
  if (before) query.set("before", String(before));
  return asked<Book>(`/api/tables/${encodeURIComponent(table)}/book?${query.toString()}`);
}

/** PF-47: the evenings of the group that a table's is one of. */
export function groupOf(table: string): Promise<Group> {
  return asked<Group>(`/api/tables/${encodeURIComponent(table)}/group${linkKey()}`);
}

/** The table of the next evening, opened if it is not there yet. */
export async function again(table: string): Promise<string> {
  return (await asked<{ table: string }>(`/api/tables/${encodeURIComponent(table)}/again`, { method: "POST" })).table;
}

/** Where a book is found as a file. */
export function bookPath(table: string, what: "book" | "book.csv" | "records", lang?: Lang): string {
  const query = new URLSearchParams(linkKey());
  if (lang) query.set("lang", lang);
  return at(`/api/tables/${encodeURIComponent(table)}/${what}?${query.toString()}`);
}

/** Takes one's own name out of such a book. */
export async function forgetInBook(table: string): Promise<void> {
  const response = await fetch(at(`/api/tables/${encodeURIComponent(table)}/book/name`), { method: "DELETE" });
  if (!response.ok && response.status !== 404) throw new Refusal("unavailable", "", {});
}

export function recordPath(table: string, deal: number): string {
  return at(`/api/tables/${encodeURIComponent(table)}/deals/${deal}/record`) + linkKey();
}
