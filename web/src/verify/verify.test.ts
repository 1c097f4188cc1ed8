import { describe, expect, it } from "vitest";
import { sha256 } from "@noble/hashes/sha2.js";
import { hex } from "../fair/hex";
import { FAULTS } from "./faults";
import { verify } from "./verify";
import spoiled from "./fixtures/void.txt?raw";
import xidach from "./fixtures/xidach.txt?raw";

const records = Object.entries(import.meta.glob<string>("./fixtures/*.txt", { query: "?raw", import: "default", eager: true }));

/** The record with its contents changed and its sums made good again, as a forger would. */
function forged(record: string, change: (content: string) => string | null): string {
  const changed = record.trimEnd().split("\n").map((line) => change(line.slice(7)));
  const contents = changed.filter((one) => one !== null).flatMap((one) => one.split("\n"));
  const sum = sha256.create();
  return contents.map((content) => `${hex(sum.update(new TextEncoder().encode(`${content}\n`)).clone().digest()).slice(0, 6)} ${content}\n`).join("");
}

function codes(record: string): string[] {
  return verify(record).faults.map((fault) => fault.code);
}

/** Another digit in place of the last. */
const bent = (text: string): string => text.slice(0, -1) + (text.endsWith("0") ? "1" : "0");

describe("a record as the house writes it", () => {
  it.each(records)("verifies: %s", (_, record) => {
    const verdict = verify(record);
    expect(verdict.faults).toEqual([]);
    expect(verdict.contributors).toEqual([0, 1]);
    expect(verdict.shuffles).toBeGreaterThan(0);
  });

  it("tells of a void attempt", () => expect(verify(spoiled).voids).toBe(1));

  it("is compared with what this browser saw and sent", () => {
    const commitment = /note fair commitment (\w+)/.exec(xidach)?.[1] ?? "";
    expect(verify(xidach, () => ({ commitment, seat: 0, contribution: "aa".repeat(32) })).faults).toEqual([]);
    const other = verify(xidach, () => ({ commitment: bent(commitment), seat: 1, contribution: "aa".repeat(32) }));
    expect(other.faults.map((fault) => fault.code)).toEqual(["not_as_seen", "not_as_sent"]);
    expect(verify(xidach, () => ({ seat: 5, contribution: "aa".repeat(32) })).faults).toEqual([{ code: "not_as_sent", line: 0, seat: 5 }]);
  });
});

describe("a record that was changed", () => {
  it("is told by the line, where somebody changed one without care", () => {
    const lines = xidach.split("\n");
    const at = lines.findIndex((line) => line.includes("* shuffle"));
    lines[at] = lines[at]!.replace(/(\w+) (\w+)$/, "$2 $1");
    const { faults } = verify(lines.join("\n"));
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
  it.each(forgeries)("is refused with sums that add up: %s", (_, record, start, change, expected) => {
    expect(codes(forged(record, (content) => (content.startsWith(start) ? change(content) : content)))).toEqual(expected);
  });

  it("is refused with contributors in another order", () => {
    const [first, second] = xidach.match(/note fair from .*/g) ?? [];
    const record = forged(xidach, (content) => (content === first ? second! : content === second ? first! : content));
    expect(codes(record)).toEqual(["seats_out_of_order"]);
  });

  it.each(["", "\n", "not a record", "0c8b38 chieu-record 1", "\u0000".repeat(100)])("is refused where it is none: %j", (text) => {
    expect((codes(text)).length).toBeGreaterThan(0);
  });
});

it("has words for every fault in every language, with the same places to fill", () => {
  for (const texts of Object.values(FAULTS)) {
    const places = Object.values(texts).map((text) => (text.match(/\{\w+\}/g) ?? []).toSorted().join());
    expect(new Set(places).size).toBe(1);
    expect(Object.keys(texts)).toEqual(["vi", "en", "zh"]);
  }
});
