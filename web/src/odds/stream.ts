/** Server-sent events over `fetch`: unlike an EventSource it can be aborted without a retry, and it reads refusals. */
import { at } from "../base";
import { Refusal } from "../live/api";

export interface ServerEvent {
  readonly event: string;
  readonly data: string;
}

/** Split off the complete events of a text; `rest` is the start of the next one. */
export function split(text: string): { events: readonly ServerEvent[]; rest: string } {
  const blocks = text.replaceAll("\r\n", "\n").split("\n\n");
  const rest = blocks.pop() ?? "";
  return { events: blocks.flatMap(parsed), rest };
}

/** Comments, which keep a connection open, have no data. */
function parsed(block: string): ServerEvent[] {
  const fields = block.split("\n").map((line) => [line.slice(0, Math.max(0, line.indexOf(":"))), line.slice(line.indexOf(":") + 1).replace(/^ /, "")] as const);
  const data = fields.flatMap(([name, value]) => (name === "data" ? [value] : []));
  return data.length ? [{ event: fields.find(([name]) => name === "event")?.[1] ?? "message", data: data.join("\n") }] : [];
}

/** Yield the events of a path. Throws a Refusal if the server refuses or cannot be reached. */
export async function* eventsOf(path: string, signal: AbortSignal): AsyncGenerator<ServerEvent> {
  const response = await fetch(at(path), { signal, headers: { accept: "text/event-stream" } }).catch(() => null);
  if (!response?.ok || !response.body) {
    const body = (await response?.json().catch(() => null)) as Partial<Refusal> | null | undefined;
    throw new Refusal(body?.code ?? "unavailable", body?.rule ?? "", body?.params ?? {});
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let pending = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const { events, rest } = split(pending + value);
    pending = rest;
    yield* events;
  }
}
