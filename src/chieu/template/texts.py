"""Everything it says, in Vietnamese, English and Chinese."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chieu.core.cards import parse
from chieu.core.text.languages import Named, Text
from chieu.core.text.presentation import Laid, SheetLine

TITLE: Final = Text("Lá Cao", "High Card", "比大牌")
ABOUT: Final = Text(
    "Mỗi người một lá, giữ hay đổi tùy bạn; lá lớn hơn thì ăn.",
    "One card each, to keep or to swap; the higher card wins.",
    "每人一张，可留可换；牌大的赢。",
)

PRIMER: Final = (
    Text(
        "Mỗi người được chia một lá. Nhỏ nhất là 3, lớn nhất là 2.",
        "Everybody is dealt one card. The 3 is lowest, the 2 highest.",
        "每人发一张牌。3 最小，2 最大。",
    ),
    Text(
        "Tới lượt bạn: Giữ lá đang cầm, hoặc Đổi lấy lá kế tiếp của bộ bài.",
        "Your turn: keep your card, or swap it for the next one of the deck.",
        "轮到你：留下手里的牌，或者换牌堆的下一张。",
    ),
    Text(
        "Cuối ván lật hết: ai lớn hơn ăn của người nhỏ hơn một cược.",
        "At the end all cards are shown, and a higher card takes a stake from every lower one.",
        "最后全部亮牌：牌大的向每个牌小的收一注。",
    ),
)

COVER: Final = (Laid(parse("9D 2S"), step=0.62, turn=9),)

PRESET_TEXTS: Final[Mapping[str, Named]] = {
    "home": Named(
        Text("Bàn nhà", "Home table", "家常桌"),
        Text("Được đổi một lần, cược 1.", "One swap each, stakes of 1.", "每人可换一次，每注 1。"),
    ),
    "blind": Named(
        Text("Lật liền", "As it comes", "直接亮牌"),
        Text("Không được đổi, cược 5.", "No swaps, stakes of 5.", "不能换牌，每注 5。"),
    ),
}

OPTION_TEXTS: Final[Mapping[str, Text]] = {
    "stake": Text("Mỗi cược bao nhiêu", "How much a stake is", "每注多少"),
    "swap": Text("Có được đổi bài không", "Whether cards may be swapped", "能否换牌"),
}


def _always(rule: str, vi: str, en: str, zh: str) -> SheetLine:
    return SheetLine(rule, None, {"": Text(vi, en, zh)})


SHEET: Final[tuple[SheetLine, ...]] = (
    _always(
        "HC-1",
        "Chủ bàn chia trước, rồi lần lượt sang trái.",
        "The host deals first, then the deal goes on to the left.",
        "房主先发牌，之后轮到左边的人。",
    ),
    _always(
        "HC-2",
        "Mỗi người một lá, từ bên trái người chia.",
        "One card each, from the dealer's left.",
        "从发牌者左边起每人一张。",
    ),
    SheetLine(
        "HC-3",
        "swap",
        {
            "yes": Text(
                "Lần lượt mỗi người giữ lá của mình, hoặc đổi lấy lá kế tiếp của bộ bài.",
                "One after the other everybody keeps their card or swaps it for the next one of the deck.",
                "每人依次留牌，或换牌堆的下一张。",
            ),
            "no": Text("Không ai được đổi bài.", "Nobody swaps cards.", "谁都不能换牌。"),
        },
    ),
    SheetLine(
        "HC-4",
        "stake",
        {
            "*": Text(
                "Lá lớn hơn ăn mỗi lá nhỏ hơn {value}; lá bằng nhau thì thôi. Nhỏ nhất là 3, lớn nhất là 2.",
                "A higher card takes {value} from every lower one; equal cards take nothing. 3 is lowest, 2 highest.",
                "牌大的向每张较小的牌收 {value}；一样大不收。3 最小，2 最大。",
            )
        },
    ),
)

TEXTS: Final[Mapping[str, Text]] = {
    "action.keep": Text("Giữ", "Keep", "留牌"),
    "action.swap": Text("Đổi", "Swap", "换牌"),
    "fact.dealt": Text("Chia bài: {order}. {cards}", "Dealt: {order}. {cards}", "发牌：{order}。{cards}"),
    "fact.kept": Text("{seat} giữ bài.", "{seat} keeps.", "{seat} 留牌。"),
    "fact.swapped": Text("{seat} đổi bài. {cards}", "{seat} swaps. {cards}", "{seat} 换牌。{cards}"),
    "fact.shown": Text("{seat} có {cards}.", "{seat} has {cards}.", "{seat} 有 {cards}。"),
    "fact.settled": Text("{seat}: {chips}.", "{seat}: {chips}.", "{seat}：{chips}。"),
    "word.shuffle": Text("xào bài", "shuffle", "洗牌"),
    "word.choice": Text("giữ hay đổi", "keep or swap", "留或换"),
    "word.over": Text("xong", "over", "结束"),
    "field.phase": Text("Lúc này", "Now", "现在"),
    "field.dealer": Text("chia bài", "dealer", "发牌者"),
    "field.swapped": Text("đã đổi", "has swapped", "换过"),
    "field.chips": Text("được", "won", "输赢"),
}
