"""What somebody sees of Big Two who has never played it: a few cards, and half a minute on how it goes."""

from __future__ import annotations

from typing import Final

from chieu.core.cards import parse
from chieu.core.text.languages import Text
from chieu.core.text.presentation import Laid

COVER: Final = (Laid(parse("10S JS QS KS AS"), step=0.4, turn=6),)

PRIMER: Final = (
    Text(
        "Ai hết bài trước là thắng; về trước ăn, về sau chung.",
        "Get rid of all your cards first to win; those who finish last pay those who finish first.",
        "谁先出完谁赢，后出完的赔给先出完的。",
    ),
    Text(
        "Đánh ra lẻ, đôi hay bộ năm lá (có bàn cho cả ba lá). Người kế phải đánh cùng số lá mà lớn hơn, không thì Bỏ lượt.",
        "Lead a single, a pair or a five-card hand (at some tables three of a kind). The next player must beat it with as many cards, or pass.",
        "可出单张、对子或五张牌型（有的桌还可出三张）。下家要出同样张数且更大的牌，否则不出。",
    ),
    Text(
        "Ai cũng bỏ thì người đánh sau cùng được đi tiếp, đánh gì cũng được.",
        "When everyone else passes, whoever played last leads again, with any play they like.",
        "别人都不出，最后出牌的人接着出，出什么都行。",
    ),
    Text(
        "Nhỏ nhất là 3, lớn nhất là Heo (2). Chạm vào lá bài để chọn; bấm mũi tên để coi một nước đánh được.",
        "Threes are lowest, twos highest. Tap cards to lift them; the arrow lifts a legal play.",
        "3 最小，2 最大。点牌选中；点箭头看一手能出的牌。",
    ),
)
