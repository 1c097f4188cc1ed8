import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fill } from "./fill";
import book from "../book/words.json";
import hints from "../hints/words.json";
import hosting from "../hosting/words.json";
import noticing from "../noticing/words.json";
import rules from "../rules/words.json";
import options from "../panels/options/words.json";
import type { Text } from "../protocol/types";
import catalogue from "./words.json";

const LANGS = ["vi", "en", "zh"] as const;
const skins = Object.entries(import.meta.glob<Readonly<Record<string, Text>>>("../skins/*/words.json", { eager: true, import: "default" }));
const own = [...Object.entries(catalogue), ...Object.entries(book), ...Object.entries(hints), ...Object.entries(hosting), ...Object.entries(noticing), ...Object.entries(rules), ...Object.entries(options)];
const words = [...own, ...skins.flatMap(([, said]) => Object.entries(said))];
const SRC = join(import.meta.dirname, "..");

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((one) => {
    const path = join(folder, one.name);
    return one.isDirectory() ? sources(path) : /\.(svelte|ts)$/.test(one.name) && !one.name.endsWith(".test.ts") ? [readFileSync(path, "utf8")] : [];
  });
}

describe("PF-40: every word in every language", () => {
  test.each(words)("%s", (_, texts) => {
    for (const lang of LANGS) expect(texts[lang].trim()).not.toBe("");
    const places = LANGS.map((lang) => [...new Set([...texts[lang].matchAll(/\{(\w+)/g)].map((one) => one[1]))].sort().join());
    expect(new Set(places).size).toBe(1);
  });

  test("Chinese has Chinese punctuation", () => {
    const half = /(?<=[\u3000-\u9fff\uff00-\uffef])[,;:!?()]|[,;:!?()](?=[\u3000-\u9fff\uff00-\uffef])/;
    expect(words.filter(([, texts]) => half.test(texts.zh.replace(/\{[^}]*\}/g, "字"))).map(([key]) => key)).toEqual([]);
  });

  test("every word that is there is used somewhere", () => {
    const code = sources(SRC).join("\n");
    expect(own.map(([key]) => key).filter((key) => !code.includes(`"${key}"`) && !code.includes(`'${key}'`))).toEqual([]);
  });

  test.each(skins)("every word of %s is used in its skin", (file, said) => {
    const code = sources(join(import.meta.dirname, file, "..")).join("\n");
    expect(Object.keys(said).filter((key) => !code.includes(`w("${key}"`) && !code.includes(`w('${key}'`))).toEqual([]);
  });

  test("no other words stand in the pages", () => {
    const stray = sources(SRC).flatMap((code) => [...code.matchAll(/>([^<>{}\n]*\p{L}{3,}[^<>{}\n]*)<\//gu)].map((one) => one[1]?.trim()));
    expect(stray.filter((text) => text && text !== "Chiếu" && !/[=(;]/.test(text))).toEqual([]);
  });
});

test("numbers pick the form where a language has two", () => {
  expect(fill("{n} {n|card|cards}", { n: 1 }, "en")).toBe("1 card");
  expect(fill("{n} {n|card|cards}", { n: 3 }, "en")).toBe("3 cards");
});
