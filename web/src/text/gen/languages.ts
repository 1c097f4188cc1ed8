// Made by web/tools/typescript.py from web/src/text/*.toml. Do not edit.
export const LANGUAGES = {
  vi: {"name": "Tiếng Việt", "short": "VI", "locale": "vi-VN"},
  en: {"name": "English", "short": "EN", "locale": "en-GB"},
  zh: {"name": "中文", "short": "中", "locale": "zh-CN"},
} as const;
export type Lang = keyof typeof LANGUAGES;
export const LANGS: readonly Lang[] = ["vi", "en", "zh"];
