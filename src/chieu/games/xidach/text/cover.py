"""What somebody sees of Xì Dách who has never played it: a few cards, and half a minute on how it goes."""

from __future__ import annotations

from typing import Final

from chieu.core.cards import parse
from chieu.core.text.languages import Text
from chieu.core.text.presentation import Laid

COVER: Final = (Laid(parse("AS KH"), step=0.62, turn=9),)

PRIMER: Final = (
    Text(
        "Bài ai gần 21 hơn thì thắng. Quá 21 là Quắc. J, Q, K tính 10; Át tính sao có lợi thì tính.",
        "Whoever is closer to 21 wins. Over 21 is Quắc, bust. J, Q, K count 10; an ace counts whatever helps you most.",
        "谁更接近 21 点谁赢。超过 21 点就是爆牌。J、Q、K 算 10 点，A 怎么有利怎么算。",
    ),
    Text(
        "Nhà con rút xong hết mới tới nhà cái. Nhà con chỉ so bài với nhà cái, không so với nhau.",
        "Players draw first, the dealer last. You only play against the dealer, never against another player.",
        "闲家先要牌，庄家最后。闲家只和庄家比，闲家之间不比。",
    ),
    Text(
        "Tới lượt bạn: Rút thêm là lấy một lá, Dằn là thôi. Bài còn Non thì thường phải rút tiếp.",
        "On your turn, Draw takes a card and Stand stops. A hand that’s still Non (short) usually has to draw.",
        "轮到你：要牌是再拿一张，停牌是就此打住。点数不足时通常必须要牌。",
    ),
    Text(
        "Bạn mở bàn thì bạn làm cái: khi bài đã Đủ, chạm vào nhà con nào là lật bài ra so với nhà đó. Hơn điểm thì ăn, thua thì chung.",
        "Whoever opens the table is the dealer: once your hand is Đủ (enough), tap a player to compare with them. The higher total takes the stake.",
        "开桌的人坐庄：点数够了以后，点一位闲家就与其比牌，点数大的赢注。",
    ),
    Text(
        "Hai Át là Xì Bàng. Át với 10, J, Q, K là Xì Dách. Năm lá dưới 21 là Ngũ Linh. Mấy bài này ăn bài thường.",
        "Two aces make Xì Bàng. An ace with a 10, J, Q or K makes Xì Dách. Five cards under 21 make Ngũ Linh. These beat ordinary hands.",
        "两张 A 是双 A，A 加 10、J、Q、K 是 A 加十，五张不到 21 是五小龙，都胜过普通牌。",
    ),
)
