/** Path of the server on its host: "" or a path like "/cards". The server writes it into the page. */
export const base = baseOf(typeof document === "undefined" ? null : document.querySelector<HTMLMetaElement>('meta[name="chieu-base"]')?.content);

/** In development nobody fills it in, and it is "./". */
export function baseOf(written: string | null | undefined): string {
  return written?.startsWith("/") ? written.replace(/\/$/, "") : "";
}

/** Return the address of a path of the page or of the API. */
export const at = (path: string): string => base + path;

/** The inverse of `at`; null for an address of another server. */
export function within(path: string, under = base): string | null {
  return path.startsWith(`${under}/`) ? path.slice(under.length) : null;
}
