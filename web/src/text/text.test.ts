import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "svelte/compiler";
import { describe, expect, test } from "vitest";
import { switchLanguage, t, type TextKey } from ".";
import { fill } from "./fill";
import { LANGS, type Lang } from "./gen/languages";

const SRC = join(import.meta.dirname, "..");
const files = import.meta.glob<Readonly<Record<string, string>>>("./*.toml", { eager: true, import: "default" });
const catalogues = Object.fromEntries(LANGS.map((lang) => [lang, files[`./${lang}.toml`]])) as Readonly<Record<Lang, Readonly<Record<string, string>>>>;
const keys = Object.keys(catalogues.en);

/** Every source file of the page that is not a test and not generated, by its path under `src`. */
function sources(folder = SRC): [path: string, code: string][] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === "gen" ? [] : sources(path);
    return /\.(svelte|ts)$/.test(entry.name) && !/\.(test|d)\.ts$/.test(entry.name) ? [[path.slice(SRC.length + 1), readFileSync(path, "utf8")]] : [];
  });
}

const placeholders = (text = ""): string[] => [...new Set([...text.matchAll(/\{(\w+)/g)].map((match) => match[1] ?? ""))].sort();

describe("PF-40: every text in every language", () => {
  test.each(LANGS)("%s has the keys of the English catalogue, in the same order", (lang) => {
    expect(Object.keys(catalogues[lang])).toEqual(keys);
  });

  test.each(LANGS)("%s has every text, with the placeholders of the English", (lang) => {
    const wrong = keys.filter((key) => !catalogues[lang][key]?.trim() || placeholders(catalogues[lang][key]).join() !== placeholders(catalogues.en[key]).join());
    expect(wrong).toEqual([]);
  });

  test("Chinese has Chinese punctuation", () => {
    const half = /(?<=[\u3000-\u9fff\uff00-\uffef])[,;:!?()]|[,;:!?()](?=[\u3000-\u9fff\uff00-\uffef])/;
    expect(keys.filter((key) => half.test(catalogues.zh[key]?.replace(/\{[^}]*\}/g, "字") ?? ""))).toEqual([]);
  });

  // A key that is used but missing is a type error, as keys are written out in the code and never computed.
  test("every text is used", () => {
    const code = sources().map(([, text]) => text).join("\n");
    const unused = keys.filter((key) => !key.startsWith("language.") && !code.includes(`"${key}"`) && !code.includes(`'${key}'`));
    expect(unused).toEqual([]);
  });
});

interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

const READ_ALOUD = /^(title|alt|placeholder|label|content|aria-(label|description|valuetext|roledescription|placeholder))$/;
/** The name, and the shape of a device code. */
const ALLOWED: ReadonlySet<string> = new Set(["Chiếu", "XXXX-XXXX"]);

/** A string that people would read: Vietnamese or Chinese letters, or English words in a row that start like a sentence. */
const isProse = (text: string): boolean => /(?![×÷])[\u00c0-\u024f\u1e00-\u1eff\u4e00-\u9fff]/.test(text) || /(^|[^\w])[A-Z][a-z’']+,? [a-z’']{2,}|\b[a-z’']{2,} [a-z’']{2,}[.?!…]/.test(text);

const isType = ({ type }: Node): boolean => type.startsWith("TS") && !/^TS(As|Satisfies|NonNull)Expression$/.test(type);

/** Yield the texts in a syntax tree that are shown to people and do not come from a catalogue. */
function* prose(node: Node): Generator<string> {
  // Messages of errors and the console are for developers.
  if (["ThrowStatement", "StyleSheet", "ImportDeclaration"].includes(node.type) || isType(node)) return;
  if (node.type === "Text" && /\p{L}{2}/u.test(String(node["data"]))) yield String(node["data"]).trim();
  if (node.type === "Literal" && typeof node["value"] === "string" && isProse(node["value"])) yield node["value"];
  if (node.type === "TemplateElement" && isProse((node["value"] as { cooked: string }).cooked)) yield (node["value"] as { cooked: string }).cooked;
  for (const child of Object.values(node).flat()) {
    const isNode = typeof child === "object" && child !== null && "type" in child;
    // The values of most attributes and directives are names for the program.
    if (isNode && child.type === "Text" && node.type !== "Fragment" && !READ_ALOUD.test(String(node["name"]))) continue;
    if (isNode) yield* prose(child as Node);
  }
}

function proseIn(path: string, code: string): string[] {
  const tree = parse(path.endsWith(".svelte") ? code : `<script lang="ts">\n${code}\n</script>`, { modern: true });
  return [...prose(tree.fragment as unknown as Node), ...[tree.instance, tree.module].flatMap((script) => (script ? [...prose(script.content as unknown as Node)] : []))];
}

describe("PF-40: no text is left in the code", () => {
  test.each(sources())("%s", (path, code) => {
    expect(proseIn(path, code).filter((text) => !ALLOWED.has(text))).toEqual([]);
  });

  test.each([
    ["<p>Hello</p>", ["Hello"]],
    ['<p title="Your turn">{name}</p>', ["Your turn"]],
    ['<Button label="Your turn" kind="quiet" />', ["Your turn"]],
    ['<p>{ready ? "Deal the cards" : ""}</p>', ["Deal the cards"]],
    ["<p aria-label={`It is the turn of ${name}.`}></p>", ["It is the turn of "]],
    ['<script lang="ts">const word = "Ván";</script>', ["Ván"]],
    ['<script lang="ts">const words = { deal: "Ván" } as const satisfies Words;</script>', ["Ván"]],
    ['<p class="two words" role="status">{t("page.close")} · 3</p>', []],
    ['<script lang="ts">throw new Error("No such seat here");</script>', []],
  ])("%s is found", (code, found) => {
    expect(proseIn("Example.svelte", code)).toEqual(found);
  });
});

test("plural forms follow the number where a language has two", () => {
  expect(fill("{n} {n|card|cards}", { n: 1 }, "en")).toBe("1 card");
  expect(fill("{n} {n|card|cards}", { n: 3 }, "en")).toBe("3 cards");
});

test("the last of two switches of the language wins", async () => {
  const key: TextKey = "page.close";
  await Promise.all([switchLanguage("zh"), switchLanguage("vi")]);
  expect(t(key)).toBe(catalogues.vi[key]);
});
