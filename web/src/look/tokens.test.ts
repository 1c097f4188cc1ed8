import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const SRC = join(import.meta.dirname, "..");
/** Drawings have their own colours. */
const DRAWINGS = ["table/Face.svelte", "table/Coin.svelte", "look/mat/Mat.svelte", "cards/Card.svelte", "cards/Deck.svelte"];
const COLOUR = /#[0-9a-f]{3,8}\b|\brgba?\(|\bhsla?\(/gi;

function files(folder: string, prefix = ""): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? files(join(folder, entry.name), `${prefix}${entry.name}/`) : /\.(svelte|css)$/.test(entry.name) ? [prefix + entry.name] : [],
  );
}

function styles(path: string): string {
  const text = readFileSync(join(SRC, path), "utf8");
  return path.endsWith(".css") ? text : (/<style>([\s\S]*)<\/style>/.exec(text)?.[1] ?? "");
}

describe("colours are tokens", () => {
  const styled = files(SRC).filter((path) => path !== "look/tokens.css" && !DRAWINGS.includes(path));

  test("and stand nowhere else", () => {
    expect(styled.flatMap((path) => (styles(path).match(COLOUR) ?? []).map((colour) => `${path}: ${colour}`))).toEqual([]);
  });

  test("and each that is asked for is there", () => {
    const known = new Set([...styles("look/tokens.css").matchAll(/(--[\w-]+):/g)].map((match) => match[1]));
    const asked = styled.flatMap((path) => [...styles(path).matchAll(/(?:color|background|fill|stroke|shadow|outline|border)[^;]*?var\((--[\w-]+)\)/g)].map((match) => match[1] ?? ""));
    const own = /^--(hue|card|wide|x|y|turn|step|gap|hidden|avatar|diamond|club|heart|spade|paper|shirt|radius)$/;
    expect([...new Set(asked.filter((name) => !known.has(name) && !own.test(name)))]).toEqual([]);
  });
});
