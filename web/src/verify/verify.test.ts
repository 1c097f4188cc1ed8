import { describe, expect, it } from "vitest";
import { sha256 } from "@noble/hashes/sha2.js";
import { hex } from "../fair/hex";
import { settings } from "../settings.svelte";
import { t } from "../text";
import { close, type Journal } from "../fair/journal";
import { FAULTS, faultIn } from "./faults";
import { verify } from "./verify";
import cases from "./fixtures/journals.json";
import voided from "./fixtures/void.txt?raw";
import xidach from "./fixtures/xidach.txt?raw";

const records = Object.entries(import.meta.glob<string>("./fixtures/*.txt", { query: "?raw", import: "default", eager: true }));

/** The record with its contents changed and fresh checksums, as a forger would write it. */
function forged(record: string, change: (content: string) => string | null): string {
  const changed = record.trimEnd().split("\n").map((line) => change(line.slice(7)));
  const contents = changed.filter((line) => line !== null).flatMap((line) => line.split("\n"));
  const sum = sha256.create();
  return contents.map((content) => `${hex(sum.update(new TextEncoder().encode(`${content}\n`)).clone().digest()).slice(0, 6)} ${content}\n`).join("");
}

function codes(record: string): string[] {
  return verify(record).faults.map((fault) => fault.code);
}

/** Replace the last digit by another one. */
const bent = (text: string): string => text.slice(0, -1) + (text.endsWith("0") ? "1" : "0");

/** Omit the manifest of the first attempt, which the record then says a restart voided. */
function omitted(): (content: string) => string | null {
  let first = true;
  return (content) => {
    if (content === "note fair attempt 1") first = false;
    if (first && content.startsWith("note fair |")) return null;
    return first ? content.replace(/void withheld.*/, "void restart") : content;
  };
}

describe("a record as the server writes it", () => {
  it.each(records)("verifies: %s", (_, record) => {
    const verdict = verify(record);
    expect(verdict.faults).toEqual([]);
    expect(verdict.chairs.flatMap((verified, seat) => (verified.proves === "claim" ? [seat] : []))).toEqual([0, 1]);
    expect(verdict.chairs.filter((seat) => seat.proves !== "claim").every((seat) => seat.proves === "nothing")).toBe(true);
    expect(verdict.shuffles).toBeGreaterThan(0);
  });

  it("lists a void attempt", () => {
    expect(verify(voided)).toMatchObject({ attempts: 2, voids: [{ attempt: 0, why: "withheld", withheld: [2] }] });
  });

  it("is compared with the journal of a closed deal", () => {
    const { manifest } = verify(xidach);
    const closed = (hash: string): Journal => ({ table: "table-1", closed: [[1, hash]] });
    expect(verify(xidach, { journal: closed(manifest), deal: 1 })).toMatchObject({ faults: [], seen: true, writtenOff: false });
    expect(verify(xidach, { journal: closed("0".repeat(64)), deal: 1 }).faults.map((fault) => fault.code)).toEqual(["other_manifest"]);
    expect(verify(xidach, { journal: { table: "table-1", written_off: [1] }, deal: 1 })).toMatchObject({ faults: [], seen: false, writtenOff: true });
    expect(verify(xidach, { journal: closed(manifest), deal: 2 }).faults.map((fault) => fault.code)).toEqual(["other_deal"]);
  });

  // The same cases run in Python (tests/fairness/test_journal.py). Those with views need the rules of the game.
  const withoutViews = (cases as readonly { name: string; journal: Journal; record: string; fault: string }[]).filter(({ journal }) => !JSON.stringify(journal).includes('"views"'));
  it.each(withoutViews)("closes the journal or names the fault: $name", ({ journal, record, fault }) => {
    const { faults, manifest } = verify(record, { journal, deal: journal.open?.deal ?? 0 });
    expect(faultIn(faults)).toBe(fault);
    if (!fault) expect(close(journal, manifest)).toMatchObject({ open: null, closed: [...(journal.closed ?? []), [journal.open?.deal, manifest]] });
  });
});

describe("a record of another protocol version", () => {
  const record = forged(xidach, (content) => content.replace("chieu/fair/1", "chieu/fair/2"));

  it("is refused with the expected and the found version", () => {
    const { faults, chairs } = verify(record);
    expect(faults).toEqual([{ code: "other_protocol", line: 0, expected: "chieu/fair/1", protocol: "chieu/fair/2" }]);
    expect(chairs).toEqual([]);
    settings.lang = "en";
    expect(t(FAULTS.other_protocol, faults[0]!)).toBe("expected the protocol version “chieu/fair/1”, found “chieu/fair/2”");
  });
});

