import { expect, test } from "vitest";
import type { Scorebook } from "../protocol/types";
import { awardsOf } from "./awards";

const line = (chips: number, member: number | null): object => ({ name: member === null ? "" : `P${member}`, chips, ...(member === null ? { seat: 2 } : { member }) });
const book = (change: object): Scorebook => ({ table: "t", game: "xidach", sheet: "room", opened: 0, retired: 0, deals_played: 3, ...change }) as Scorebook;
const given = (of: Scorebook): unknown[] => awardsOf(of).map((award) => [award.kind, award.account, "value" in award ? award.value : award.moment.deal]);

test("an evening has awards for people, not for bots", () => {
  const moments = [1, 0].map((account, deal) => ({ deal, account, hand: { seat: 0, cards: [], called: { code: "x" }, rare: 1 } }));
  const evening = book({ ledger: [line(3, 0), line(9, null), line(5, 1)], standings: [{ best: 4, streak: 3 }, { best: 8, streak: 5 }, { best: 2, streak: 3 }], moments });
  expect(given(evening)).toEqual([["winner", 2, 5], ["rare", 0, 1], ["best", 0, 4], ["streak", 0, 3]]);
});

test("nobody gets an award for losing or for one deal won", () => {
  expect(given(book({ ledger: [line(-3, 0), line(0, 1)], standings: [{ best: 0, streak: 1 }, { streak: 1 }] }))).toEqual([]);
  expect(given(book({}))).toEqual([]);
});
