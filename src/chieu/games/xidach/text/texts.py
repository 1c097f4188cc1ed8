"""Everything Xì Dách says to people, in three languages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chieu.core.game import Refuser
from chieu.core.text.languages import Named, Text
from chieu.core.text.presentation import SheetLine

TITLE: Final = Text("Xì Dách", "Xì Dách", "越式二十一点")
ABOUT: Final = Text(
    "Nhà con rút bài đấu với nhà cái, càng gần 21 càng tốt; Xì Bàng, Xì Dách và Ngũ Linh ăn đứt.",
    "Vietnamese blackjack: players against a dealer, as close to 21 as they dare. Two aces, an ace and a ten, "
    "or five small cards beat the rest.",
    "越南二十一点：闲家对庄家，越接近 21 点越好；双 A、A 加十、五小龙最大。",
)

PRESET_TEXTS: Final[Mapping[str, Named]] = {
    "room": Named(
        Text("Bàn nhà", "Home table", "自家规矩"),
        Text(
            "Chủ bàn làm cái và xét từng nhà; dưới 16 phải rút; Xì Bàng, Xì Dách ngang nhau; ai cũng cược 1.",
            "The creator deals and compares one by one; under 16 players must draw; special hands are equal; stakes are 1.",
            "房主坐庄，逐家比牌；闲家不足 16 点必须要牌；特殊牌同级；每人下注 1。",
        ),
    ),
    "vipgame": Named(
        Text("Sòng VIP", "VIP hall", "贵宾厅"),
        Text(
            "Không ai bị ép rút, lật một lượt; Xì Bàng trên Xì Dách; hai bên Quắc thì ít điểm hơn thắng; cược 1 đến 100.",
            "Nobody must draw and all show at once; Xì Bàng over Xì Dách; of two busts the lower wins; stakes 1 to 100.",
            "不强制要牌，一起开牌；双 A 大于 A 加十；双方都爆则点数小者赢；下注 1 到 100。",
        ),
    ),
}

TEXTS: Final[Mapping[str, Text]] = {
    "level.strong.about": Text(
        "Tính hết mọi lá có thể tới. Xì Dách không có mức Cao thủ: nghĩ lâu hơn cũng gần như không ăn thêm được gì.",
        "Reckons with every card that may come. There is no Master here: thinking longer would win next to nothing.",
        "每张可能来的牌都算到。这里没有大师：想得再久也几乎赢不了更多。",
    ),
    "action.stake": Text("Cược {amount}", "Stake {amount}", "下注 {amount}"),
    "action.deal_from": Text("Chia từ bên {side}", "Deal from the {side}", "从{side}边发起"),
    "action.draw": Text("Rút thêm", "Draw", "要牌"),
    "action.stand": Text("Dằn", "Stand", "停牌"),
    "action.stand.dealer": Text("Dằn, xét hết", "Stand and settle all", "停牌，全部结算"),
    "action.compare": Text("Xét bài {seat}", "Compare with {seat}", "与 {seat} 比牌"),
    "word.left": Text("trái", "left", "左"),
    "word.right": Text("phải", "right", "右"),
    "word.win": Text("ăn", "wins", "赢"),
    "word.push": Text("huề", "pushes", "平"),
    "word.loss": Text("thua", "loses", "输"),
    "word.xi_bang": Text("Xì Bàng", "Xì Bàng", "双 A"),
    "word.xi_dach": Text("Xì Dách", "Xì Dách", "A 加十"),
    "word.ngu_linh": Text("Ngũ Linh", "Ngũ Linh", "五小龙"),
    "word.quac": Text("Quắc", "Quắc (bust)", "爆牌"),
    "word.non": Text("Non", "Non (short)", "不足"),
    "word.du": Text("Đủ", "Đủ (enough)", "够点"),
    "fact.staked": Text("{seat} cược {amount}.", "{seat} stakes {amount}.", "{seat} 下注 {amount}。"),
    "fact.side_chosen": Text(
        "Nhà cái chia từ bên {side}.", "The dealer deals from the {side}.", "庄家从{side}边开始发牌。"
    ),
    "fact.dealt": Text("Chia bài: {order}. {cards}", "Dealt: {order}. {cards}", "发牌：{order}。{cards}"),
    "fact.drawn": Text("{seat} rút. {cards}", "{seat} draws. {cards}", "{seat} 要牌。{cards}"),
    "fact.stood": Text("{seat} dằn.", "{seat} stands.", "{seat} 停牌。"),
    "fact.compared": Text("Nhà cái xét bài {seat}.", "The dealer compares with {seat}.", "庄家与 {seat} 比牌。"),
    "fact.opened": Text(
        "{seat} lật bài: {cards}, {total} điểm {name}.",
        "{seat} shows {cards}: {total} {name}.",
        "{seat} 开牌：{cards}，{total} 点 {name}。",
    ),
    "fact.settled": Text("{seat} {result} ({chips}).", "{seat} {result} ({chips}).", "{seat} {result}（{chips}）。"),
    "error.bad_stake": Text(
        "Cược từ {least} đến {most}.", "A stake is {least} to {most}.", "下注范围为 {least} 到 {most}。"
    ),
    "error.stakes_crossed": Text(
        "Cược ít nhất {least} lớn hơn cược nhiều nhất {most}.",
        "The smallest stake, {least}, is over the greatest, {most}.",
        "最小下注 {least} 大于最大下注 {most}。",
    ),
    "error.stake_first": Text("Đặt cược trước đã.", "Stake first.", "请先下注。"),
    "error.stakes_are_down": Text("Cược đã chốt.", "The stakes are down.", "注已下定。"),
    "error.choose_side": Text(
        "Chọn bên để chia trước: trái hoặc phải.",
        "Choose a side to deal from: left or right.",
        "请先选择从左边或右边发牌。",
    ),
    "error.already_dealt": Text("Bài đã chia rồi.", "The cards are dealt already.", "牌已经发了。"),
    "error.must_draw": Text(
        "Bài {total} còn non, dưới {floor} phải rút.",
        "{total} is too little: under {floor} you must draw.",
        "{total} 点不足：低于 {floor} 必须要牌。",
    ),
    "error.quac_cannot_draw": Text(
        "Bài {total} đã quắc, không rút nữa được.", "{total} is over 21: no more cards.", "{total} 点已爆，不能再要牌。"
    ),
    "error.five_cards": Text("Đủ năm lá, không rút nữa.", "Five cards is the most.", "最多五张牌。"),
    "error.only_dealer_compares": Text(
        "Chỉ nhà cái xét bài, sau khi mọi người rút xong.",
        "Only the dealer compares, when all players are done.",
        "只有庄家可以比牌，且须等闲家都停牌。",
    ),
    "error.no_comparing": Text(
        "Luật này không xét từng nhà: nhà cái dằn là tính hết.",
        "No comparing one by one here: when the dealer stands all are settled.",
        "本规则不逐家比牌：庄家停牌后一起结算。",
    ),
    "error.no_such_player": Text("Không có nhà con {seat}.", "There is no player {seat}.", "没有闲家 {seat}。"),
    "error.already_settled": Text("{seat} đã tính rồi.", "{seat} is settled already.", "{seat} 已经结算。"),
    "error.too_little_to_compare": Text(
        "Bài {total} chưa xét được, phải từ {floor}.",
        "{total} is too little to compare: from {floor} on.",
        "{total} 点还不能比牌，至少 {floor} 点。",
    ),
    "error.bad_hand_size": Text(
        "{who} có {count} lá: một tay bài từ 2 đến 5 lá.",
        "the {who} has {count} cards: a hand is 2 to 5 cards",
        "{who} 有 {count} 张牌：一手牌为 2 到 5 张。",
    ),
    "error.no_jokers": Text(
        "Xì Dách không chơi phăng teo (joker).", "Xì Dách is played without jokers", "越式二十一点不用鬼牌。"
    ),
    "show.dealer": Text("nhà cái", "dealer", "庄家"),
    "show.done": Text("đã dằn", "done", "已停牌"),
    "show.public": Text("bài đã lật", "all see your hand", "牌已公开"),
    "show.stake": Text("cược {amount}", "stake {amount}", "注 {amount}"),
    "show.order": Text("Thứ tự: {order}", "Order of play: {order}", "顺序：{order}"),
    "judge.hand": Text("{who}: {cards} = {what}", "{who}: {cards} = {what}", "{who}：{cards} = {what}"),
    "judge.player": Text("Nhà con", "Player", "闲家"),
    "judge.dealer": Text("Nhà cái", "Dealer", "庄家"),
    "judge.win": Text(
        "Nhà con thắng {multiple} lần cược.", "The player wins {multiple}x the stake.", "闲家赢 {multiple} 倍注。"
    ),
    "judge.loss": Text(
        "Nhà cái thắng {multiple} lần cược.", "The dealer wins {multiple}x the stake.", "庄家赢 {multiple} 倍注。"
    ),
    "judge.push": Text("Huề.", "A push.", "平局。"),
}

OPTION_TEXTS: Final[Mapping[str, Text]] = {
    "stake_min": Text("Cược ít nhất", "The smallest stake", "最小下注"),
    "stake_max": Text(
        "Cược nhiều nhất (bằng mức ít nhất thì khỏi đặt)",
        "The greatest stake (the same as the smallest: nobody is asked)",
        "最大下注（与最小相同则不必下注）",
    ),
    "order": Text(
        "Bắt đầu chia từ bên nào: nhà cái chọn, phải, trái",
        "Where the deal begins: the dealer chooses, right, left",
        "从哪边开始发牌：庄家选、右边、左边",
    ),
    "ace": Text(
        "Lá Át: 1/10/11 tùy ý, hay theo số lá (2 lá 1/10/11, 3 lá 1/10, 4-5 lá 1)",
        "Aces: 1/10/11 freely, or by the number of cards (two 1/10/11, three 1/10, four and five 1)",
        "A 的点数：1/10/11 任选，或按张数（两张 1/10/11，三张 1/10，四五张 1）",
    ),
    "minimum": Text("Dưới mức này là Non", "Under this a hand is Non", "低于此点数为不足（Non）"),
    "player_must_draw_below": Text(
        "Nhà con dưới mức này phải rút (0: không ép)",
        "Players must draw below this (0: never)",
        "闲家低于此点数必须要牌（0：不强制）",
    ),
    "dealer_must_draw_below": Text(
        "Nhà cái dưới mức này phải rút (0: không ép)",
        "The dealer must draw below this (0: never)",
        "庄家低于此点数必须要牌（0：不强制）",
    ),
    "compare": Text(
        "Nhà cái được xét từng nhà con", "The dealer may compare with one player at a time", "庄家可以逐家比牌"
    ),
    "dealer_may_compare_from": Text(
        "Nhà cái được xét bài từ mức này", "The dealer may compare from this total on", "庄家从此点数起可以比牌"
    ),
    "specials": Text(
        "Bài đặc biệt: ngang nhau, hay Xì Bàng trên Xì Dách",
        "Special hands: all equal, or Xì Bàng over Xì Dách",
        "特殊牌：同级，或双 A 大于 A 加十",
    ),
    "both_quac": Text(
        "Hai bên đều Quắc: huề, hay ít điểm hơn thắng",
        "Both Quắc: a push, or the lower total wins",
        "双方都爆：平局，或点数小者赢",
    ),
    "quac_beats_non": Text("Quắc thắng Non", "A Quắc hand beats a Non hand", "爆牌赢不足"),
    "ngu_linh_with_21": Text(
        "Năm lá đúng 21 cũng là Ngũ Linh", "Five cards of exactly 21 are Ngũ Linh too", "五张正好 21 点也算五小龙"
    ),
    "both_ngu_linh": Text(
        "Hai bên đều Ngũ Linh: huề, hay ít điểm hơn thắng",
        "Both Ngũ Linh: a push, or the smaller total wins",
        "双方都是五小龙：平局，或点数小者赢",
    ),
    "pay_xi_bang": Text("Xì Bàng ăn mấy lần cược", "What Xì Bàng pays, in stakes", "双 A 的倍数"),
    "pay_xi_dach": Text("Xì Dách ăn mấy lần cược", "What Xì Dách pays, in stakes", "A 加十的倍数"),
    "pay_ngu_linh": Text("Ngũ Linh ăn mấy lần cược", "What Ngũ Linh pays, in stakes", "五小龙的倍数"),
    "next_dealer": Text(
        "Ai làm cái ván sau: chủ bàn, xoay vòng, người thắng bằng bài đặc biệt",
        "Who deals next: the creator, in turn, who won with a special hand",
        "下一局谁坐庄：房主、轮流、以特殊牌获胜者",
    ),
}


def _fixed(rule: str, vi: str, en: str, zh: str) -> SheetLine:
    return SheetLine(rule, None, {"*": Text(vi, en, zh)})


def _numbered(option: str, rules: Mapping[str, str], texts: Mapping[str, Text]) -> list[SheetLine]:
    """One option whose values stand in the rule book under numbers of their own."""
    return [SheetLine(rule, option, texts, when=(option, value)) for value, rule in rules.items()]


def _zero_or_more(option: str, zero: str, more: str, texts: Mapping[str, Text]) -> list[SheetLine]:
    """One number whose 0 stands in the rule book under another number than the rest."""
    return [SheetLine(zero, option, texts, when=(option, "0")), SheetLine(more, option, texts, unless=(option, "0"))]


SHEET: Final[tuple[SheetLine, ...]] = (
    _fixed(
        "XD-1",
        "Lá 2 đến 10 tính theo số, J Q K tính 10.",
        "2 to 10 count their number, J Q K count 10.",
        "2 到 10 按点数计，J、Q、K 计 10 点。",
    ),
    SheetLine(
        "XD-2",
        "ace",
        {
            "free": Text(
                "Mỗi lá Át tính 1, 10 hoặc 11, sao cho có lợi nhất.",
                "Each ace counts 1, 10 or 11, whichever serves its holder best.",
                "每张 A 可计 1、10 或 11 点，取对持牌者最有利的。",
            ),
            "by_count": Text(
                "Át tính theo số lá: hai lá 1/10/11, ba lá 1/10, bốn và năm lá 1.",
                "Aces by the number of cards: 1, 10 or 11 in two, 1 or 10 in three, 1 in four and five.",
                "A 按张数计：两张 1/10/11，三张 1/10，四张和五张 1。",
            ),
        },
    ),
    SheetLine(
        "XD-3",
        "minimum",
        {
            "*": Text(
                "Dưới {value} là Non, từ {value} đến 21 là Đủ, trên 21 là Quắc.",
                "Under {value} is Non, {value} to 21 is Đủ, over 21 is Quắc.",
                "低于 {value} 为不足，{value} 到 21 为够点，超过 21 为爆牌。",
            )
        },
    ),
    _fixed(
        "XD-4",
        "Hai lá đầu là hai Át: Xì Bàng. Át với 10, J, Q, K: Xì Dách.",
        "The first two cards: two aces are Xì Bàng, an ace with a 10, J, Q or K is Xì Dách.",
        "头两张为两张 A 是双 A；A 加 10、J、Q、K 是 A 加十。",
    ),
    SheetLine(
        "XD-5",
        "ngu_linh_with_21",
        {
            "no": Text(
                "Năm lá dưới 21 (Át tính 1) là Ngũ Linh; đúng 21 thì không.",
                "Five cards under 21 (aces as 1) are Ngũ Linh; exactly 21 is not.",
                "五张牌小于 21 点（A 计 1）为五小龙；正好 21 不算。",
            ),
            "yes": Text(
                "Năm lá không quá 21 (Át tính 1) là Ngũ Linh.",
                "Five cards of 21 or less (aces as 1) are Ngũ Linh.",
                "五张牌不超过 21 点（A 计 1）为五小龙。",
            ),
        },
    ),
    SheetLine(
        "XD-30",
        "stake_min",
        {"*": Text("Ai cũng cược {stake_max}.", "The stake is {stake_max}.", "下注固定为 {stake_max}。")},
        when=("stake_min", "{stake_max}"),
    ),
    SheetLine(
        "XD-30",
        "stake_max",
        {
            "*": Text(
                "Cược từ {stake_min} đến {value}.",
                "A stake is {stake_min} to {value}.",
                "下注 {stake_min} 到 {value}。",
            )
        },
        unless=("stake_min", "{stake_max}"),
    ),
    SheetLine(
        "XD-10",
        "next_dealer",
        {
            "creator": Text("Chủ bàn luôn làm cái.", "The table's creator always deals.", "房主一直坐庄。"),
            "rotate": Text(
                "Mỗi ván đổi cái sang người kế bên trái.",
                "The deal passes to the left each time.",
                "每局庄家轮到左手边。",
            ),
            "special": Text(
                "Ai thắng bằng bài đặc biệt thì làm cái ván sau.",
                "Who wins with a special hand deals next.",
                "以特殊牌获胜者下一局坐庄。",
            ),
        },
    ),
    *_numbered(
        "order",
        {"choose": "XD-11", "left": "XD-11", "right": "XD-32"},
        {
            "choose": Text(
                "Mỗi người hai lá; nhà cái chọn chia từ người bên nào, rồi đi vòng bàn, nhà cái sau cùng.",
                "Two cards each; the dealer chooses the neighbour to begin with, then round the table, the dealer last.",
                "每人两张；庄家选择从哪边邻座开始，绕桌一圈，庄家最后。",
            ),
            "right": Text(
                "Mỗi người hai lá; bắt đầu từ bên phải nhà cái, đi vòng bàn, nhà cái sau cùng.",
                "Two cards each; it begins at the dealer's right and goes round the table, the dealer last.",
                "每人两张；从庄家右边开始绕桌，庄家最后。",
            ),
            "left": Text(
                "Mỗi người hai lá; bắt đầu từ bên trái nhà cái, đi vòng bàn, nhà cái sau cùng.",
                "Two cards each; it begins at the dealer's left and goes round the table, the dealer last.",
                "每人两张；从庄家左边开始绕桌，庄家最后。",
            ),
        },
    ),
    _fixed(
        "XD-12",
        "Chỉ thấy bài mình. Quắc cũng dằn như thường, không ai biết.",
        "You see your own cards only. A Quắc hand stands like any other, and nobody can tell.",
        "只能看自己的牌。爆牌者照样停牌，旁人看不出。",
    ),
    *_numbered(
        "specials",
        {"equal": "XD-13", "ranked": "XD-33"},
        {
            "equal": Text(
                "Chia xong, nhà cái có bài đặc biệt thì thắng ngay mọi nhà con không có; nhà con có thì huề."
                " Nhà con có mà nhà cái không thì thắng ngay và lật bài cho cả bàn xem, những người khác chơi tiếp.",
                "At once after the deal: a dealer's special hand beats every player without one and pushes with the rest;"
                " a player's wins now if the dealer has none, that hand becomes public, and the rest play on.",
                "发完牌即比：庄家有特殊牌赢所有没有的闲家，有的则平；闲家有而庄家没有，立即赢并公开这手牌，其余的人继续。",
            ),
            "ranked": Text(
                "Xì Bàng trên Xì Dách. Chia xong, nhà con có bài đặc biệt mà nhà cái không thì thắng ngay và lật bài (XD-13)."
                " Nhà cái có thì thắng hết ngay, trừ người bằng (huề) hoặc cao hơn (người đó thắng).",
                "Xì Bàng ranks over Xì Dách. At once after the deal a player's special hand wins if the dealer has none, and"
                " becomes public (XD-13); a dealer's beats all but an equal (push) or a higher one (it wins).",
                "双 A 大于 A 加十。发完牌即比：闲家有特殊牌而庄家没有，立即赢并公开（XD-13）；庄家有则通吃，同级平，更高者赢庄。",
            ),
        },
    ),
    *_zero_or_more(
        "player_must_draw_below",
        "XD-31",
        "XD-14",
        {
            "0": Text(
                "Không ép rút: bài Non cũng được dằn. Rút thêm nhiều nhất ba lá; Quắc thì thôi.",
                "Nobody is made to draw: a Non hand may stand. At most three more cards; Quắc draws no more.",
                "不强制要牌：不足也可停。最多再要三张；爆牌不能再要。",
            ),
            "*": Text(
                "Nhà con dưới {value} phải rút. Quắc hoặc đủ năm lá thì thôi.",
                "A player under {value} must draw. Quắc and five cards draw no more.",
                "闲家低于 {value} 必须要牌。爆牌或满五张不能再要。",
            ),
        },
    ),
    *_zero_or_more(
        "dealer_must_draw_below",
        "XD-31",
        "XD-15",
        {
            "0": Text("Nhà cái không bị ép rút.", "The dealer is never made to draw.", "庄家不强制要牌。"),
            "*": Text(
                "Nhà cái dưới {value} là Non, phải rút; từ {value} được dằn, dằn là xét hết.",
                "A dealer under {value} is Non and must draw; from {value} on the dealer may stand, which settles all.",
                "庄家低于 {value} 为不足，必须要牌；{value} 点起可停牌，停牌即全部结算。",
            ),
        },
    ),
    *_numbered(
        "compare",
        {"yes": "XD-16", "no": "XD-34"},
        {
            "yes": Text(
                "Nhà cái được xét từng nhà con, xét xong vẫn được rút tiếp; bài người bị xét và bài nhà cái lật cho cả bàn.",
                "The dealer may compare with one player at a time and draw in between; that player's hand and the dealer's"
                " are then public.",
                "庄家可以逐家比牌，其间还可要牌；被比者与庄家的牌即公开。",
            ),
            "no": Text(
                "Không xét từng nhà: nhà cái dằn là tính hết.",
                "No comparing one by one: when the dealer stops, all are settled.",
                "不逐家比牌：庄家停牌后一起结算。",
            ),
        },
    ),
    SheetLine(
        "XD-16",
        "dealer_may_compare_from",
        {
            "*": Text(
                "Nhà cái từ {value} điểm mới được xét.",
                "The dealer compares from {value} on.",
                "庄家 {value} 点起才能比牌。",
            )
        },
        when=("compare", "yes"),
    ),
    _fixed(
        "XD-17",
        "Nhà cái dằn hoặc quắc thì tính hết những ai còn lại.",
        "When the dealer stands or is Quắc, everyone left is settled.",
        "庄家停牌或爆牌时，其余各家一起结算。",
    ),
    *_numbered(
        "both_quac",
        {"push": "XD-18", "lower": "XD-35"},
        {
            "push": Text(
                "Nhiều điểm hơn thắng, bằng điểm huề; hai bên đều Quắc thì huề.",
                "The higher total wins, equal totals push; both Quắc push.",
                "点数大者赢，相同平局；双方都爆为平局。",
            ),
            "lower": Text(
                "Nhiều điểm hơn thắng, bằng điểm huề; hai bên đều Quắc thì ít điểm hơn thắng.",
                "The higher total wins, equal totals push; of two Quắc hands the lower total wins.",
                "点数大者赢，相同平局；双方都爆，点数小者赢。",
            ),
        },
    ),
    *_numbered(
        "quac_beats_non",
        {"no": "XD-18", "yes": "XD-35"},
        {
            "no": Text("Một bên Quắc thì bên đó thua.", "If only one side is Quắc, it loses.", "一方爆牌则输。"),
            "yes": Text(
                "Một bên Quắc thì thua bên Đủ, nhưng thắng bên Non.",
                "If only one side is Quắc, it loses to Đủ but beats Non.",
                "一方爆牌输给够点，但赢不足。",
            ),
        },
    ),
    *_numbered(
        "both_ngu_linh",
        {"push": "XD-18", "lower": "XD-36"},
        {
            "push": Text(
                "Ngũ Linh thắng tất cả; hai bên đều Ngũ Linh thì huề.",
                "Ngũ Linh beats everything; two of them push.",
                "五小龙通吃；双方都是五小龙为平局。",
            ),
            "lower": Text(
                "Ngũ Linh thắng tất cả; hai bên đều Ngũ Linh thì ít điểm hơn thắng.",
                "Ngũ Linh beats everything; of two the smaller total wins.",
                "五小龙通吃；双方都是五小龙，点数小者赢。",
            ),
        },
    ),
    SheetLine(
        "XD-4", "pay_xi_bang", {"*": Text("Xì Bàng ăn {value} lần.", "Xì Bàng pays {value}x.", "双 A {value} 倍。")}
    ),
    SheetLine(
        "XD-4", "pay_xi_dach", {"*": Text("Xì Dách ăn {value} lần.", "Xì Dách pays {value}x.", "A 加十 {value} 倍。")}
    ),
    SheetLine(
        "XD-5",
        "pay_ngu_linh",
        {"*": Text("Ngũ Linh ăn {value} lần.", "Ngũ Linh pays {value}x.", "五小龙 {value} 倍。")},
    ),
)

illegal: Final = Refuser(TEXTS)
