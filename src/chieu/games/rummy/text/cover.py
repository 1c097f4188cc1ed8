"""What somebody sees of Chinese Rummy who has never played it: a few cards, and half a minute on how it goes."""

from __future__ import annotations

from typing import Final

from chieu.core.cards import parse
from chieu.core.text.languages import Text
from chieu.core.text.presentation import Laid

COVER: Final = (
    Laid(parse("7C 7H JK1"), x=-0.76, y=-0.06, step=0.34),
    Laid(parse("8S 9S 10S"), x=0.76, y=0.06, step=0.34),
)

PRIMER: Final = (
    Text(
        "Chơi bảy vòng. Mỗi vòng có một đề: mấy bộ (cùng số), mấy dây (liền nhau, cùng chất). Lá 2 và phăng teo thế được mọi lá.",
        "Seven rounds. Each has a contract: so many sets (same rank) and runs (in a row, one suit). Twos and jokers stand for any card.",
        "共七轮。每轮有规定：几组同点，几条同花顺。2 和鬼牌可当任何牌。",
    ),
    Text(
        "Tới lượt bạn: bốc nọc hay ăn lá trên cùng, rồi đánh ra một lá.",
        "On your turn, draw from the stock or take the top discard, then discard a card.",
        "轮到你：摸牌或拿最上面的弃牌，再弃一张。",
    ),
    Text(
        "Đủ đề thì Hạ bài một lượt. Hạ rồi mới được gửi: chọn lá bài rồi chạm vào phỏm, của ai cũng được.",
        "Once you have the whole contract, lay it down in one go. After that you can lay off: choose a card and tap any meld, yours or not.",
        "凑齐规定就一次摊牌。之后可以搭牌：选一张牌，再点任何人的组合。",
    ),
    Text(
        "Ai hết bài là xong vòng; người khác còn cầm lá nào tính điểm lá đó. Hết bảy vòng, ít điểm nhất là thắng.",
        "The first to run out of cards ends the round; whatever the others still hold counts against them. After seven rounds the lowest score wins.",
        "有人出完，本轮结束，别人手里剩的牌记分。七轮后分最少的赢。",
    ),
)
