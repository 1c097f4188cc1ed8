import { describe, expect, test } from "vitest";
import type { Hand, Settlement, Tagged, Text } from "../protocol/types";
import { aboutTable, cardsOfTable, notes, roles } from "../skins/generic/notes";
import { announce } from "./announcing";
import { LANGS } from "./gen/languages";
import { Phraser, type Wording } from "./phrasing";

const same = (text: string) => ({ vi: text, en: text, zh: text });
const KINDS = {
  "": { waiting: "seats" },
  "fact.drawn": { seat: "seat", cards: "cards" },
  "fact.dealt": { order: "order" },
  "fact.settled": { seat: "seat", chips: "chips" },
  "fact.ended": { points: "by_seat", won: "by_seat:chips", hands: "by_seat:cards", best: "place", base: "sum" },
  "action.lay_down": { melds: "groups" },
  "view.seats": { owner: "seat" },
};
const worded = (texts: Readonly<Record<string, Text>>) => ({ texts, kinds: KINDS });
const tell = new Phraser(
  worded({
    "fact.drawn": same("{seat} draws. {cards}"),
    "fact.dealt": same("Dealt: {order}."),
    "fact.settled": same("{seat} {result} ({chips})."),
    "action.lay_down": same("Lay down: {melds}"),
    "error.not_your_turn": same("Waiting for: {waiting}."),
    "word.win": same("wins"),
    "fact.ended": same("{points} | {won} | {hands} | {best} | {base}"),
    "card.joker": same("Joker"),
  }),
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

test("a hidden value leaves its placeholder empty", () => {
  expect(tell.fact({ type: "drawn", seat: 1, cards: [] })).toBe("Minh draws.");
});

test("words and signed chips", () => {
  expect(tell.fact({ type: "settled", seat: 0, result: "win", chips: 5 })).toBe("Lan wins (+5).");
  expect(tell.fact({ type: "settled", seat: 2, result: "win", chips: -5 })).toBe("Tú wins (−5).");
});

test("seats in order get arrows, groups of cards get slashes", () => {
  expect(tell.fact({ type: "dealt", order: [2, 0, 1] })).toBe("Dealt: Tú → Lan → Minh.");
  expect(tell.action({ type: "lay_down", melds: [["7C", "7H"], ["8S"]] })).toBe("Lay down: 7♣ 7♥ / 8♠");
});

test("seats named in a refusal become names too", () => {
  expect(tell.refusal("not_your_turn", { waiting: "1, 2" })).toBe("Waiting for: Minh, Tú.");
});

test("values by seat, places from 1, sums with plus signs", () => {
  const ended = { type: "ended", points: [5, 0, 12], won: [3, 0, -3], hands: [["7C"], [], ["8S", "9S"]], best: 0, base: [10, 6] };
  expect(tell.fact(ended)).toBe("Lan 5, Minh 0, Tú 12 | Lan +3, Minh 0, Tú −3 | Lan: 7♣ / Tú: 8♠ 9♠ | 1 | 10 + 6");
});

test("a field goes by its kind and not by its name", () => {
  expect(tell.value("view.seats", "owner", 1)).toBe("Minh");
  expect(tell.value("view", "owner", 1)).toBe("1");
});

test("a hostile name stays text", () => {
  const odd = new Phraser(worded({ "fact.drawn": same("{seat} draws") }), "en", ["{cards}<img>"]);
  expect(odd.fact({ type: "drawn", seat: 0, cards: ["2S"] })).toBe("{cards}<img> draws");
});

interface Case {
  key: string;
  phase: string;
  said: Tagged;
  told: Text;
}
const phrases = import.meta.glob<Wording & { names: string[]; told: Case[] }>("../../generated/phrases/*.json", { eager: true, import: "default" });

function toldBy(teller: Phraser, key: string, said: unknown): string {
  if (key.startsWith("hand.")) return teller.hand(said as Hand);
  if (key.startsWith("reason.")) return teller.reason(said as Tagged);
  if (!key.startsWith("why.")) return key.startsWith("action.") ? teller.action(said as Tagged) : teller.fact(said as Tagged);
  const settlement = said as Settlement;
  const why = settlement.why.map((phrase) => teller.why(phrase) + (phrase.rule ? ` (${phrase.rule})` : ""));
  return [...why, teller.sum(settlement)].join(" ").trim();
}

test("Python wrote sentences for every game with a skin", () => {
  const games = Object.keys(import.meta.glob("../skins/*/protocol.ts")).map((path) => path.split("/").at(-2));
  expect(Object.keys(phrases).map((path) => path.split("/").at(-1)?.replace(".json", ""))).toEqual(games);
});

describe.each(Object.entries(phrases))("the page makes the sentences that Python makes: %s", (_, game) => {
  test.each(game.told)("$key $phase", ({ key, phase, said, told: wanted }) => {
    for (const lang of LANGS) {
      const teller = new Phraser(game, lang, game.names, { phase, dealer: 1, seats: game.names });
      const made = toldBy(teller, key, said);
      expect(made.replaceAll("−", "-")).toBe(wanted[lang].replaceAll("−", "-"));
    }
  });
});

const around = {
  tell: new Phraser(
    worded({
      "happened.sat": same("{name} takes seat {number}."),
      "happened.removed": same("{name} was removed."),
      "someone": same("someone"),
      "happened.manifest_published": same("Shuffling for deal {deal}. Taking part: {people}."),
      "happened.rules_changed": same("With {seats} seats: {rules}."),
      "happened.game_changed": same("{name}: {game}, {rules}."),
      "happened.now_watching": same("Now watching: {people}."),
      "sheet.changed": same("{preset}, {count} changed"),
      "field.phase": same("Now"),
      "field.done": same("is done"),
      "word.play": same("playing"),
      "seat": same("Seat {seat}"),
    }),
    "en",
    ["Lan", "Minh", "Tú"],
  ),
  lang: "en",
  people: { 4: "Tú" },
  games: [{ name: "big2", title: same("Big Two"), presets: [{ name: "hong_kong", title: same("Hong Kong"), about: same(""), values: {} }] }],
} as const;

test("people sit down on seats counted from 1", () => {
  expect(announce({ type: "sat", seq: 1, member: 4, seat: 1 }, around)).toBe("Tú takes seat 2.");
  expect(around.tell.name(5)).toBe("Seat 6");
});

test("PF-38: a withdrawn name becomes someone", () => {
  expect(announce({ type: "removed", seq: 1, member: 5, name: "" }, around)).toBe("someone was removed.");
  expect(announce({ type: "sat", seq: 1, member: 5, seat: 1 }, around)).toBe("someone takes seat 2.");
});

test("contributors are named; a shuffle without any is silent", () => {
  const published = { type: "manifest_published", seq: 1, deal: 3, attempt: 0, manifest: "" } as const;
  expect(announce({ ...published, contributors: [0, 2] }, around)).toBe("Shuffling for deal 3. Taking part: Lan, Tú.");
  expect(announce({ ...published, contributors: [] }, around)).toBe("");
});

test("rules that change are named by their preset", () => {
  const changed = { type: "rules_changed", seq: 1, member: 0, game: "big2", seats: 3, clock: null } as const;
  expect(announce({ ...changed, sheet: "hong_kong" }, around)).toBe("With 3 seats: Hong Kong.");
  expect(announce({ ...changed, sheet: "hong_kong~sk5~tr1" }, around)).toBe("With 3 seats: Hong Kong, 2 changed.");
});

test("PF-11: a change of the game names the game, its rules, and those who watch", () => {
  const changed = { type: "game_changed", seq: 1, member: 4, game: "big2", sheet: "hong_kong", places: [0, null], bots: ["", ""], clock: null } as const;
  expect(announce({ ...changed, watching: [] }, around)).toBe("Tú: Big Two, Hong Kong.");
  expect(announce({ ...changed, sheet_name: "Ours", watching: [4, 5] }, around)).toBe("Tú: Big Two, Ours. Now watching: Tú, someone.");
});

test("a role is shown at its seat, not at the table", () => {
  const tell = new Phraser({ texts: { "field.dealer": same("dealer") }, kinds: { view: { you: "seat", dealer: "seat", leader: "seat" } } }, "en", []);
  const view = { you: 1, phase: "play", dealer: 1, leader: 1, round: 1 };
  expect(roles(view, 1, tell)).toBe("dealer, leader");
  expect(roles(view, 0, tell)).toBe("");
  expect(aboutTable(view, tell)).toEqual([["phase", "play"], ["round", 1]]);
});

test("fields of a view that no skin knows have names too", () => {
  expect(notes({ phase: "play", done: true, bid_so_far: 3 }, around.tell)).toBe("Now playing · is done · bid so far 3");
});

test("the generic skin labels cards on the mat with their owner", () => {
  const view = { hand: ["2S"], top: "5D", plays: [{ cards: ["9C", "9D"] }], seats: [{ cards: ["3H"], laid: ["KC", "4D"] }, { cards: null, laid: [] }, { laid: ["7S"] }] };
  expect(cardsOfTable(view, tell)).toEqual([
    ["top", ["5D"]],
    ["plays 1", ["9C", "9D"]],
    ["Lan · laid", ["KC", "4D"]],
    ["Tú · laid", ["7S"]],
  ]);
});

test("a place is named by its cards if they are visible", () => {
  const laid = { texts: { "action.lay_off": same("lay off {card} on {meld}"), "number.meld": same("meld {number}") }, kinds: { "action.lay_off": { meld: "place" } } };
  const action = { type: "lay_off", card: "8S", meld: 1 };
  const blind = new Phraser(laid, "en", []);
  expect(blind.action(action)).toBe("lay off 8♠ on meld 2");
  const view = { melds: [{ cards: ["3S", "3H", "3D"] }, { cards: ["5S", "6S", "7S"] }] };
  expect(blind.at(view).action(action)).toBe("lay off 8♠ on 5♠ 6♠ 7♠");
  expect(blind.at(view).action({ ...action, meld: 2 })).toBe("lay off 8♠ on meld 3");
});
