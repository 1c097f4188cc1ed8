/** The page's own texts: a TOML catalogue per language. Only the language in use is loaded. */
import { settings } from "../settings.svelte";
import { fill } from "./fill";
import type { TextKey } from "./gen/keys";
import type { Lang } from "./gen/languages";

export type { TextKey };
type Catalogue = Readonly<Record<TextKey, string>>;

const files = import.meta.glob<Catalogue>("./*.toml", { import: "default" });
const loaded: Partial<Record<Lang, Catalogue>> = {};
let wanted: Lang | null = null;

/** Load the catalogue of a language. `t` throws until the catalogue of `settings.lang` is loaded. */
export async function loadTexts(lang: Lang): Promise<void> {
  const texts = loaded[lang] ?? (await files[`./${lang}.toml`]?.());
  if (texts) loaded[lang] = texts;
}

/** Load a language, then show the page in it. If it cannot be loaded, the page stays as it is. */
export async function switchLanguage(lang: Lang): Promise<void> {
  wanted = lang;
  await loadTexts(lang).catch(() => undefined);
  if (wanted !== lang || !loaded[lang]) return;
  settings.lang = lang;
  settings.keep();
}

/** Return a text in the language of the page. Reactive: components that call it follow the setting. */
export function t(key: TextKey, values: Readonly<Record<string, string | number>> = {}): string {
  const texts = loaded[settings.lang];
  if (!texts) throw new Error(`expected loadTexts("${settings.lang}") before t("${key}")`);
  return fill(texts[key], values, settings.lang);
}
