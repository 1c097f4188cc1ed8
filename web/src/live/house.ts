/** What can be asked of the house over HTTP. */
import { at } from "../base";
import { met } from "./build";
import type { Catalogue, GameInfo, Lang, OpenTable, Replay, Sheet, Value, Whole } from "../protocol/types";

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

/** Makes sure that this browser is somebody: the token comes as a cookie that no script can read. */
export function beGuest(): Promise<void> {
  guest ??= asked<unknown>("/api/guests", { method: "POST" }).then(
    () => undefined,
    (error: unknown) => {
      guest = undefined;
      throw error;
    },
  );
  return guest;
}

/** How many sit down where nobody says how many. */
export const seatsFor = (game: GameInfo): number => Math.min(game.most_seats, Math.max(game.least_seats, game.quick.seats));

export async function openTable(order: OpenTable): Promise<string> {
  await beGuest();
  const opened = await asked<{ table: string }>("/api/tables", { method: "POST", body: JSON.stringify(order) });
  return opened.table;
}

export function tableSeen(id: string): Promise<Whole> {
  return asked<Whole>(`/api/tables/${encodeURIComponent(id)}`);
}

export function sheetOf(game: string, code: string, changed: Readonly<Record<string, Value>>, lang: Lang): Promise<Sheet> {
  const query = new URLSearchParams({ lang });
  for (const [name, value] of Object.entries(changed)) query.append("set", `${name}=${typeof value === "boolean" ? (value ? "yes" : "no") : value}`);
  return asked<Sheet>(`/api/games/${encodeURIComponent(game)}/sheet/${encodeURIComponent(code)}?${query.toString()}`);
}

export async function recordOf(table: string, deal: number): Promise<string> {
  const response = await fetch(recordPath(table, deal));
  if (!response.ok) throw new Refusal("no_such_record", "", {});
  return response.text();
}

export function replayOf(table: string, deal: number, seat: number | null): Promise<Replay> {
  const query = seat === null ? "" : `?seat=${seat}`;
  return asked<Replay>(`/api/tables/${encodeURIComponent(table)}/deals/${deal}/replay${query}`);
}

export function recordPath(table: string, deal: number): string {
  return at(`/api/tables/${encodeURIComponent(table)}/deals/${deal}/record`);
}
