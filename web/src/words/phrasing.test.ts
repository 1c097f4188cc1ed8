import { describe, expect, test } from "vitest";
import type { Tagged, Text } from "../protocol/types";
import { notes } from "../skins/generic/notes";
import { announce } from "./announcing";
import { Phraser } from "./phrasing";
import told from "./phrases.json";

const same = (text: string) => ({ vi: text, en: text, zh: text });
const tell = new Phraser(
  {
    "fact.drawn": same("{seat} draws. {cards}"),
    "fact.dealt": same("Dealt: {order}."),
    "fact.settled": same("{seat} {result} ({chips})."),
    "action.lay_down": same("Lay down: {melds}"),
    "error.not_your_turn": same("Waiting for: {waiting}."),
    "word.win": same("wins"),
    "card.joker": same("Joker"),
  },
  "en",
  ["Lan", "Minh", "Tú"],
);

test("seats become names and cards become symbols", () => {
  expect(tell.fact({ type: "drawn", seat: 1, cards: ["10S", "AH"] })).toBe("Minh draws. 10♠ A♥");
});

test("a joker is a joker, whichever it is", () => {
  expect(tell.fact({ type: "drawn", seat: 1, cards: ["JK2", "JK1"] })).toBe("Minh draws. Joker Joker");
  expect(tell.action({ type: "lay_down", melds: "7C JK1 / JK2" })).toBe("Lay down: 7♣ Joker / Joker");
});

test("what is hidden leaves its place empty", () => {
  expect(tell.fact({ type: "drawn", seat: 1, cards: [] })).toBe("Minh draws.");
});

test("words and signed chips", () => {
  expect(tell.fact({ type: "settled", seat: 0, result: "win", chips: 5 })).toBe("Lan wins (+5).");
  expect(tell.fact({ type: "settled", seat: 2, result: "win", chips: -5 })).toBe("Tú wins (−5).");
});

test("an order of seats is told with arrows, groups of cards are parted", () => {
  expect(tell.fact({ type: "dealt", order: [2, 0, 1] })).toBe("Dealt: Tú → Lan → Minh.");
  expect(tell.action({ type: "lay_down", melds: [["7C", "7H"], ["8S"]] })).toBe("Lay down: 7♣ 7♥ / 8♠");
});

test("seats named in a refusal become names too", () => {
  expect(tell.refusal("not_your_turn", { waiting: "1, 2" })).toBe("Waiting for: Minh, Tú.");
});

test("a hostile name stays text", () => {
  const odd = new Phraser({ "fact.drawn": same("{seat} draws") }, "en", ["{cards}<img>"]);
  expect(odd.fact({ type: "drawn", seat: 0, cards: ["2S"] })).toBe("{cards}<img> draws");
});

interface Case {
  key: string;
  phase: string;
  said: Tagged;
  told: Readonly<Record<"en" | "zh", string>>;
}
const games = Object.entries(told.games) as unknown as [string, { texts: Readonly<Record<string, Text>>; told: Case[] }][];

describe.each(games)("what happens in %s is told as the house tells it", (_, game) => {
  test.each(game.told)("$key $phase", ({ key, phase, said, told: wanted }) => {
    for (const lang of ["en", "zh"] as const) {
      const teller = new Phraser(game.texts, lang, told.names, phase);
      const made = key.startsWith("action.") ? teller.action(said) : teller.fact(said);
      expect(made.replaceAll("−", "-")).toBe(wanted[lang]);
    }
  });
});

const around = {
  tell: new Phraser(
    {
      "happened.sat": same("{name} takes seat {number}."),
      "happened.froze": same("Shuffling for deal {deal}. Taking part: {people}."),
      "happened.rules_changed": same("With {seats} seats: {rules}."),
      "sheet.changed": same("{preset}, {count} changed"),
      "field.phase": same("Now"),
      "field.done": same("is done"),
      "word.play": same("playing"),
      "seat": same("Seat {seat}"),
    },
    "en",
    ["Lan", "Minh", "Tú"],
  ),
  lang: "en",
  people: { 4: "Tú" },
  presets: [{ name: "hong_kong", title: same("Hong Kong"), about: same(""), values: {} }],
} as const;

test("people sit down on seats counted from 1", () => {
  expect(announce({ type: "sat", seq: 1, member: 4, seat: 1 }, around)).toBe("Tú takes seat 2.");
  expect(around.tell.name(5)).toBe("Seat 6");
});

test("whoever shuffles is named, and a shuffle nobody takes part in is not told", () => {
  const froze = { type: "froze", seq: 1, deal: 3, attempt: 0 } as const;
  expect(announce({ ...froze, contributors: [[0, ""], [2, ""]] }, around)).toBe("Shuffling for deal 3. Taking part: Lan, Tú.");
  expect(announce({ ...froze, contributors: [] }, around)).toBe("");
});

test("rules that change are named by their preset", () => {
  const changed = { type: "rules_changed", seq: 1, seats: 3, clock: null } as const;
  expect(announce({ ...changed, sheet: "hong_kong" }, around)).toBe("With 3 seats: Hong Kong.");
  expect(announce({ ...changed, sheet: "hong_kong~sk5~tr1" }, around)).toBe("With 3 seats: Hong Kong, 2 changed.");
});

test("fields of a view that no skin knows have names too", () => {
  expect(notes({ phase: "play", done: true, bid_so_far: 3 }, around.tell)).toBe("Now playing · is done · bid so far 3");
});
