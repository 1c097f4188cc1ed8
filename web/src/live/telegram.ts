/** Inside Telegram the page gets the user's identity in the fragment of the address, which no server receives. */

/** Return Telegram's init data once, and remove it from the address, so that no shared link contains it. */
export function takeInitData(): string {
  const initData = new URLSearchParams(location.hash.slice(1)).get("tgWebAppData") ?? "";
  if (initData) history.replaceState(history.state, "", location.pathname + location.search);
  return initData;
}
