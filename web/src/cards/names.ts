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
/** One joker is as good as the other, and called the same as in the house's sentences. */
const JOKER: Readonly<Record<Lang, string>> = { vi: "Phăng teo", en: "Joker", zh: "鬼牌" };

export function spoken(held: string, lang: Lang): string {
  const card = plain(held);
  if (card.startsWith("JK")) return JOKER[lang];
  const { rank, suit } = faceOf(card);
  const named = RANKS[lang][rank] ?? rank;
  const of = SUITS[lang][suit] ?? "";
  return lang === "zh" ? of + named : `${named} ${of}`;
}
