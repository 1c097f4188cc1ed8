"""Everything Niu Niu says to people, in three languages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chieu.core.game import Refuser
from chieu.core.text.languages import Named, Text
from chieu.core.text.presentation import SheetLine

TITLE: Final = Text("Niu Niu (bài Ngầu)", "Niu Niu (Bull Bull)", "牛牛")
ABOUT: Final = Text(
    "Năm lá: ba lá cộng tròn chục làm nền, hai lá còn lại quyết định ăn mấy lần.",
    "Five cards: three that add up to tens are the base, and the two left say what the hand pays.",
    "五张牌：三张凑成整十为底，剩下两张决定倍数。",
)

_BULL_BULL: Final = Text("ngầu ngầu", "bull-bull", "牛牛")

PRESET_TEXTS: Final[Mapping[str, Named]] = {
    "custom": Named(
        Text("Ba đổi sáu", "Three-six swap", "三六互换"),
        Text(
            "Lá 3 tính 6, lá 6 tính 3; hai lá cuối là đôi hay tây với Át bích thì ăn đậm, năm lá tây đậm nhất; chủ bàn làm cái.",
            "A 3 counts 6 and a 6 counts 3; a pair, or a face with the ace of spades, pays more, five faces most; the creator banks.",
            "3 算 6 点，6 算 3 点；剩下两张成对或花牌加黑桃 A 倍数高，五花牛最高；房主坐庄。",
        ),
    ),
    "classic": Named(
        Text("Cổ điển", "Classic", "经典"),
        Text(
            "Lá nào điểm nấy; ngầu càng lớn ăn càng nhiều, ngầu ngầu bốn lần; chủ bàn làm cái.",
            "Every card counts its number; the higher the bull the more it pays, bull-bull 4x; the creator banks.",
            "按牌面计点；牛越大倍数越高，牛牛四倍；房主坐庄。",
        ),
    ),
    "auction": Named(
        Text("Gọi cái", "Bid for the bank", "抢庄"),
        Text(
            "Xem bốn lá rồi gọi cái, ai gọi cao nhất làm cái; cược 1 đến 5; ăn như Cổ điển.",
            "See four cards and bid for the bank; the highest bid banks; stakes 1 to 5; pays as Classic.",
            "看四张牌后抢庄，倍数最高者坐庄；下注 1 到 5；倍数同经典。",
        ),
    ),
    "paytable": Named(
        Text("Ăn theo bảng", "Pay table", "赔率表"),
        Text(
            "Chơi với nhà cái, một mình cũng được: nhà cái không cầm bài, thu cược rồi trả theo bảng; lá 3 tính 6, lá 6 tính 3.",
            "Against the house, alone if you like: it takes the stake and pays by the table; a 3 counts 6 and a 6 counts 3.",
            "与庄家对赌，一人也能玩：庄家不拿牌，收下注，按赔率表返还；3 算 6 点，6 算 3 点。",
        ),
    ),
}

TEXTS: Final[Mapping[str, Text]] = {
    "level.master.about": Text(
        "Gần như mức Giỏi: tính được gì thì mức Giỏi đã tính hết.",
        "Hardly more than Strong, which already reckons all that can be reckoned here.",
        "和高手差不多：能算的，高手都已经算过。",
    ),
    "action.stake": Text("Cược {amount}", "Stake {amount}", "下注 {amount}"),
    "action.bid": Text("Gọi cái {times} lần", "Bid {times}x for the bank", "抢庄 {times} 倍"),
    "word.win": Text("ăn", "wins", "赢"),
    "word.push": Text("huề", "pushes", "平"),
    "word.loss": Text("thua", "loses", "输"),
    "word.equal": Text("Hai tay bài bằng nhau (NN-21).", "The hands are equal (NN-21).", "两手牌相同（NN-21）。"),
    "word.no_pay": Text(
        "Tay bài hơn ăn 0 lần, nên không ai mất gì (NN-20).",
        "The better hand wins 0x, so no chips move (NN-20).",
        "较大的牌为 0 倍，不输不赢（NN-20）。",
    ),
    "word.stake_back": Text(
        "Ăn 1 lần là lấy lại đúng tiền cược (NN-22).",
        "1x just returns the stake (NN-22).",
        "1 倍即返还原注（NN-22）。",
    ),
    "word.no_base": Text("không nền", "no base", "没牛"),
    "word.plain": Text("có nền thôi", "base only", "有底，无加倍"),
    "word.bull_7_8": Text("ngầu 7-8", "bull 7-8", "牛七、牛八"),
    **{
        f"word.bull_{number}": Text(f"ngầu {number}", f"bull {number}", f"牛{numeral}")
        for number, numeral in enumerate("一二三四五六七八九", 1)
    },
    "word.bull_10": _BULL_BULL,
    "word.bull_bull": _BULL_BULL,
    "word.sum_ten": Text("hai lá cuối cộng đúng 10", "the final two make exactly 10", "剩下两张正好 10 点"),
    "word.pair": Text("hai lá cuối là đôi", "the final two are a pair", "剩下两张成对"),
    "word.face_and_spade_ace": Text(
        "hai lá cuối là tây với Át bích",
        "the final two are a face and the ace of spades",
        "剩下两张是花牌加黑桃 A",
    ),
    "word.five_faces": Text("năm lá tây", "five faces", "五花牛"),
    "word.bomb": Text("tứ quý", "a bomb (four of a kind)", "炸弹"),
    "word.five_small": Text("năm lá nhỏ", "five small", "五小牛"),
    "fact.staked": Text("{seat} cược {amount}.", "{seat} stakes {amount}.", "{seat} 下注 {amount}。"),
    "fact.dealt": Text("Chia bài: {order}. {cards}", "Dealt: {order}. {cards}", "发牌：{order}。{cards}"),
    "fact.bid_placed": Text("{seat} đã gọi cái.", "{seat} has bid.", "{seat} 已抢庄。"),
    "fact.bank_won": Text(
        "Gọi cái: {bids}. {banker} làm cái, {times} lần.",
        "Bids: {bids}. {banker} banks at {times}x.",
        "抢庄：{bids}。{banker} 坐庄，{times} 倍。",
    ),
    "fact.shown": Text(
        "{seat} lật bài. Nền {base} = {base_sum}, hai lá cuối {final} = {final_sum} (NN-2): {reason}, {multiple} lần, ngầu {bull}.",
        "{seat} shows. Base {base} = {base_sum}, final two {final} = {final_sum} (NN-2): {reason}, {multiple}x, bull {bull}.",
        "{seat} 亮牌。底 {base} = {base_sum}，剩下 {final} = {final_sum}（NN-2）：{reason}，{multiple} 倍，牛 {bull}。",
    ),
    "fact.shown_whole": Text(
        "{seat} lật bài {cards} = {cards_sum} (NN-2): {reason}, {multiple} lần.",
        "{seat} shows {cards} = {cards_sum} (NN-2): {reason}, {multiple}x.",
        "{seat} 亮牌 {cards} = {cards_sum}（NN-2）：{reason}，{multiple} 倍。",
    ),
    "fact.settled": Text(
        "{seat} {result} ({chips}). {because}",
        "{seat} {result} ({chips}). {because}",
        "{seat} {result}（{chips}）。{because}",
    ),
    "error.bad_stake": Text(
        "Cược từ {least} đến {most}.", "A stake is {least} to {most}.", "下注范围为 {least} 到 {most}。"
    ),
    "error.bad_bid": Text("Gọi cái từ 1 đến {most} lần.", "A bid is 1 to {most}.", "抢庄倍数为 1 到 {most}。"),
    "error.bid_first": Text("Gọi cái trước rồi mới cược.", "Bid for the bank before you stake.", "请先抢庄再下注。"),
    "error.bids_are_in": Text("Gọi cái xong rồi, giờ tới cược.", "The bids are in: stake now.", "抢庄已结束，请下注。"),
    "error.no_auction": Text("Luật này không gọi cái.", "There is no bidding for the bank here.", "本规则不抢庄。"),
    "error.stakes_crossed": Text(
        "Cược ít nhất {least} lớn hơn cược nhiều nhất {most}.",
        "The smallest stake {least} is over the greatest, {most}.",
        "最小下注 {least} 大于最大下注 {most}。",
    ),
    "error.house_cannot_host": Text(
        "Nhà cái không làm chủ bàn được.", "The house cannot host the table.", "庄家不能当房主。"
    ),
    "error.bad_hand_size": Text(
        "Có {count} lá: một tay bài là năm lá.", "{count} cards: a hand is five cards", "{count} 张牌：一手牌为五张。"
    ),
    "error.no_jokers": Text(
        "Niu Niu không chơi phăng teo (joker).", "Niu Niu is played without jokers", "牛牛不用鬼牌。"
    ),
    "word.house": Text("nhà cái", "the house", "庄家"),
    "show.banker": Text("nhà cái", "banker", "庄家"),
    "show.house": Text("nhà cái, không cầm bài", "the house, holds no cards", "庄家，不拿牌"),
    "show.stake": Text("cược {amount}", "stake {amount}", "注 {amount}"),
    "show.bid": Text("gọi cái {times}", "bid {times}", "抢庄 {times}"),
    "show.has_bid": Text("đã gọi cái", "has bid", "已抢庄"),
    "show.hand": Text("{multiple} lần, {reason}", "{multiple}x, {reason}", "{multiple} 倍，{reason}"),
    "show.order": Text("Thứ tự chia: {order}", "Dealt in the order {order}", "发牌顺序：{order}"),
    "show.times": Text("Mọi thắng thua nhân {times}", "Every settlement counts {times}x", "所有输赢乘 {times}"),
    "judge.hand": Text("Bài: {cards}", "The hand: {cards}", "牌：{cards}"),
    "judge.base": Text(
        "Nền: {base} cộng lại {total}, tròn chục.",
        "The base: {base} add up to {total}, a multiple of 10.",
        "底：{base}，合计 {total}，是 10 的倍数。",
    ),
    "judge.final": Text(
        "Hai lá cuối: {final}, ngầu {bull}.", "The final two: {final}, bull {bull}.", "剩下两张：{final}，牛 {bull}。"
    ),
    "judge.no_base": Text(
        "Không có ba lá nào trong {cards} cộng tròn chục.",
        "No three of {cards} add up to a multiple of 10.",
        "{cards} 中没有三张能凑成 10 的倍数。",
    ),
    "judge.counts": Text("Khi cộng, {counts} (NN-2).", "In sums {counts} (NN-2).", "计算时 {counts}（NN-2）。"),
    "judge.pays": Text("Ăn {multiple} lần: {reason}.", "It pays {multiple}x: {reason}.", "{multiple} 倍：{reason}。"),
    "judge.first": Text(
        "Bài thứ nhất hơn: {why} (NN-21).", "The first hand wins: {why} (NN-21).", "第一手牌赢：{why}（NN-21）。"
    ),
    "judge.second": Text(
        "Bài thứ hai hơn: {why} (NN-21).", "The second hand wins: {why} (NN-21).", "第二手牌赢：{why}（NN-21）。"
    ),
    "judge.push": Text(
        "Huề: cùng {multiple} lần, cùng {bull} (NN-21).",
        "A push: both pay {multiple}x, both have {bull} (NN-21).",
        "平局：同为 {multiple} 倍，同为{bull}（NN-21）。",
    ),
    "judge.by_multiple": Text("{one} lần hơn {two} lần", "{one}x is over {two}x", "{one} 倍大于 {two} 倍"),
    "judge.by_bull": Text(
        "cùng số lần, {one} hơn {two}", "the same multiple, and {one} is over {two}", "倍数相同，{one}大于{two}"
    ),
    "judge.by_four": Text(
        "cùng số lần, cùng ngầu, tứ quý {one} hơn tứ quý {two}",
        "the same multiple and bull, and its four of rank {one} are over those of rank {two}",
        "倍数和牛数相同，四张 {one} 大于四张 {two}",
    ),
    "judge.by_card": Text(
        "cùng số lần, cùng ngầu, lá cao nhất {one} hơn {two}",
        "the same multiple and bull, and its highest card {one} is over {two}",
        "倍数和牛数相同，最大单张 {one} 大于 {two}",
    ),
    "judge.by_suit": Text(
        "cùng số lần, cùng ngầu, lá cao nhất {one} hơn {two} về chất",
        "the same multiple and bull, and its highest card {one} is over {two} by suit",
        "倍数和牛数相同，最大单张 {one} 按花色大于 {two}",
    ),
    "allowed.values": Text(
        "classic (lá nào điểm nấy), swapped (3 và 6 đổi nhau), hoặc từng lá như 3:6,6:3;"
        " mỗi điểm 1 đến 9 thuộc đúng một số, điểm 10 thuộc bốn số",
        "classic (every card its number), swapped (3 and 6 change places), or card by card as in 3:6,6:3;"
        " each of 1 to 9 is what one rank counts, and 10 what four ranks count",
        "classic（按牌面）、swapped（3、6 互换），或逐张写，如 3:6,6:3；1 到 9 点各归一种牌，10 点归四种牌",
    ),
    "named.values.classic": Text("Cổ điển: lá nào điểm nấy", "Classic: every card its number", "经典：按牌面"),
    "named.values.swapped": Text("3 và 6 đổi nhau", "3 and 6 swapped", "3、6 互换"),
    "cell.values": Text("lá {cell} tính {value}", "each {cell} counts {value}", "{cell} 算 {value} 点"),
}

OPTION_TEXTS: Final[Mapping[str, Text]] = {
    "mode": Text(
        "Cách làm cái: chủ bàn làm cái, ăn theo bảng với nhà cái, hay gọi cái",
        "Banking: the creator banks, a pay table against the house, or an auction",
        "坐庄方式：房主坐庄、按赔率表对庄、抢庄",
    ),
    "stake_min": Text("Cược ít nhất", "The smallest stake", "最小下注"),
    "stake_max": Text(
        "Cược nhiều nhất (bằng mức ít nhất thì khỏi đặt)",
        "The greatest stake (the same as the smallest: nobody is asked)",
        "最大下注（与最小相同则不必下注）",
    ),
    "values": Text(
        "Mỗi lá tính mấy điểm khi cộng",
        "What each card counts in sums",
        "每张牌计算时的点数",
    ),
    "five_faces": Text(
        "Năm lá tây (J Q K) ăn mấy lần (0: không tính)",
        "What five of J, Q, K pay (0: not counted)",
        "五张花牌（J Q K）的倍数（0：不算）",
    ),
    "face_and_spade_ace": Text(
        "Hai lá cuối là tây với Át bích ăn mấy lần (0: không tính)",
        "What a face and the ace of spades as final two pay (0: not counted)",
        "剩下两张为花牌加黑桃 A 的倍数（0：不算）",
    ),
    "pair": Text(
        "Hai lá cuối là đôi ăn mấy lần (0: không tính)",
        "What a pair as final two pays (0: not counted)",
        "剩下两张成对的倍数（0：不算）",
    ),
    "sum_ten": Text(
        "Hai lá cuối cộng đúng 10 ăn mấy lần (0: không tính)",
        "What final two that make exactly 10 pay (0: not counted)",
        "剩下两张正好 10 点的倍数（0：不算）",
    ),
    "plain_multiple": Text(
        "Có nền mà không có gì thêm ăn mấy lần",
        "What a base with nothing more pays",
        "有底而无加倍时的倍数",
    ),
    "bull_7_8": Text(
        "Ngầu 7 và ngầu 8 ăn mấy lần (0: không tính)",
        "What bull 7 and bull 8 pay (0: not counted)",
        "牛七、牛八的倍数（0：不算）",
    ),
    "bull_9": Text("Ngầu 9 ăn mấy lần (0: không tính)", "What bull 9 pays (0: not counted)", "牛九的倍数（0：不算）"),
    "bull_bull": Text(
        "Ngầu ngầu ăn mấy lần (0: không tính)", "What bull-bull pays (0: not counted)", "牛牛的倍数（0：不算）"
    ),
    "bomb": Text(
        "Tứ quý ăn mấy lần, khỏi cần nền (0: không tính)",
        "What four of a kind pay, with or without a base (0: not counted)",
        "炸弹（四张同点）的倍数，不需要底（0：不算）",
    ),
    "five_small": Text(
        "Năm lá nhỏ (dưới 5, cộng không quá 10) ăn mấy lần, khỏi cần nền (0: không tính)",
        "What five small (all under 5, together 10 at most) pay, with or without a base (0: not counted)",
        "五小牛（都小于 5，合计不超过 10）的倍数，不需要底（0：不算）",
    ),
    "baseless_pays": Text(
        "Bài hơn mà không có nền thì ăn mấy lần (ăn theo bảng thì không xét)",
        "What a winning hand without a base wins (no effect with the pay table)",
        "牌大而没有底时赢几倍（赔率表不看此项）",
    ),
    "equal_bulls": Text(
        "Cùng số lần, cùng ngầu: so lá cao nhất, hay huề",
        "The same multiple and the same bull: the highest card decides, or a push",
        "倍数和牛数都相同：比最大单张，或平局",
    ),
}

_SILENT: Final = Text("", "", "")


def _fixed(rule: str, vi: str, en: str, zh: str) -> SheetLine:
    return SheetLine(rule, None, {"*": Text(vi, en, zh)})


def _pays(rule: str, option: str, vi: str, en: str, zh: str) -> SheetLine:
    """A feature that says nothing where it is not counted."""
    return SheetLine(rule, option, {"0": _SILENT, "*": Text(vi, en, zh)})


_BETTER: Final[Mapping[str, Text]] = {
    "card": Text(
        "So bài: số lần cao hơn, rồi ngầu cao hơn (hai lá cuối cộng lại lấy số lẻ, 0 là 10),"
        " rồi lá cao nhất từ K xuống A (hai tứ quý thì so số của tứ quý), rồi chất bích cơ chuồn rô.",
        "The better hand: the higher multiple, then the higher bull (the final two's sum without its tens,"
        " 0 counting as 10), then the highest card, K down to A (two bombs: the rank of the four), then spades, hearts,"
        " clubs, diamonds.",
        "比牌：先比倍数，再比牛（剩下两张之和的个位，0 算 10），再比最大单张（K 到 A；两个炸弹比四张的点数），再比花色黑桃、红心、梅花、方块。",
    ),
    "push": Text(
        "So bài: số lần cao hơn, rồi ngầu cao hơn (hai lá cuối cộng lại lấy số lẻ, 0 là 10); bằng nữa thì huề.",
        "The better hand: the higher multiple, then the higher bull (the final two's sum without its tens,"
        " 0 counting as 10); after that a push.",
        "比牌：先比倍数，再比牛（剩下两张之和的个位，0 算 10）；再相同则平局。",
    ),
}

_BASELESS: Final[Mapping[str, Text]] = {
    "0": Text(
        "Bài hơn mà không có nền thì không ăn gì: hai bên đều không nền thì không ai mất tiền.",
        "A better hand without a base wins nothing: between two hands without one, no chips move.",
        "牌大而没有底则不赢：双方都没有底时不输不赢。",
    ),
    "*": Text(
        "Bài hơn mà không có nền thì ăn {value} lần.",
        "A better hand without a base wins {value}x.",
        "牌大而没有底则赢 {value} 倍。",
    ),
}

SHEET: Final[tuple[SheetLine, ...]] = (
    _fixed(
        "NN-1",
        "Bộ 52 lá không phăng teo, 2 đến 10 người, mỗi người năm lá.",
        "52 cards without jokers, 2 to 10 seats, five cards a hand.",
        "一副 52 张牌，不用鬼牌，2 到 10 人，每人五张。",
    ),
    SheetLine(
        "NN-2",
        "values",
        {
            "classic": Text(
                "Át 1 điểm, 2 đến 9 theo số, 10 J Q K mười điểm.",
                "In sums an ace counts 1, 2 to 9 their number, 10 J Q K ten.",
                "计算时 A 为 1 点，2 到 9 按点数，10、J、Q、K 为 10 点。",
            ),
            "swapped": Text(
                "Khi cộng, lá 3 tính 6 và lá 6 tính 3; Át 1 điểm, 10 J Q K mười điểm, còn lại theo số."
                " Đôi, lá tây và Át bích thì xem lá thật.",
                "In sums a 3 counts 6 and a 6 counts 3; an ace 1, 10 J Q K ten, the others their number."
                " Pairs, faces and the ace of spades go by the card itself.",
                "计算时 3 算 6 点，6 算 3 点；A 为 1 点，10、J、Q、K 为 10 点，其余按点数。对子、花牌和黑桃 A 看牌面。",
            ),
            "*": Text(
                "Khi cộng, {value}; ngoài ra Át 1 điểm, 2 đến 9 theo số, 10 J Q K mười điểm."
                " Đôi, lá tây và Át bích thì xem lá thật.",
                "In sums {value}; otherwise an ace counts 1, 2 to 9 their number, 10 J Q K ten."
                " Pairs, faces and the ace of spades go by the card itself.",
                "计算时 {value}；其余 A 为 1 点，2 到 9 按点数，10、J、Q、K 为 10 点。对子、花牌和黑桃 A 看牌面。",
            ),
        },
    ),
    SheetLine(
        "NN-3",
        "five_faces",
        {
            "0": _SILENT,
            "*": Text(
                "Năm lá tây (J Q K) ăn {value} lần.",
                "Five of J, Q, K pay {value}x.",
                "五张都是 J、Q、K 为 {value} 倍。",
            ),
        },
    ),
    _fixed(
        "NN-4",
        "Ngoài ra phải có nền: ba lá cộng tròn chục. Không có thì 0 lần.",
        "Otherwise three cards that add up to a multiple of 10 are the base; without one the hand pays 0.",
        "否则须有三张凑成 10 的倍数作底；没有则为 0 倍。",
    ),
    _fixed(
        "NN-5",
        "Mọi nền đều được xét, lấy nền nào ăn nhiều lần nhất.",
        "Every base is tried, and the one that pays most counts.",
        "所有可能的底都会试，取倍数最高的。",
    ),
    SheetLine(
        "NN-6",
        None,
        {
            "*": Text(
                "Bài hợp nhiều kiểu thì ăn theo kiểu nhiều lần nhất, kể cả năm lá tây: không kiểu nào che kiểu hơn.",
                "A hand of several kinds pays the highest multiple of them all, five faces included: no kind hides a better"
                " one.",
                "一手牌符合多种牌型时取倍数最高的一种，五花牛也一样：任何牌型都不遮盖更高的。",
            )
        },
    ),
    _pays(
        "NN-6",
        "bomb",
        "Tứ quý ăn {value} lần, có nền hay không cũng được.",
        "Four of a kind pay {value}x, with or without a base.",
        "炸弹（四张同点）为 {value} 倍，有底无底均可。",
    ),
    _pays(
        "NN-6",
        "five_small",
        "Năm lá đều dưới 5, cộng không quá 10, ăn {value} lần, có nền hay không cũng được.",
        "Five cards all under 5 that make 10 at most pay {value}x, with or without a base.",
        "五张都小于 5 且合计不超过 10 为 {value} 倍，有底无底均可。",
    ),
    _pays(
        "NN-6",
        "face_and_spade_ace",
        "Hai lá cuối là một lá tây với đúng Át bích: {value} lần.",
        "Final two of a face and the ace of spades, that one exactly: {value}x.",
        "剩下两张为花牌加黑桃 A（必须黑桃）：{value} 倍。",
    ),
    _pays(
        "NN-6",
        "pair",
        "Hai lá cuối là đôi: {value} lần.",
        "Final two of the same rank: {value}x.",
        "剩下两张同点：{value} 倍。",
    ),
    _pays(
        "NN-6",
        "sum_ten",
        "Hai lá cuối cộng điểm đúng 10: {value} lần.",
        "Final two whose values make exactly 10: {value}x.",
        "剩下两张点数合计正好 10：{value} 倍。",
    ),
    _pays(
        "NN-6", "bull_7_8", "Ngầu 7 và ngầu 8: {value} lần.", "Bull 7 and bull 8: {value}x.", "牛七、牛八：{value} 倍。"
    ),
    _pays("NN-6", "bull_9", "Ngầu 9: {value} lần.", "Bull 9: {value}x.", "牛九：{value} 倍。"),
    _pays("NN-6", "bull_bull", "Ngầu ngầu: {value} lần.", "Bull-bull: {value}x.", "牛牛：{value} 倍。"),
    SheetLine(
        "NN-8",
        "plain_multiple",
        {
            "*": Text(
                "Có nền mà không có gì thêm: {value} lần. Chỉ lấy bội số cao nhất, không cộng không nhân.",
                "A base with none of these: {value}x. Only the highest multiple counts, none are added or multiplied.",
                "有底而无以上任何一项：{value} 倍。只取最高倍数，不叠加。",
            )
        },
    ),
    _fixed(
        "NN-9",
        "Không ai phải chọn nền: bài lật ra cho thấy nền nào được lấy và vì sao.",
        "Nobody chooses a base: a shown hand says which one was taken and why.",
        "底不用自己选：亮牌时会显示取了哪个底和原因。",
    ),
    SheetLine(
        "NN-20",
        "mode",
        {
            "banker": Text(
                "Chủ bàn làm cái. Đặt cược, chia mỗi người năm lá, lật hết; từng người so với nhà cái,"
                " bài hơn ăn theo số lần của mình.",
                "The creator banks. Stakes, five cards each, all hands are shown; each player against the banker:"
                " the better hand wins its own multiple of the stake.",
                "房主坐庄。下注后每人五张，全部亮牌；各家与庄家比，牌大者按自己的倍数赢注。",
            ),
            "*": _SILENT,
        },
        when=("mode", "banker"),
    ),
    SheetLine(
        "NN-22",
        "mode",
        {
            "paytable": Text(
                "Ăn theo bảng: ai cũng chơi với nhà cái. Nhà cái giữ ghế cuối, không ai ngồi được, không cầm bài;"
                " thu tiền cược trước rồi trả tiền cược nhân số lần.",
                "By the pay table: everyone plays against the house. It has the last seat, which nobody can take, and holds"
                " no cards; it takes your stake and pays back the stake times your multiple.",
                "按赔率表：各家对庄。庄家占最后一个座位，谁都不能坐，也不拿牌；收下注后返还倍数乘注。",
            ),
            "*": _SILENT,
        },
        when=("mode", "paytable"),
    ),
    SheetLine(
        "NN-23",
        "mode",
        {
            "auction": Text(
                "Gọi cái: xem bốn lá, ai cũng gọi kín 1 đến 4 lần, cao nhất làm cái (bằng nhau thì người gần bên trái"
                " cái cũ hơn); nhà con đặt cược, chia lá thứ năm, từng người so với nhà cái:"
                " bài hơn ăn theo số lần của mình, nhân số lần đã gọi.",
                "Auction: everyone sees four cards and bids 1 to 4 in secret; the highest banks (of equals the first to"
                " the left of the last banker); the players stake, the fifth card is dealt, each player against"
                " the banker: the better hand wins its own multiple of the stake times the bid.",
                "抢庄：看四张牌后各家暗抢 1 到 4 倍，最高者坐庄（相同则从上一庄家左边起最先者）；闲家下注，发第五张，各家与庄家比，牌大者按自己的倍数赢注，再乘抢庄倍数。",
            ),
            "*": _SILENT,
        },
        when=("mode", "auction"),
    ),
    SheetLine(
        "NN-20",
        "stake_min",
        {"*": Text("Ai cũng cược {stake_max}.", "The stake is {stake_max}.", "下注固定为 {stake_max}。")},
        when=("stake_min", "{stake_max}"),
    ),
    SheetLine(
        "NN-20",
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
    # Against the house nobody compares hands.
    SheetLine("NN-20", "baseless_pays", _BASELESS, unless=("mode", "paytable")),
    SheetLine("NN-21", "equal_bulls", _BETTER, unless=("mode", "paytable")),
)

illegal: Final = Refuser(TEXTS)
