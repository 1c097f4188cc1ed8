"""What somebody hears who plays Big Two for the first time, while they play."""

from __future__ import annotations

from typing import Final

from chieu.core.text.languages import Text
from chieu.core.text.presentation import OVER, Tip

LESSON: Final = (
    Tip(
        "hand",
        Text(
            "Đây là bài của bạn. Ai hết bài trước là thắng.",
            "This is your hand. The first to get rid of all their cards wins.",
            "这是你的牌。谁先出完谁赢。",
        ),
    ),
    Tip(
        "hand",
        Text(
            "Chạm lá bài để nhấc lên, chạm nữa để hạ xuống, rồi bấm Đánh. Lá mờ là lúc này không đánh được.",
            "Tap cards to lift them, tap again to put them back. Then press Play. Grey ones can’t be played now.",
            "点牌选中，再点放回，选好后按出牌。灰色的现在不能出。",
        ),
        when="play",
    ),
    Tip(
        "choice",
        Text(
            "Chưa biết đánh gì? Bấm mũi tên, một nước đánh được sẽ nhấc lên. Chưa chắc hay nhất.",
            "Not sure? The arrow lifts a play that is legal. It needn’t be the best.",
            "不知道出什么？点箭头，会选出一手能出的牌，不一定最好。",
        ),
        when="play",
    ),
    Tip(
        "middle",
        Text(
            "Bài đánh ra nằm giữa chiếu. Muốn đè thì phải cùng số lá mà lớn hơn: 3 nhỏ nhất, Heo (2) lớn nhất.",
            "Plays lie in the middle. To beat one, play as many cards but higher: threes are lowest, twos highest.",
            "出的牌在中间。要压就出同样张数、更大的牌：3 最小，2 最大。",
        ),
        # Before somebody has led there is nothing to beat, and nothing in the middle.
        when="pass",
    ),
    Tip(
        "choice",
        Text(
            "Đè không nổi, hay muốn để dành, thì Bỏ lượt.",
            "Can’t beat it, or want to save your cards? Pass.",
            "压不过，或者想留着，就不出。",
        ),
        when="pass",
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
