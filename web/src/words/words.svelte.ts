/** The page's own words: one catalogue, three languages, `{name}` for places. */
import { settings } from "../settings.svelte";
import type { Lang } from "../protocol/types";
import catalogue from "./words.json";

export type Word = keyof typeof catalogue;

/** A word in the language of the page. Reactive: read in a component it follows the setting. */
export function t(key: Word, values: Readonly<Record<string, string | number>> = {}): string {
  return fill(catalogue[key][settings.lang], values, settings.lang);
}

/** Fills `{name}`; `{n|card|cards}` picks by the number where a language has two forms. */
export function fill(template: string, values: Readonly<Record<string, string | number>>, lang: Lang): string {
  return template.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (_, name: string, one?: string, many?: string) => {
    const value = values[name] ?? "";
    if (one === undefined || many === undefined) return String(value);
    return new Intl.PluralRules(lang).select(Number(value)) === "one" ? one : many;
  });
}
