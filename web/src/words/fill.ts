/** Templates of the page's words. */
import type { Lang } from "../protocol/types";

/** Fills `{name}`; `{n|card|cards}` picks by the number where a language has two forms. */
export function fill(template: string, values: Readonly<Record<string, string | number>>, lang: Lang): string {
  return template.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (_, name: string, one?: string, many?: string) => {
    const value = values[name] ?? "";
    if (one === undefined || many === undefined) return String(value);
    return new Intl.PluralRules(lang).select(Number(value)) === "one" ? one : many;
  });
}
