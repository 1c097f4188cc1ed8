"""What somebody hears who plays Xì Dách for the first time, while they play."""

from __future__ import annotations

from typing import Final

from chieu.core.text.languages import Text
from chieu.core.text.presentation import OVER, Tip

_FORCED: Final = {"player_must_draw_below": tuple(range(1, 21))}
_FREE: Final = {"player_must_draw_below": (0,)}
_DEALER_FORCED: Final = {"dealer_must_draw_below": tuple(range(1, 21))}

LESSON: Final = (
    Tip(
        "hand",
        Text(
            "Đây là bài của bạn, chỉ mình bạn thấy. J Q K tính 10, Át 1, 10 hay 11. Càng gần 21 càng tốt.",
            "This is your hand. Only you see it. J, Q, K count 10, an ace 1, 10 or 11: the closer to 21, the better.",
            "这是你的牌，只有你看得到。J、Q、K 算 10 点，A 算 1、10 或 11 点，越接近 21 点越好。",
        ),
    ),
    Tip(
        "others",
        Text(
            "Bạn chỉ đấu với nhà cái. Nhà cái rút sau cùng.",
            "You play against the dealer and nobody else. The dealer draws last.",
            "你只和庄家比。庄家最后要牌。",
        ),
        but="dealer",
    ),
    Tip(
        "others",
        Text(
            "Bạn làm cái: ai cũng đấu với bạn. Bạn rút sau cùng.",
            "You’re the dealer: everyone plays against you. You draw last.",
            "你是庄家：大家都跟你比。你最后要牌。",
        ),
        only="dealer",
    ),
    Tip(
        "choice",
        Text(
            "Dưới {player_must_draw_below} điểm thì phải rút. Quá 21 là Quắc.",
            "Under {player_must_draw_below} you must draw. Over 21 is Quắc: bust.",
            "不到 {player_must_draw_below} 点必须要牌。超过 21 点就爆了。",
        ),
        when="draw",
        given=_FORCED,
        but="dealer",
    ),
    Tip(
        "choice",
        Text(
            "Rút thêm hay dằn là tùy bạn. Quá 21 là Quắc, dưới {minimum} là Non.",
            "Draw or stand as you like. Over 21 is Quắc: bust. Under {minimum} is Non: too few.",
            "要牌还是停牌由你决定。超过 21 点爆牌，不到 {minimum} 点算不够。",
        ),
        when="draw",
        given=_FREE,
        but="dealer",
    ),
    Tip(
        "choice",
        Text(
            "Nhà cái dưới {dealer_must_draw_below} điểm cũng phải rút.",
            "The dealer must draw too, under {dealer_must_draw_below}.",
            "庄家不到 {dealer_must_draw_below} 点也必须要牌。",
        ),
        when="draw",
        given=_DEALER_FORCED,
        only="dealer",
    ),
    Tip(
        "others",
        Text(
            "Chạm vào ai là xét bài người đó. Xét hết, hoặc rút thêm rồi xét tiếp.",
            "Tap somebody to compare hands with them, one at a time. You may draw in between.",
            "点谁就跟谁比牌，一个一个来，中间还可以要牌。",
        ),
        when="compare",
        only="dealer",
    ),
    Tip(
        "choice",
        Text(
            "Đủ điểm rồi: dằn, hay liều rút thêm một lá. 21 thì khỏi rút.",
            "That’s enough: stand, or draw once more if you dare. On 21, stand.",
            "点数够了：停牌，或者冒险再要一张。21 点就停。",
        ),
        when="stand",
        also="draw",
        given=_FORCED,
        but="dealer",
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
