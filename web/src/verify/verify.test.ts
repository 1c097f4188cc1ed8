import { describe, expect, it } from "vitest";
import { packed, sha256, toHex, fromHex, utf8 } from "./bytes";
import { FAULTS } from "./faults";
import { commitmentToContribution, commitmentToSeed, keyOf, numberOf, shuffled, wordsOf } from "./shuffle";
import { verify } from "./verify";
import page from "../../../docs/fairness.md?raw";
import spoiled from "./fixtures/void.txt?raw";
import xidach from "./fixtures/xidach.txt?raw";

const records = Object.entries(import.meta.glob<string>("./fixtures/*.txt", { query: "?raw", import: "default", eager: true }));

/** The record with its contents changed and its sums made good again, as a forger would. */
async function forged(record: string, change: (content: string) => string | null): Promise<string> {
  const contents = record.trimEnd().split("\n").map((line) => change(line.slice(7)));
  let soFar = "";
  const out: string[] = [];
  for (const content of contents) {
    if (content === null) continue;
    soFar += `${content}\n`;
    out.push(`${toHex(await sha256(utf8(soFar))).slice(0, 6)} ${content}\n`);
  }
  return out.join("");
}

async function codes(record: string): Promise<string[]> {
  return (await verify(record)).faults.map((fault) => fault.code);
}

/** Another digit in place of the last. */
const bent = (text: string): string => text.slice(0, -1) + (text.endsWith("0") ? "1" : "0");

describe("the numbers of docs/fairness.md", () => {
  const of = { table: "vector-table", deal: 7, attempt: 1 };
  const sheet = "room~sm5";
  const seed = fromHex("00".repeat(31) + "01");
  const given = [
    { seat: 0, contribution: fromHex("11".repeat(32)) },
    { seat: 2, contribution: fromHex("22".repeat(32)) },
  ];
  /** Told on the page, and so no number of our own. */
  function told(text: string): string {
    expect(page).toContain(text);
    return text;
  }

  it("packs", () => expect(toHex(packed("ab", 7, new Uint8Array()))).toBe(told("000000026162000000013700000000")));

  it("commits to the seed", async () =>
    expect(await commitmentToSeed(of, seed)).toBe(told("9535130eec16c41f7d9219d5ba9202dc17d2c0bf4e540e699ed644284e0d1883")));

  it("commits to contributions", async () => {
    expect(await commitmentToContribution(of, given[0]!)).toBe(told("520c995d2dfa780d237e08c8875a29a3cb879b42cfdd1d84c1cf49916fb8be56"));
    expect(await commitmentToContribution(of, given[1]!)).toBe(told("2ea05f8a74b0ca624c03d52fdc034e2dc483cba3d81c44bf10da3d777d3cb053"));
  });

  it("derives a key for each shuffle", async () => {
    expect(toHex(await keyOf(of, sheet, seed, given, 0)).slice(0, 32)).toBe(told("58372e179f102eabe8b36a18b13c3098"));
    expect(toHex(await keyOf(of, sheet, seed, given, 1)).slice(0, 32)).toBe(told("3f1a17774fc181d99b776451e174cdb4"));
  });

  it("makes words", async () => {
    const words = wordsOf(await keyOf(of, sheet, seed, given, 0));
    const first: string[] = [];
    for (let count = 0; count < 3; count++) first.push((await words.next()).value.toString(16).padStart(16, "0"));
    expect(first).toEqual(["da47a8ab25ed9988", "629cde4d4cdf1bf4", "5717004ac11ec493"].map(told));
  });

  it("shuffles", async () => {
    const ranks = "3 4 5 6 7 8 9 10 J Q K A 2".split(" ");
    const deck = ranks.flatMap((rank) => [...("DCHS")].map((suit) => rank + suit));
    const order = await shuffled(deck.toReversed(), await keyOf(of, sheet, seed, given, 0));
    expect(page).toContain(order.join(" "));
    expect((await shuffled(deck, await keyOf(of, sheet, seed, given, 1))).slice(0, 8).join(" ")).toBe(told("5H 9D 2S 10S 2D 3C JH QC"));
  });
});

describe("a record as the house writes it", () => {
  it.each(records)("verifies: %s", async (_, record) => {
    const verdict = await verify(record);
    expect(verdict.faults).toEqual([]);
    expect(verdict.contributors).toEqual([0, 1]);
    expect(verdict.shuffles).toBeGreaterThan(0);
  });

  it("tells of a void attempt", async () => expect((await verify(spoiled)).voids).toBe(1));

  it("is compared with what this browser saw and sent", async () => {
    const commitment = /note fair commitment (\w+)/.exec(xidach)?.[1] ?? "";
    expect((await verify(xidach, { commitment, seat: 0, contribution: "aa".repeat(32) })).faults).toEqual([]);
    const other = await verify(xidach, { commitment: bent(commitment), seat: 1, contribution: "aa".repeat(32) });
    expect(other.faults.map((fault) => fault.code)).toEqual(["not_as_seen", "not_as_sent"]);
    expect((await verify(xidach, { seat: 5, contribution: "aa".repeat(32) })).faults).toEqual([{ code: "not_as_sent", line: 0, seat: 5 }]);
  });
});

