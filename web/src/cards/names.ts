/** Cards by name, for people who hear the page. */
import type { Lang } from "../protocol/types";
import { faceOf, plain } from "./cards";

const RANKS: Readonly<Record<Lang, Readonly<Record<string, string>>>> = {
  vi: { A: "Át", J: "Bồi", Q: "Đầm", K: "Già" },
  en: { A: "Ace", J: "Jack", Q: "Queen", K: "King" },
  zh: {},
};
const SUITS: Readonly<Record<Lang, Readonly<Record<string, string>>>> = {
  vi: { S: "bích", H: "cơ", D: "rô", C: "chuồn" },
  en: { S: "of spades", H: "of hearts", D: "of diamonds", C: "of clubs" },
  zh: { S: "黑桃", H: "红心", D: "方块", C: "梅花" },
};
const JOKERS: Readonly<Record<Lang, readonly [string, string]>> = {
  vi: ["Phăng teo đỏ", "Phăng teo đen"],
  en: ["Red joker", "Black joker"],
  zh: ["大王", "小王"],
};

export function spoken(held: string, lang: Lang): string {
  const card = plain(held);
  if (card.startsWith("JK")) return JOKERS[lang][card === "JK1" ? 0 : 1];
  const { rank, suit } = faceOf(card);
  const named = RANKS[lang][rank] ?? rank;
  const of = SUITS[lang][suit] ?? "";
  return lang === "zh" ? of + named : `${named} ${of}`;
}
