"""Everything it says, in Vietnamese, English and Chinese."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chieu.core.cards import parse
from chieu.core.game import Refuser
from chieu.core.text.languages import Named, Text
from chieu.core.text.presentation import Laid, SheetLine

TITLE: Final = Text("Bài Cào", "Bài Cào (Three Cards)", "三张（Bài Cào）")
ABOUT: Final = Text(
    "Ba lá, tính nút so với nhà cái; ba tây lớn nhất.",
    "Three cards against the dealer's: the last digit of the sum counts, three face cards beat all.",
    "三张牌和庄家比个位点数；三张公仔最大。",
)

PRIMER: Final = (
    Text(
        "Mỗi người ba lá. Cộng lại lấy số lẻ: 7 với 8 với 9 là 24, vậy là 4 nút. Át tính 1; 10, J, Q, K không tính.",
        "Three cards each. Only the last digit of the sum counts: 7, 8 and 9 are 24, so 4 points. An ace counts 1; 10, J, Q, K nothing.",
        "每人三张。只算和的个位：7、8、9 共 24，就是 4 点。A 算 1；10、J、Q、K 不算。",
    ),
    Text(
        "Chín nút là cao, ba lá đều là J, Q, K thì gọi là ba tây, lớn hơn hết.",
        "Nine points are high, and three cards of J, Q, K beat everything.",
        "九点为大，三张都是 J、Q、K 最大。",
    ),
    Text(
        "Bạn chỉ đặt cược. Bài lật ra, ai hơn nhà cái thì ăn, thua thì chung, bằng nhau thì hòa.",
        "All you do is stake. The cards are open at once: more than the dealer wins, less pays, equal is a draw.",
        "你只需下注。亮牌后比庄家大就赢，小就赔，一样就和。",
    ),
)

COVER: Final = (Laid(parse("JH QS KD"), step=0.55, turn=8),)

PRESET_TEXTS: Final[Mapping[str, Named]] = {
    "home": Named(
        Text("Bàn nhà", "Home table", "家常桌"),
        Text(
            "Ai cũng cược 1, chủ bàn làm cái hoài.", "Stakes of 1, the host always deals.", "每人下注 1，房主一直坐庄。"
        ),
    ),
    "festive": Named(
        Text("Ngày Tết", "New Year", "过年"),
        Text(
            "Cược tới 10, ba tây ăn ba lần, xoay vòng làm cái.",
            "Stakes up to 10, three faces pay three times, the deal goes round.",
            "下注最多 10，三公仔赔三倍，轮流坐庄。",
        ),
    ),
}

OPTION_TEXTS: Final[Mapping[str, Text]] = {
    "stake_max": Text("Cược lớn nhất", "The greatest stake", "最大注"),
    "three_faces": Text("Ba tây ăn mấy lần", "How many times three faces pay", "三公仔赔几倍"),
    "dealer_moves": Text("Có xoay vòng làm cái không", "Whether the deal goes round", "是否轮流坐庄"),
}


def _always(rule: str, vi: str, en: str, zh: str) -> SheetLine:
    return SheetLine(rule, None, {"": Text(vi, en, zh)})


SHEET: Final[tuple[SheetLine, ...]] = (
    SheetLine(
        "BC-1",
        "dealer_moves",
        {
            "yes": Text(
                "Chủ bàn làm cái trước, rồi xoay sang trái.",
                "The host deals first, then the deal goes on to the left.",
                "房主先坐庄，之后轮到左边的人。",
            ),
            "no": Text("Chủ bàn làm cái hoài.", "The host always deals.", "房主一直坐庄。"),
        },
    ),
    SheetLine(
        "BC-2",
        "stake_max",
        {
            "1": Text("Nhà con nào cũng cược 1.", "Every player stakes 1.", "闲家每人下注 1。"),
            "*": Text("Nhà con cược 1 đến {value}.", "Every player stakes 1 to {value}.", "闲家下注 1 到 {value}。"),
        },
    ),
    _always(
        "BC-3",
        "Mỗi người ba lá, cộng lại lấy số lẻ; Át tính 1; 10, J, Q, K không tính.",
        "Three cards each; the last digit of their sum counts. An ace counts 1; 10, J, Q and K nothing.",
        "每人三张，取和的个位；A 算 1；10、J、Q、K 不算。",
    ),
    SheetLine(
        "BC-4",
        "three_faces",
        {
            "1": Text(
                "Ba lá J, Q, K (ba tây) lớn hơn chín nút.",
                "Three cards of J, Q and K beat nine points.",
                "三张 J、Q、K（三公仔）大过九点。",
            ),
            "*": Text(
                "Ba lá J, Q, K (ba tây) lớn hơn chín nút, và ăn {value} lần.",
                "Three cards of J, Q and K beat nine points, and pay {value} times.",
                "三张 J、Q、K（三公仔）大过九点，赔 {value} 倍。",
            ),
        },
    ),
    _always(
        "BC-5",
        "Từng nhà con so với nhà cái: lớn hơn ăn cược, nhỏ hơn mất cược, bằng nhau hòa.",
        "Every player is compared with the dealer: more wins the stake, less loses it, equal is a draw.",
        "闲家各自和庄家比：大的赢注，小的输注，一样为和。",
    ),
)

TEXTS: Final[Mapping[str, Text]] = {
    "action.stake": Text("Cược {amount}", "Stake {amount}", "下注 {amount}"),
    "fact.staked": Text("{seat} cược {amount}.", "{seat} stakes {amount}.", "{seat} 下注 {amount}。"),
    "fact.shown": Text(
        "{seat}: {cards}, {points} nút.", "{seat}: {cards}, {points} points.", "{seat}：{cards}，{points} 点。"
    ),
    "fact.shown_faces": Text("{seat}: {cards}, ba tây!", "{seat}: {cards}, three faces!", "{seat}：{cards}，三公仔！"),
    "fact.settled": Text("{seat}: {chips}.", "{seat}: {chips}.", "{seat}：{chips}。"),
    "error.bad_stake": Text("Cược từ 1 đến {most}.", "A stake is 1 to {most}.", "下注要在 1 到 {most} 之间。"),
    "word.stakes": Text("đặt cược", "stakes", "下注"),
    "word.shuffle": Text("xào bài", "shuffle", "洗牌"),
    "word.over": Text("xong", "over", "结束"),
    "field.phase": Text("Lúc này", "Now", "现在"),
    "field.dealer": Text("nhà cái", "dealer", "庄家"),
    "field.stake": Text("cược", "stake", "注"),
    "field.points": Text("nút:", "points:", "点数："),
    "field.three_faces": Text("ba tây", "three faces", "三公仔"),
    "field.chips": Text("được", "won", "输赢"),
}

illegal: Final = Refuser(TEXTS)
