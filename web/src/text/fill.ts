/** Placeholders in the page's texts. */
import type { Lang } from "./gen/languages";

/** Fill in `{name}`. `{n|card|cards}` becomes one of its two forms, by the plural rules of the language. */
export function fill(template: string, values: Readonly<Record<string, string | number>>, lang: Lang): string {
  return template.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (_, name: string, singular?: string, many?: string) => {
    const value = values[name] ?? "";
    if (singular === undefined || many === undefined) return String(value);
    return new Intl.PluralRules(lang).select(Number(value)) === "one" ? singular : many;
  });
}
