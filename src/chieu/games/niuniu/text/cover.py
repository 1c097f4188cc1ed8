"""What somebody sees of Niu Niu who has never played it: a few cards, and half a minute on how it goes."""

from __future__ import annotations

from typing import Final

from chieu.core.cards import parse
from chieu.core.text.languages import Text
from chieu.core.text.presentation import Laid

COVER: Final = (
    Laid(parse("9S 7D 4H"), x=-0.5, y=0.08, step=0.36),  # a base by whatever values
    Laid(parse("QC KH"), x=0.8, y=-0.1, step=0.44, turn=5),
)

PRIMER: Final = (
    Text(
        "Mỗi người năm lá. Ba lá cộng tròn chục (10, 20, 30) làm nền; J, Q, K tính 10, Át tính 1. Có bàn đổi giá trị vài lá, như 3 với 6: luật ở dưới ghi rõ.",
        "Five cards each. Three that add up to a round number (10, 20, 30) are the base; J, Q, K count 10, an ace 1. Some tables swap values, such as 3 and 6: the rules below will say so.",
        "每人五张。三张凑成整十（10、20、30）作底，J、Q、K 算 10，A 算 1。有的桌会交换点数，如 3 和 6，见下面的规则。",
    ),
    Text(
        "Hai lá còn lại cho biết bài ăn mấy lần. Nhiều lần hơn thì thắng; bằng nhau thì coi số lẻ của hai lá đó, tròn chục là lớn nhất. Không có nền là bét.",
        "The other two decide how many times the stake the hand pays. The bigger multiple wins; if equal, the last digit of those two, with a round ten the best. A hand without a base is the lowest.",
        "另外两张决定倍数。倍数高的赢；相同则比这两张之和的个位，整十最大。凑不成底的最小。",
    ),
    Text(
        "Bạn chỉ cần đặt cược, có bàn thì gọi cái. Bài được xếp sẵn sao cho lợi nhất. Làm cái thì ngồi coi: từng nhà so với bạn.",
        "All you do is choose a stake, and at some tables bid for the bank. Your cards are arranged for you as well as can be. The banker just watches: everyone’s hand is compared with theirs.",
        "你只需下注，有的桌还要抢庄。牌会自动摆成最有利的样子。坐庄只需看着：各家都和庄家比。",
    ),
    Text(
        "Ăn hay thua đều là tiền cược nhân với số lần của bài thắng. Đấu với nhà cái của bàn thì trả theo số lần của bài mình.",
        "Win or lose, it’s the stake times what the winning hand pays. Where the house banks, it pays what your own hand is worth.",
        "输赢都是注乘赢家的倍数。由系统坐庄时，按自己牌的倍数返还。",
    ),
)
