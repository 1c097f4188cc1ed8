"""What somebody hears who plays Niu Niu for the first time, while they play."""

from __future__ import annotations

from typing import Final

from chieu.core.text.languages import Text
from chieu.core.text.presentation import OVER, Tip
from chieu.games.niuniu.rules import SWAPPED_VALUES

_AT_ONCE: Final = {"mode": ("banker", "paytable")}
_BANKER: Final = {"mode": ("banker",)}
_HOUSE: Final = {"mode": ("paytable",)}
_AUCTION: Final = {"mode": ("auction",)}
_BANKED: Final = {"mode": ("banker", "auction")}

LESSON: Final = (
    Tip(
        "choice",
        Text(
            "Bạn thấy trước bốn lá. Gọi cái càng cao càng dễ được làm cái, ăn thua cũng nhân lên.",
            "You see four of your five cards. The highest bid banks, and multiplies what is won and lost.",
            "先看四张牌。叫得最高的坐庄，输赢也跟着翻倍。",
        ),
        when="bid",
        given=_AUCTION,
    ),
    Tip(
        "choice",
        Text(
            "Đặt bao nhiêu là tùy bạn. Ăn hay thua đều nhân với số lần của bài thắng.",
            "How much to stake is up to you. Win or lose, it is multiplied by what the winning hand pays.",
            "下多少由你决定。输赢都要乘赢家的倍数。",
        ),
        when="stake",
        given=_BANKER,
    ),
    Tip(
        "choice",
        Text(
            "Đặt bao nhiêu là tùy bạn. Nhà cái thu cược, rồi trả theo số lần của bài bạn.",
            "How much to stake is up to you. The house keeps it and pays it back as many times as your hand is worth.",
            "下多少由你决定。庄家收下注，再按你牌的倍数返还。",
        ),
        when="stake",
        given=_HOUSE,
    ),
    Tip(
        "hand",
        Text(
            "Bài của bạn đã xếp sẵn: ba lá tròn chục làm nền, hai lá kia cộng lại là ngầu. Không ra là không nền.",
            "Your hand is arranged for you: three cards that make a round ten are the base, the other two add up"
            " to your bull. If no three do, there is no base.",
            "你的牌已经摆好：三张凑整十作底，另外两张相加是几牛。凑不出来就是没牛。",
        ),
        given=_AT_ONCE,
    ),
    Tip(
        "hand",
        Text(
            "Bàn này khi cộng thì 3 tính là 6, còn 6 tính là 3.",
            "At this table a 3 counts 6 when you add up, and a 6 counts 3.",
            "这桌相加时 3 算 6，6 算 3。",
        ),
        given={"values": (SWAPPED_VALUES,)},
    ),
    Tip(
        "others",
        Text(
            "Ai cũng chỉ so với nhà cái, không so với nhau.",
            "Everyone is compared with the banker, and with nobody else.",
            "各家只和庄家比，彼此不比。",
        ),
        given=_BANKED,
    ),
    Tip(
        "own",
        Text(
            "Xong ván. Ăn thua bao nhiêu, vì sao, nằm ở đây.",
            "That was one deal. Here is what it won or cost you, and why.",
            "一局结束。赢了输了多少、为什么，看这里。",
        ),
        when=OVER,
    ),
)
