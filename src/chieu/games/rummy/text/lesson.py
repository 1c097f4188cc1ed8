"""What somebody hears who plays Chinese Rummy for the first time, while they play."""

from __future__ import annotations

from typing import Final

from chieu.core.text.languages import Text
from chieu.core.text.presentation import OVER, Tip

LESSON: Final = (
    Tip(
        "hand",
        Text(
            "Đây là bài của bạn. Gom cho đủ đề của vòng, ghi ở giữa chiếu: bộ là cùng số, dây là liền nhau cùng chất.",
            "This is your hand. Collect the contract of the round, as written on the mat: "
            "sets are one rank, runs are in a row in one suit.",
            "这是你的牌。凑齐席上写的本轮要求：组是同点，顺是同花相连。",
        ),
    ),
    Tip(
        "hand",
        Text(
            "Lá 2 và phăng teo thế được mọi lá: giữ lại.",
            "Twos and jokers stand for any card: keep them.",
            "2 和鬼牌可当任何牌：留着。",
        ),
        when="draw",
        given={"wild_ranks": ("2",)},
    ),
    Tip(
        "choice",
        Text(
            "Mỗi lượt lấy một lá: bốc nọc, hay ăn lá vừa đánh ra.",
            "Each turn you take one card: from the stock, or the one just thrown away.",
            "每回合拿一张：摸牌，或拿刚弃的那张。",
        ),
        when="draw",
    ),
    Tip(
        "hand",
        Text(
            "Rồi đánh ra một lá: chạm lá ít cần nhất, rồi bấm Đánh.",
            "Then throw one away: tap the card you need least, then press Discard.",
            "然后弃一张：点最不需要的那张，再按弃一张。",
        ),
        when="discard",
    ),
    Tip(
        "choice",
        Text(
            "Đủ đề rồi! Hạ bài đi. Sau đó lá nào hợp thì gửi vào bộ trên chiếu.",
            "You’ve got the whole contract! Lay it down. After that, cards that fit any meld can go too.",
            "凑齐了！摊牌吧。之后合适的牌还能搭到席上的组里。",
        ),
        when="lay_down",
    ),
    Tip(
        "own",
        Text(
            "Xong vòng. Lá còn trên tay tính điểm phạt; ít điểm nhất là tốt nhất.",
            "That was a round. Cards left in your hand are points against you: the fewest is best.",
            "一轮结束。手里剩的牌记罚分，越少越好。",
        ),
        when=OVER,
    ),
)
