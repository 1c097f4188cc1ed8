/** Where the house stands on its host: "" or a path like "/cards". The server writes it into the page. */
export const base = baseOf(typeof document === "undefined" ? null : document.querySelector<HTMLMetaElement>('meta[name="chieu-base"]')?.content);

/** While developing nobody fills it in, and it is as it was written. */
export function baseOf(written: string | null | undefined): string {
  return written?.startsWith("/") ? written.replace(/\/$/, "") : "";
}

/** A path of the page or of the interface, as it is asked for. */
export const at = (path: string): string => base + path;

/** The other way round; null for what is not of this house. */
export function within(path: string, under = base): string | null {
  return path.startsWith(`${under}/`) ? path.slice(under.length) : null;
}
