"""The rule sheet of Big Two in prose, line by line, and the names of its options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chieu.core.options import options_of
from chieu.core.text.languages import Text
from chieu.core.text.presentation import SheetLine
from chieu.games.big2.rules import Rules

OPTION_TEXTS: Final[Mapping[str, Text]] = {
    "suits": Text("Thứ tự chất từ nhỏ tới lớn", "Suits from the lowest up", "花色从小到大"),
    "triples": Text("Được đánh ba lá (sám)", "Three of a kind may be played by itself", "三条可以单独出"),
    "straights": Text(
        "Các sảnh được đánh, từ nhỏ tới lớn", "Which straights there are, lowest first", "可出的顺子，从小到大"
    ),
    "flush": Text(
        "Thùng so theo: chất trước, lá lớn nhất trước, hay không có thùng",
        "Flushes go by suit first, by the highest card, or are not played",
        "同花：先比花色、先比最大牌，或不能出",
    ),
    "straight_flush": Text(
        "Thùng phá sảnh so chất trước hay so sảnh trước",
        "Straight flushes go by suit first, or by the straight",
        "同花顺：先比花色，或先比顺子",
    ),
    "royal": Text(
        "10-J-Q-K-A đồng chất lớn hơn mọi thùng phá sảnh khác",
        "10-J-Q-K-A of a suit beats every other straight flush",
        "同花 10-J-Q-K-A 大于其他同花顺",
    ),
    "bombs": Text(
        "Tứ quý và thùng phá sảnh chặt được tất cả; bộ khác chỉ đè bộ cùng loại",
        "Four of a kind and straight flushes beat anything; other sets only their own kind",
        "铁支和同花顺能压任何牌；其他牌型只能压同类",
    ),
    "pass_locks_out": Text("Bỏ lượt là nghỉ hết vòng", "Who passes is out of the round", "不出后本轮不能再出"),
    "finish_on_two": Text("Được về bằng một lá heo", "A single 2 may be the last card", "可以以单张 2 出完"),
    "stop_at_first": Text("Có người về là hết ván", "The deal ends when one seat is out", "有人出完即结束"),
    "call": Text(
        "Còn một lá phải tự báo, quên thì bị bắt",
        "The last card must be called by its player, who can be caught",
        "剩一张须自己报单，忘了可被抓",
    ),
    "counts_shown": Text("Luôn thấy số lá của mọi người", "Numbers of cards are always shown", "始终显示各家张数"),
    "discards_open": Text("Được xem bài đã đánh", "The discards may be looked at", "可以查看已出的牌"),
    "reshuffle": Text("Được xào lại (tứ quý heo, bỏ phiếu)", "Reshuffles (four 2s, votes)", "可以重洗（四张 2、投票）"),
    "reshuffle_points": Text(
        "Từ mấy điểm trở xuống được tự xin xào lại",
        "A hand with this many points or fewer can call for a reshuffle on its own",
        "牌力不超过多少点可单独要求重洗",
    ),
    "winner_opens": Text(
        "Từ ván hai, người thắng ván trước đi đầu",
        "From the second deal on the last winner opens",
        "第二局起由上局赢家先出",
    ),
    "chips": Text(
        "Tính điểm: theo hạng, hay theo số lá còn lại",
        "Chips by place, or by cards left",
        "计分：按名次，或按剩牌",
    ),
    "stake": Text("Một phần ăn thua là mấy chip", "How many chips a stake is", "一注多少筹码"),
    "reshuffles": Text(
        "Một ván xào lại theo phiếu hay vì bài yếu nhiều nhất mấy lần",
        "The most reshuffles a deal can have, by vote or for a low hand",
        "一局最多可因投票或弱牌重洗几次",
    ),
    "direction": Text("Chiều đi", "Direction of play", "出牌方向"),
    "three_hands": Text(
        "Ba người: 13 lá, 17 lá bỏ lá dư ra ngoài, hay 17 lá, ai có lá nhỏ nhất lấy lá dư",
        "Three players: 13 cards each; 17, the odd card left out; or 17, the odd card to whoever holds the lowest",
        "三人：13 张；17 张，余牌不用；或 17 张，持最小牌者收余牌",
    ),
    "pays_for_all": Text(
        "Chặn được mà thả lá cuối cho nhà kế về nhất thì chung giùm cả bàn",
        "Whoever could have stopped the next player's last card but let it win pays for everyone",
        "能顶住下家最后一张却放走而使其获胜者包赔",
    ),
}


def _fixed(rule: str, vi: str, en: str, zh: str) -> SheetLine:
    return SheetLine(rule, None, {"*": Text(vi, en, zh)})


def _flag(rule: str, option: str, yes: Text, no: Text | None = None) -> SheetLine:
    return SheetLine(rule, option, {"yes": yes, "no": no or Text("", "", "")})


def _straights(choice: str) -> Text:
    """The straights of a choice in words, the lowest first."""
    spelt = [("34567", "10JQKA") if one == "3-A" else (one,) for one in choice.split(",")]
    vi, en, zh = (
        between.join(to.join(one) for one in spelt)
        for to, between in ((" đến ", ", rồi "), (" to ", ", then "), (" 到 ", "，然后 "))
    )
    return Text(f"Sảnh từ nhỏ tới lớn: {vi}.", f"Straights from the lowest: {en}.", f"顺子从小到大：{zh}。")


_BOMBS: Final = Text(
    "Tứ quý chặt được mọi thứ trừ thùng phá sảnh, thùng phá sảnh chặt được mọi thứ; các bộ khác chỉ đè bộ cùng loại.",
    "Four of a kind beats anything but a straight flush, which beats anything; other sets beat their own kind only.",
    "铁支压除同花顺外的一切，同花顺压一切；其他牌型只能压同类。",
)
_ROYAL_ABOVE_ALL: Final = Text(
    "Bộ loại trên đè mọi bộ loại dưới: sảnh < thùng < cù lũ < tứ quý < thùng phá sảnh < thùng phá sảnh lớn.",
    "Any set beats any set of a lower kind:"
    " straight < flush < full house < four of a kind < straight flush < royal flush.",
    "高一级的牌型压一切低级牌型：顺子 < 同花 < 葫芦 < 铁支 < 同花顺 < 皇家同花顺。",
)
_NO_ROYAL: Final = Text(
    "Bộ loại trên đè mọi bộ loại dưới: sảnh < thùng < cù lũ < tứ quý < thùng phá sảnh.",
    "Any set beats any set of a lower kind: straight < flush < full house < four of a kind < straight flush.",
    "高一级的牌型压一切低级牌型：顺子 < 同花 < 葫芦 < 铁支 < 同花顺。",
)

_STRAIGHTS: Final = next(one.choices for one in options_of(Rules) if one.name == "straights")

SHEET: Final[tuple[SheetLine, ...]] = (
    _fixed(
        "BT-1",
        "Bộ bài 52 lá, mỗi người 13 lá (2 người thì phần còn lại để ra ngoài). "
        "Từ nhỏ tới lớn: 3 4 5 6 7 8 9 10 J Q K A 2.",
        "52 cards, 13 each (with two seats the rest stays out). From the lowest: 3 4 5 6 7 8 9 10 J Q K A 2.",
        "52 张牌，每人 13 张（两人时其余不用）。从小到大：3 4 5 6 7 8 9 10 J Q K A 2。",
    ),
    SheetLine(
        "BT-1",
        "three_hands",
        {
            "13": Text(
                "Ba người cũng 13 lá, phần còn lại để ra ngoài.",
                "Three seats have 13 cards too, and the rest stays out.",
                "三人也各 13 张，其余不用。",
            ),
            "17_out": Text(
                "Ba người thì mỗi người 17 lá, lá dư úp ra ngoài.",
                "Three seats have 17 cards each, and the odd card stays out.",
                "三人各 17 张，余下一张盖住不用。",
            ),
            "17_lowest": Text(
                "Ba người thì mỗi người 17 lá; ai có lá nhỏ nhất lấy thêm lá dư, cả bàn đều biết.",
                "Three seats have 17 cards each; whoever holds the lowest takes the odd card too, and all know.",
                "三人各 17 张；持最小牌者再收余下一张，大家都知道。",
            ),
        },
    ),
    SheetLine(
        "BT-1",
        "suits",
        {
            "dchs": Text("Chất: ♦ < ♣ < ♥ < ♠.", "Suits: ♦ < ♣ < ♥ < ♠.", "花色：♦ < ♣ < ♥ < ♠。"),
            "cdhs": Text("Chất: ♣ < ♦ < ♥ < ♠.", "Suits: ♣ < ♦ < ♥ < ♠.", "花色：♣ < ♦ < ♥ < ♠。"),
            "cshd": Text("Chất: ♣ < ♠ < ♥ < ♦.", "Suits: ♣ < ♠ < ♥ < ♦.", "花色：♣ < ♠ < ♥ < ♦。"),
            "dhsc": Text("Chất: ♦ < ♥ < ♠ < ♣.", "Suits: ♦ < ♥ < ♠ < ♣.", "花色：♦ < ♥ < ♠ < ♣。"),
            "dhcs": Text("Chất: ♦ < ♥ < ♣ < ♠.", "Suits: ♦ < ♥ < ♣ < ♠.", "花色：♦ < ♥ < ♣ < ♠。"),
        },
    ),
    _fixed(
        "BT-2",
        "Ai cầm lá nhỏ nhất thì đi đầu, và lượt đầu phải có lá đó.",
        "Whoever holds the lowest card dealt opens, and the opening play contains it.",
        "拿到最小一张牌的人先出，第一手必须包含它。",
    ),
    _flag(
        "BT-2",
        "winner_opens",
        Text(
            "Từ ván hai, người thắng ván trước đi đầu, đánh gì cũng được.",
            "From the second deal on the winner of the last one opens with anything.",
            "第二局起由上局赢家先出，出什么都行。",
        ),
    ),
    SheetLine(
        "BT-3",
        "direction",
        {
            "clockwise": Text("Đi theo chiều kim đồng hồ.", "Play goes clockwise.", "顺时针出牌。"),
            "anticlockwise": Text("Đi ngược chiều kim đồng hồ.", "Play goes anticlockwise.", "逆时针出牌。"),
        },
    ),
    _fixed(
        "BT-3",
        "Chặn bài trước hoặc bỏ lượt. Vòng mở mấy lá thì cả vòng đánh bấy nhiêu lá.",
        "Beat the last play or pass. A round keeps to as many cards as it was led with.",
        "压过上一手，或不出。一轮开头出几张，整轮就出几张。",
    ),
    _fixed(
        "BT-4",
        "Đi đầu vòng thì phải đánh; người khác đè được cũng có thể bỏ lượt.",
        "The leader of a round must play; anyone else may pass, able to beat or not.",
        "先出者必须出牌；其他人有牌也可以不出。",
    ),
    _flag(
        "BT-4",
        "pass_locks_out",
        Text("Bỏ lượt là nghỉ hết vòng đó.", "Who passes is out of that round.", "不出后本轮不能再出。"),
        Text("Bỏ lượt chỉ tính lượt đó.", "A pass is for that turn only.", "不出只算这一次。"),
    ),
    _fixed(
        "BT-5",
        "Mọi người khác đều bỏ thì hết vòng, ai đánh sau cùng được đi mới; người đó hết bài rồi thì người kế tiếp đi.",
        "When all others have passed the last to play leads anew; if that seat is out, the next one in turn does.",
        "其他人都不出则本轮结束，最后出牌者先出；若其已出完，由下家先出。",
    ),
    _fixed(
        "BT-6",
        "Lá lẻ: so số rồi tới chất. Đôi: so số rồi tới chất lớn hơn trong đôi.",
        "Singles: rank, then suit. Pairs: rank, then the higher suit of the two.",
        "单张：先比点数再比花色。对子：先比点数，再比较大的花色。",
    ),
    _flag(
        "BT-6",
        "triples",
        Text(
            "Được đánh ba lá cùng số, so số.",
            "Three of a kind may be played by itself, by rank.",
            "三条可以单独出，比点数。",
        ),
        Text("Không đánh ba lá riêng.", "Never three of a kind by itself.", "三条不能单独出。"),
    ),
    _fixed(
        "BT-7",
        "Sảnh: năm lá liên tiếp khác chất, so lá cao nhất: số rồi chất. "
        "Sảnh có heo xếp dưới 34567 thì so chất lá cuối dãy, xếp trên 10JQKA thì so chất lá heo.",
        "Straight: five in sequence, not of one suit, by its highest card, rank then suit. "
        "One with a 2 that stands below 34567 is judged by its top card, one above 10JQKA by its 2.",
        "顺子：五张连续且不同花，比最大的一张，先点数后花色。"
        "带 2 且排在 34567 之下的比末张花色，排在 10JQKA 之上的比 2 的花色。",
    ),
    SheetLine("BT-7", "straights", {choice: _straights(choice) for choice in _STRAIGHTS}),
    SheetLine(
        "BT-8",
        "flush",
        {
            "suit": Text(
                "Thùng: năm lá đồng chất không liên tiếp; so chất trước, rồi lá lớn nhất, rồi các lá kế.",
                "Flush: five of a suit, not in sequence; suit first, then the highest card, then the next ones.",
                "同花：五张同花不连续；先比花色，再比最大牌，依次往下。",
            ),
            "rank": Text(
                "Thùng: năm lá đồng chất không liên tiếp; so lá lớn nhất, số rồi chất.",
                "Flush: five of a suit, not in sequence; by its highest card, rank then suit.",
                "同花：五张同花不连续；比最大的一张，先点数后花色。",
            ),
            "none": Text("Không đánh thùng.", "Flushes are not played.", "不能出同花。"),
        },
    ),
    _fixed("BT-9", "Cù lũ: so bộ ba.", "Full house: by the three.", "葫芦：比三条。"),
    _fixed(
        "BT-10",
        "Tứ quý kèm một lá bất kỳ: so bộ bốn.",
        "Four of a kind with any fifth card: by the four.",
        "铁支带任意一张：比四条。",
    ),
    SheetLine(
        "BT-11",
        "straight_flush",
        {
            "suit": Text(
                "Thùng phá sảnh: so chất trước, rồi như sảnh.",
                "Straight flush: suit first, then as a straight.",
                "同花顺：先比花色，再按顺子比。",
            ),
            "rank": Text(
                "Thùng phá sảnh: so như sảnh, rồi tới chất.",
                "Straight flush: as a straight, then by suit.",
                "同花顺：先按顺子比，再比花色。",
            ),
        },
    ),
    _flag(
        "BT-12",
        "royal",
        Text(
            "Thùng phá sảnh lớn, 10-J-Q-K-A đồng chất, lớn hơn mọi thùng phá sảnh khác; hai bộ như vậy thì so chất.",
            "A royal flush, 10-J-Q-K-A of one suit, beats every other straight flush; among royals the suit decides.",
            "皇家同花顺（同花 10-J-Q-K-A）大于其他同花顺；彼此比花色。",
        ),
    ),
    SheetLine("BT-13", "bombs", {"yes": _BOMBS, "no": _ROYAL_ABOVE_ALL}, when=("royal", "yes")),
    SheetLine("BT-13", "bombs", {"yes": _BOMBS, "no": _NO_ROYAL}, when=("royal", "no")),
    _flag(
        "BT-14",
        "finish_on_two",
        Text("Được về bằng một lá heo.", "A single 2 may be the last card.", "可以以单张 2 出完。"),
        Text(
            "Không được về bằng một lá heo: còn đúng một heo thì chỉ bỏ lượt, được đi đầu cũng bỏ. "
            "Ai còn bài cũng chỉ một heo thì hết ván, heo chất lớn hơn hạng cao hơn.",
            "Nobody goes out with a single 2: if that is your only card you must pass, even when leading. "
            "When all seats still in hold just one 2 the deal ends, and the higher suit takes the better place.",
            "不能以单张 2 出完：只剩一张 2 时只能不出，轮到先出也是。在局者都只剩一张 2 时本局结束，花色大者名次高。",
        ),
    ),
    _flag(
        "BT-15",
        "stop_at_first",
        Text(
            "Có người về là hết ván; ai còn ít lá hơn thì hạng cao hơn.",
            "The deal ends when one seat is out; fewer cards left, better place.",
            "有人出完本局即结束；剩牌少者名次高。",
        ),
        Text(
            "Về nhất là thắng, đánh tiếp nhì ba; còn một người cầm bài thì hết ván.",
            "The first seat out wins, play goes on for the other places, and ends when one seat holds cards.",
            "先出完者胜，其余继续争名次，只剩一人有牌时结束。",
        ),
    ),
    _flag(
        "BT-16",
        "call",
        Text(
            "Còn một lá phải báo trước khi có bài đánh tiếp; quên thì ai cũng bắt được, và phải bỏ lượt tới. "
            "Bắt hụt thì coi như hỏi còn mấy lá.",
            "Whoever is down to one card must call it before the next play; otherwise anyone may catch them, "
            "and they pass their next turn. A wrong catch counts as asking how many cards they hold.",
            "剩一张须在下一手出牌前报单，否则任何人可抓，下次轮到时不能出。抓空了只当是问张数。",
        ),
        Text(
            "Ai còn một lá thì bàn báo cho mọi người.",
            "When a seat comes down to one card the table tells all.",
            "谁剩一张牌，牌桌会告诉所有人。",
        ),
    ),
    _flag(
        "BT-17",
        "counts_shown",
        Text("Số lá của mọi người luôn hiện.", "How many cards each seat holds is always shown.", "各家张数始终显示。"),
        Text(
            "Muốn biết ai còn mấy lá thì hỏi; trả lời cho cả bàn nghe.",
            "How many cards a seat holds is told when someone asks, and to all.",
            "想知道谁剩几张须开口问，回答大家都听到。",
        ),
    ),
    _flag(
        "BT-18",
        "discards_open",
        Text("Bài đã đánh được xem lại.", "The discards may be looked at.", "可以查看已出的牌。"),
        Text(
            "Bài đã đánh không xem lại được; chỉ thấy vòng hiện tại. Hết ván thì mở hết.",
            "The discards cannot be looked at, only the current round; all opens when the deal is over.",
            "已出的牌不能再看，只能看本轮；结束后全部公开。",
        ),
    ),
    _flag(
        "BT-19",
        "reshuffle",
        Text(
            "Chia xong: ai có đủ bốn heo thì xào lại; không thì bỏ phiếu kín, hơn nửa số người muốn thì xào lại.",
            "After the deal, four 2s in one hand force a reshuffle; otherwise everyone votes in secret, and more than "
            "half is enough.",
            "发完牌：一手有四张 2 即重洗；否则秘密投票，超过半数同意则重洗。",
        ),
    ),
    SheetLine(
        "BT-19",
        "reshuffle_points",
        {
            "*": Text(
                "Tay bài từ {value} điểm trở xuống (J 1, Q 2, K 3, A 4, heo 5) chỉ cần một phiếu của mình.",
                "A hand worth {value} points or fewer (J 1, Q 2, K 3, A 4, 2 5) needs only its own vote.",
                "手牌不超过 {value} 点（J 1、Q 2、K 3、A 4、2 5）只需自己一票。",
            )
        },
        when=("reshuffle", "yes"),
    ),
    SheetLine(
        "BT-19",
        "reshuffles",
        {
            "0": Text(
                "Không bỏ phiếu: chỉ tứ quý heo mới xào lại.",
                "There is no vote: only four 2s force a reshuffle.",
                "不投票：只有四张 2 才重洗。",
            ),
            "*": Text(
                "Một ván xào lại theo phiếu hay vì bài yếu {value} lần rồi thì không hỏi nữa; "
                "tứ quý heo thì vẫn xào lại.",
                "After {value} reshuffles in a deal, by vote or for a low hand, nobody is asked again; "
                "four 2s still force one.",
                "一局因投票或弱牌重洗 {value} 次后不再询问；四张 2 仍会重洗。",
            ),
        },
        when=("reshuffle", "yes"),
    ),
    SheetLine(
        "BT-20",
        "chips",
        {
            "places": Text(
                "Ăn mỗi người hạng dưới một phần, chung mỗi người hạng trên một phần: +3 +1 -1 -3.",
                "One stake from every seat behind, one to every seat ahead: +3 +1 -1 -3.",
                "赢后面每家一注，输前面每家一注：+3 +1 -1 -3。",
            ),
            "cards": Text(
                "Còn mỗi lá chung người nhất một phần.",
                "A stake to the winner for each card left.",
                "剩一张输赢家一注。",
            ),
            "double_10": Text(
                "Còn mỗi lá chung người nhất một phần; từ 10 lá gấp đôi.",
                "A stake to the winner for each card left; two each from ten on.",
                "剩一张输赢家一注；十张起双倍。",
            ),
            "triple_13": Text(
                "Còn mỗi lá chung người nhất một phần; từ 10 lá gấp đôi, từ 13 lá gấp ba.",
                "A stake to the winner for each card left; two each from ten on, three each from thirteen.",
                "剩一张输赢家一注；十张起双倍，十三张起三倍。",
            ),
            "quadruple_13": Text(
                "Còn mỗi lá chung người nhất một phần; từ 8 lá gấp đôi, từ 10 gấp ba, từ 13 gấp bốn.",
                "A stake to the winner for each card left; two each from eight on, three from ten, four from thirteen.",
                "剩一张输赢家一注；八张起双倍，十张起三倍，十三张起四倍。",
            ),
        },
    ),
    _flag(
        "BT-20",
        "pays_for_all",
        Text(
            "Nhà kế còn một lá mà cả bàn biết: có lá lẻ đè được lá đó mà lại bỏ hay đánh lá nhỏ hơn, "
            "để nhà kế về nhất bằng lá đó, thì chung giùm phần thua của mọi người.",
            "When everyone knows that the next player holds one card: whoever could have beaten it with a single but "
            "passes or plays lower, and so lets that player go out first, pays what all the others lose.",
            "大家都知道下家只剩一张时：手中有单张能压住却不出或出更小的，致下家以此牌最先出完者，包赔其他各家所输。",
        ),
    ),
    SheetLine("BT-20", "stake", {"*": Text("Một phần là {value} chip.", "A stake is {value}.", "一注为 {value}。")}),
)
