"""What somebody hears who plays Xì Dách for the first time, while they play."""

from __future__ import annotations

from typing import Final

from chieu.core.presentation import OVER, Tip
from chieu.core.texts import Text

LESSON: Final = (
    Tip(
        "hand",
        Text(
            "Đây là bài của bạn, chỉ mình bạn thấy. Càng gần 21 càng tốt.",
            "This is your hand. Only you can see it. The closer to 21, the better.",
            "这是你的牌，只有你看得到。越接近 21 点越好。",
        ),
    ),
    Tip(
        "others",
        Text(
            "Bạn chỉ đấu với nhà cái. Nhà cái rút sau cùng.",
            "You play against the dealer and nobody else. The dealer draws last.",
            "你只和庄家比。庄家最后要牌。",
        ),
    ),
    Tip(
        "choice",
        Text(
            "Dưới {player_must_draw_below} điểm thì phải rút. Quá 21 là Quắc.",
            "Under {player_must_draw_below} you must draw. Over 21 is Quắc: bust.",
            "不到 {player_must_draw_below} 点必须要牌。超过 21 点就爆了。",
        ),
        when="draw",
    ),
    Tip(
        "choice",
        Text(
            "Đủ điểm rồi: rút nữa hay dằn là tùy bạn.",
            "That’s enough to stop. Draw once more or stand: it’s up to you.",
            "点数够了：再要一张还是停牌，由你决定。",
        ),
        when="stand",
    ),
    Tip(
        "own",
        Text(
            "Xong ván. Ăn thua bao nhiêu chip nằm ở đây.",
            "That was a deal. What you’ve won or lost so far stands here.",
            "一局结束。你赢了或输了多少，看这里。",
        ),
        when=OVER,
    ),
)
