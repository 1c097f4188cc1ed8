/** Opened inside Telegram, the page is told who looks at it: in the part of the address that goes to no server. */

/** What Telegram says, once: it is taken out of the address, so that no link that is shared has it. */
export function takeInitData(): string {
  const given = new URLSearchParams(location.hash.slice(1)).get("tgWebAppData") ?? "";
  if (given) history.replaceState(history.state, "", location.pathname + location.search);
  return given;
}