describe("a record that was changed", () => {
  it("names the line whose checksum is wrong", () => {
    const lines = xidach.split("\n");
    const at = lines.findIndex((line) => line.includes("* shuffle"));
    lines[at] = lines[at]!.replace(/(\w+) (\w+)$/, "$2 $1");
    const { faults } = verify(lines.join("\n"));
    expect(faults.map((fault) => [fault.code, fault.line])).toEqual([["line_changed", at + 1], ["shuffle", at + 1]]);
  });

  it("has faults that name seats as people count them", () => {
    const { faults } = verify(forged(xidach, (content) => (content.startsWith("note fair from 1") ? bent(content) : content)));
    expect(faults.find(({ code }) => code === "contribution")?.["seat"]).toBe(2);
  });

  it("has faults that number attempts as people count them", () => {
    const { faults } = verify(forged(voided, (content) => (content.startsWith("note fair seed") ? bent(content) : content)));
    expect(faults.find(({ code }) => code === "void_seed")?.["attempt"]).toBe(1);
  });

  const forgeries: readonly [string, string, string, (content: string) => string | null, string[]][] = [
    ["two cards of the shuffle changed", xidach, "* shuffle", (line) => line.replace(/(\w+) (\w+)$/, "$2 $1"), ["shuffle"]],
    ["the seed", xidach, "note fair seed", bent, ["seed", "shuffle"]],
    ["the commitment of the server", xidach, "note fair server", bent, ["seed", "manifest"]],
    ["the commitment of the server in the manifest", xidach, "note fair | server", bent, ["manifest", "shuffle"]],
    ["the contribution of a seat", xidach, "note fair from 1", bent, ["contribution", "shuffle"]],
    ["the seat that contributed", xidach, "note fair from 1", (line) => line.replace("from 1", "from 2"), ["other_contributors", "contribution", "shuffle"]],
    ["a contributor left out", xidach, "note fair from 1", () => null, ["other_contributors", "shuffle"]],
    ["the table", xidach, "note fair | table", bent, ["seed", "contribution", "contribution", "shuffle"]],
    ["the number of the deal", xidach, "note fair | deal", (line) => line.replace("deal 1", "deal 2"), ["seed", "contribution", "contribution", "shuffle"]],
    ["the sheet in the manifest", xidach, "note fair | sheet", (line) => `${line}x`, ["other_sheet", "shuffle"]],
    ["the sheet it was played by", xidach, "sheet", (line) => `${line}x`, ["other_sheet"]],
    ["the match it was part of", xidach, "match", (line) => `${line} `, ["other_match"]],
    ["the dealer", xidach, "note fair | host", (line) => line.replace("0", "1"), ["other_host", "shuffle"]],
    ["the manifest before this one", xidach, "note fair | after", bent, ["manifest_order", "shuffle"]],
    ["a manifest of a void attempt", voided, "note fair", omitted(), ["manifest_order"]],
    ["a person replaced by a bot in the manifest", xidach, "note fair | chair 1", () => "note fair | chair 1 bot random seat 1", ["other_player", "other_contributors", "contribution", "shuffle"]],
    ["a person replaced by a bot in the record", xidach, "note seat 1", () => "note seat 1 bot random", ["other_player"]],
    ["two chairs with one commitment", xidach, "note fair | chair 1", () => xidach.match(/note fair \| chair 0.*/)![0].replace("chair 0", "chair 1").replace("seat 0", "seat 1"), ["missing"]],
    ["a chair left out", xidach, "note fair | chair 0", () => null, ["missing"]],
    ["another game", xidach, "note fair | game", () => "note fair | game big2", ["other_game", "shuffle"]],
    ["a person who sits out but played", xidach, "note fair | chair 9", (line) => line.replace(/ seat 9$/, ""), ["other_seats", "shuffle"]],
    ["the version of the record", xidach, "chieu-record", () => "chieu-record 2", ["other_record"]],
    ["the version of the protocol", xidach, "note fair chieu/fair/1", (line) => line.replace("/1", "/2"), ["other_protocol"]],
    ["the version of the manifest", xidach, "note fair | chieu/fair/1", (line) => line.replace("/1", "/2"), ["missing"]],
    ["the attempt", xidach, "note fair attempt", (line) => line.replace("0", "1"), ["attempts_with_a_gap", "seed", "manifest"]],
    ["the reason why an attempt is void", voided, "note fair void", (line) => line.replace("withheld", "restart"), ["blamed"]],
    ["the line that voids an attempt left out", voided, "note fair void", () => null, ["not_the_last"]],
    ["the seat that withheld", voided, "note fair void", (line) => line.replace(/2$/, "5"), ["blamed"]],
    ["the seed left out", xidach, "note fair seed", () => null, ["missing", "seed", "other_contributors", "not_understood", "not_understood", "shuffle"]],
    ["the seed stated twice", xidach, "note fair seed", (line) => `${line}\nnote fair seed ${"0".repeat(64)}`, ["not_understood"]],
    ["the shuffle left out", xidach, "* shuffle", () => null, ["no_shuffle"]],
    ["a card that does not exist", xidach, "* shuffle", (line) => `${line} 1S`, ["no_card"]],
    ["a line without a meaning", xidach, "note fair seed", (line) => `${line}\nnote fair enough`, ["not_understood"]],
  ];
  it.each(forgeries)("is refused with correct checksums: %s", (_, record, start, change, expected) => {
    const found = codes(forged(record, (content) => (content.startsWith(start) ? change(content) : content)));
    expect(found).toEqual(expected);
  });

  it("is refused if a manifest does not follow the one before it", () => {
    let first = true;
    const record = forged(voided, (content) => {
      if (!first || content !== "note fair | host 0") return content;
      first = false;
      return "note fair | host 1";
    });
    expect(codes(record)).toEqual(["manifest_order"]);
  });

  it("is refused with contributors in another order", () => {
    const [first, second] = xidach.match(/note fair from .*/g) ?? [];
    const record = forged(xidach, (content) => (content === first ? second! : content === second ? first! : content));
    expect(codes(record)).toEqual(["other_contributors"]);
  });

  it.each(["", "\n", "not a record", "0c8b38 chieu-record 1", "\u0000".repeat(100)])("is refused if it is not a record: %j", (text) => {
    expect((codes(text)).length).toBeGreaterThan(0);
  });
});
