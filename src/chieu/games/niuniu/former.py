"""The first edition: what the names of the presets meant, and the lines of its sheet that have changed since."""

from __future__ import annotations

from typing import Final

from chieu.core.extras import Former
from chieu.core.presentation import SheetLine
from chieu.core.texts import Text
from chieu.games.niuniu.rules import FIRST_PRESETS

_DIFFERS: Final = Text(
    "Luật bản cũ: năm lá tây thì không xét nền; bài hơn mà 0 lần vẫn ăn 1; hai tứ quý so lá cao nhất;"
    " ăn theo bảng thì chủ bàn làm nhà cái.",
    "By an earlier edition: five faces hide every base, a better hand that pays 0x wins 1x, two bombs go by their"
    " highest card, and by the pay table whoever opened the table is the house.",
    "旧版规则：五花牛不看底；牌大而为 0 倍时仍赢 1 倍；两个炸弹比最大单张；赔率表模式由房主坐庄。",
)

FORMER: Final = {1: Former(presets=FIRST_PRESETS, differs=_DIFFERS)}

FIRST_FIVE_FACES: Final = SheetLine(
    "NN-3",
    "five_faces",
    {
        "0": Text("", "", ""),
        "*": Text(
            "Năm lá tây (J Q K) ăn {value} lần, khỏi xét nền.",
            "Five of J, Q, K pay {value}x; no base is looked at.",
            "五张都是 J、Q、K 为 {value} 倍，不再看底。",
        ),
    },
    until=1,
)

FIRST_MODES: Final = SheetLine(
    "NN-20",
    "mode",
    {
        "banker": Text(
            "Chủ bàn làm cái. Đặt cược, chia mỗi người năm lá, lật hết; từng người so với nhà cái,"
            " bài hơn ăn theo số lần của mình (0 lần thì ăn 1).",
            "The creator banks. Stakes, five cards each, all hands are shown; each player against the banker:"
            " the better hand wins its own multiple of the stake (1x if it pays 0).",
            "房主坐庄。下注后每人五张，全部亮牌；各家与庄家比，牌大者按自己的倍数赢注（0 倍按 1 倍）。",
        ),
        "paytable": Text(
            "Ăn theo bảng: nhà cái không cầm bài, thu tiền cược rồi trả lại số lần nhân cược (NN-22).",
            "By the pay table: the house holds no cards, takes the stake and returns multiple x stake (NN-22).",
            "按赔率表：庄家不拿牌，收下注后返还倍数乘注（NN-22）。",
        ),
        "auction": Text(
            "Gọi cái: xem bốn lá, ai cũng gọi kín 1 đến 4 lần, cao nhất làm cái (bằng nhau thì người gần bên trái"
            " cái cũ hơn); nhà con đặt cược, chia lá thứ năm, từng người so với nhà cái:"
            " bài hơn ăn theo số lần của mình (0 lần thì ăn 1), nhân số lần đã gọi (NN-23).",
            "Auction: everyone sees four cards and bids 1 to 4 in secret; the highest banks (of equals the first to"
            " the left of the last banker); the players stake, the fifth card is dealt, each player against"
            " the banker: the better hand wins its own multiple of the stake (1x if it pays 0) times the bid (NN-23).",
            "抢庄：看四张牌后各家暗抢 1 到 4 倍，最高者坐庄（相同则从上一庄家左边起最先者）；"
            "闲家下注，发第五张，各家与庄家比，牌大者按自己的倍数赢注（0 倍按 1 倍），再乘抢庄倍数（NN-23）。",
        ),
    },
    until=1,
)

FIRST_BETTER: Final = SheetLine(
    "NN-21",
    "equal_bulls",
    {
        "card": Text(
            "So bài: số lần cao hơn, rồi ngầu cao hơn (hai lá cuối cộng lại lấy số lẻ, 0 là 10),"
            " rồi lá cao nhất từ K xuống A, rồi chất bích cơ chuồn rô.",
            "The better hand: the higher multiple, then the higher bull (the final two's sum without its tens,"
            " 0 counting as 10), then the highest card, K down to A, then spades, hearts, clubs, diamonds.",
            "比牌：先比倍数，再比牛（剩下两张之和的个位，0 算 10），再比最大单张（K 到 A），"
            "再比花色黑桃、红心、梅花、方块。",
        ),
        "push": Text(
            "So bài: số lần cao hơn, rồi ngầu cao hơn (hai lá cuối cộng lại lấy số lẻ, 0 là 10); bằng nữa thì huề.",
            "The better hand: the higher multiple, then the higher bull (the final two's sum without its tens,"
            " 0 counting as 10); after that a push.",
            "比牌：先比倍数，再比牛（剩下两张之和的个位，0 算 10）；再相同则平局。",
        ),
    },
    unless=("mode", "paytable"),
    until=1,
)