describe("a record that was changed", () => {
  it("is told by the line, where somebody changed one without care", async () => {
    const lines = xidach.split("\n");
    const at = lines.findIndex((line) => line.includes("* shuffle"));
    lines[at] = lines[at]!.replace(/(\w+) (\w+)$/, "$2 $1");
    const { faults } = await verify(lines.join("\n"));
    expect(faults.map((fault) => [fault.code, fault.line])).toEqual([["line_changed", at + 1], ["shuffle", at + 1]]);
  });

  const forgeries: readonly [string, string, string, (content: string) => string | null, string[]][] = [
    ["two cards of the shuffle changed", xidach, "* shuffle", (line) => line.replace(/(\w+) (\w+)$/, "$2 $1"), ["shuffle"]],
    ["the seed", xidach, "note fair seed", bent, ["seed", "shuffle"]],
    ["the commitment of the house", xidach, "note fair commitment", bent, ["seed"]],
    ["what a seat contributed", xidach, "note fair from 1", bent, ["contribution", "shuffle"]],
    ["who contributed", xidach, "note fair from 1", (line) => line.replace("from 1", "from 2"), ["contribution", "shuffle"]],
    ["a contributor left out", xidach, "note fair from 1", () => null, ["shuffle"]],
    ["the table", xidach, "note fair table", bent, ["contribution", "contribution", "seed", "shuffle"]],
    ["the number of the deal", xidach, "note fair deal", (line) => line.replace("deal 1", "deal 2"), ["contribution", "contribution", "seed", "shuffle"]],
    ["the sheet in the keys", xidach, "note fair sheet", (line) => `${line}x`, ["other_sheet", "shuffle"]],
    ["the sheet it was played by", xidach, "sheet", (line) => `${line}x`, ["other_sheet"]],
    ["the protocol", xidach, "note fair chieu/fair/1", (line) => line.replace("/1", "/2"), ["other_protocol"]],
    ["the attempt", xidach, "note fair attempt", (line) => line.replace("0", "1"), ["attempts_with_a_gap", "contribution", "contribution", "seed", "shuffle"]],
    ["a void attempt left out", spoiled, "note fair void", () => null, ["attempts_with_a_gap"]],
    ["the seed of a void attempt", spoiled, "note fair void", (line) => line.replace(/(\w) (\d)$/, (_, last: string, seat: string) => `${bent(last)} ${seat}`), ["void_seed"]],
    ["who spoiled an attempt", spoiled, "note fair void", (line) => line.replace(/2$/, "1"), ["withheld_before"]],
    ["the seed left out", xidach, "note fair seed", () => null, ["missing"]],
    ["the seed told twice", xidach, "note fair seed", (line) => `${line}\nnote fair seed ${"0".repeat(64)}`, ["told_twice"]],
    ["the shuffle left out", xidach, "* shuffle", () => null, ["no_shuffle"]],
    ["a card that is none", xidach, "* shuffle", (line) => `${line} 1S`, ["no_card"]],
    ["a line that says nothing", xidach, "note fair seed", (line) => `${line}\nnote fair enough`, ["not_understood"]],
  ];
  it.each(forgeries)("is refused with sums that add up: %s", async (_, record, start, change, expected) => {
    const once = await forged(record, (content) => (content.startsWith(start) ? change(content) : content));
    // A change may have put in a line of its own: sum them up again.
    const contents = once.trimEnd().split("\n").map((line) => (/^[0-9a-f]{6} /.test(line) ? line : `000000 ${line}`));
    expect(await codes(await forged(contents.join("\n"), (content) => content))).toEqual(expected);
  });

  it("is refused with contributors in another order", async () => {
    const [first, second] = xidach.match(/note fair from .*/g) ?? [];
    const record = await forged(xidach, (content) => (content === first ? second! : content === second ? first! : content));
    expect(await codes(record)).toEqual(["seats_out_of_order", "shuffle"]);
  });

  it.each(["", "\n", "not a record", "0c8b38 chieu-record 1", "\u0000".repeat(100)])("is refused where it is none: %j", async (text) => {
    expect((await codes(text)).length).toBeGreaterThan(0);
  });
});

it("numbers cards as the page does", () => {
  expect(["3D", "3S", "10D", "2S", "JK1", "JK2"].map(numberOf)).toEqual([0, 3, 28, 51, 52, 53]);
  expect(["", "S", "1S", "10", "JK3", "3d"].map(numberOf)).toEqual([undefined, undefined, undefined, undefined, undefined, undefined]);
});

it("has words for every fault in every language, with the same places to fill", () => {
  for (const texts of Object.values(FAULTS)) {
    const places = Object.values(texts).map((text) => (text.match(/\{\w+\}/g) ?? []).toSorted().join());
    expect(new Set(places).size).toBe(1);
    expect(Object.keys(texts)).toEqual(["vi", "en", "zh"]);
  }
});
