"""Everything Chinese Rummy says to people, in three languages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chieu.core.game import Refuser
from chieu.core.text.languages import Named, Text
from chieu.core.text.presentation import SheetLine
from chieu.games.rummy.rules import SEVEN_ROUNDS

TITLE: Final = Text("Rummy Tàu", "Chinese Rummy", "七轮拉米")
ABOUT: Final = Text(
    "Bảy vòng, mỗi vòng một đề: gom đủ bộ và dây rồi hạ một lượt, gửi hết bài trước là thắng vòng. Lá 2 và phăng teo thế được mọi lá.",
    "Seven rounds, each with melds of its own: collect them, lay them down in one go, get rid of the rest first. 2s and jokers are wild.",
    "七轮，每轮要求不同：凑齐组合一次摊牌，先出完手牌者赢。2 和鬼牌是百搭。",
)

PRESET_TEXTS: Final[Mapping[str, Named]] = {
    "seven-rounds": Named(
        Text("Bảy vòng", "Seven rounds", "七轮"),
        Text(
            "Bảy vòng, mỗi vòng một đề khó hơn; lá 2 và phăng teo thế được mọi lá; ít điểm nhất thắng.",
            "Seven rounds, each asking for harder melds; 2s and jokers are wild; the lowest total wins.",
            "七轮，一轮比一轮难；2 和鬼牌是百搭；总分最低者赢。",
        ),
    ),
}

TEXTS: Final[Mapping[str, Text]] = {
    "action.draw": Text("Bốc nọc", "Draw from the stock", "摸牌"),
    "action.take": Text("Ăn lá trên", "Take the discard", "拿弃牌"),
    "action.lay_down": Text("Hạ bài: {melds}", "Lay down: {melds}", "摊牌：{melds}"),
    "action.lay_off": Text("Gửi {card} {side} {meld}", "Lay off {card} {side} {meld}", "把 {card} 搭到 {meld} {side}"),
    "action.swap": Text(
        "Đổi {card} lấy lá thế ở {meld}", "Swap {card} for a wild of {meld}", "用 {card} 换 {meld} 的百搭"
    ),
    "action.discard": Text("Đánh {card}", "Discard {card}", "弃 {card}"),
    "word.set": Text("bộ", "set", "同点"),
    "word.run": Text("dây", "run", "同花顺"),
    "word.on": Text("vào", "on", "上"),
    "word.under": Text("vào đầu dưới", "at the low end of", "的低端"),
    "word.over": Text("vào đầu trên", "at the high end of", "的高端"),
    "number.meld": Text("phỏm {number}", "meld {number}", "第 {number} 组"),
    "word.lay_down": Text("hạ hết bài", "goes out by laying down", "摊完手牌"),
    "word.lay_off": Text("gửi hết bài", "goes out by laying off", "搭完手牌"),
    "word.discard": Text("đánh lá cuối cùng", "goes out with the last discard", "弃掉最后一张"),
    "word.blocked": Text(
        "Bí bài, không ai thắng vòng này", "The round is blocked and nobody wins it", "本轮僵局，无人赢"
    ),
    "fact.dealt": Text(
        "Vòng {round}: {dealer} chia mỗi người {count} lá, lật {up}. {cards}",
        "Round {round}: {dealer} deals {count} cards each and turns up {up}. {cards}",
        "第 {round} 轮：{dealer} 每人发 {count} 张，翻开 {up}。{cards}",
    ),
    "fact.reshuffled": Text(
        "Hết nọc: xào lại {count} lá đã đánh.",
        "The stock is empty: {count} discards are shuffled.",
        "牌堆用完：{count} 张弃牌重洗。",
    ),
    "fact.drawn": Text("{seat} bốc nọc. {cards}", "{seat} draws. {cards}", "{seat} 摸牌。{cards}"),
    "fact.taken": Text("{seat} ăn {card}.", "{seat} takes {card}.", "{seat} 拿 {card}。"),
    "fact.laid_down": Text("{seat} hạ bài: {melds}.", "{seat} lays down {melds}.", "{seat} 摊出 {melds}。"),
    "fact.laid_off": Text(
        "{seat} gửi {card} {side} {onto}.",
        "{seat} lays off {card} {side} {onto}.",
        "{seat} 把 {card} 搭到 {onto} {side}。",
    ),
    "fact.swapped": Text(
        "{seat} đổi {card} lấy {wild} ở {onto}.",
        "{seat} swaps {card} for the {wild} in {onto}.",
        "{seat} 用 {card} 换走 {onto} 里的 {wild}。",
    ),
    "fact.discarded": Text("{seat} đánh {card}.", "{seat} discards {card}.", "{seat} 弃 {card}。"),
    "fact.stalled": Text(
        "Mỗi người đi {turns} lượt liền mà không ai hạ hay gửi lá nào: bí bài.",
        "{turns} turns each and nobody laid anything down or off: the round is blocked.",
        "每人连续 {turns} 个回合都没有摊牌或搭牌：本轮成僵局。",
    ),
    "fact.ended": Text(
        "{winner} {how}. Điểm vòng này: {points}. Tổng: {scores}. Bài còn: {hands}.",
        "{winner} {how}. Points of this round: {points}. Totals: {scores}. Cards left: {hands}.",
        "{winner} {how}。本轮得分：{points}。总分：{scores}。剩牌：{hands}。",
    ),
    "fact.won": Text(
        "Hết trận. Ít điểm nhất: {winners}.",
        "The match is over. The lowest total: {winners}.",
        "全场结束。总分最低：{winners}。",
    ),
    "error.no_such_round": Text(
        "Không có vòng {round}: trận có {rounds} vòng.",
        "There is no round {round}: a match has {rounds}.",
        "没有第 {round} 轮：一场共 {rounds} 轮。",
    ),
    "error.wrong_scores": Text(
        "Có {scores} điểm số cho {seats} ghế.",
        "There are {scores} scores for {seats} seats.",
        "{seats} 个座位却有 {scores} 个分数。",
    ),
    "error.draw_first": Text(
        "Bốc nọc hoặc ăn lá trên trước đã.", "Draw first: from the stock or the discard.", "请先摸牌或拿弃牌。"
    ),
    "error.already_drawn": Text(
        "Lượt này bốc rồi: hạ, gửi, rồi đánh một lá.",
        "You have drawn: lay down, lay off, then discard one.",
        "本回合已摸牌：可摊牌、搭牌，然后弃一张。",
    ),
    "error.stock_empty": Text(
        "Nọc hết và không còn gì để xào: phải ăn lá trên.",
        "The stock is empty and there is nothing to shuffle: take the discard.",
        "牌堆已空且无牌可洗：必须拿弃牌。",
    ),
    "error.no_discard": Text("Không có lá nào để ăn.", "There is no discard to take.", "没有弃牌可拿。"),
    "error.not_in_hand": Text("Bạn không có {card} trên tay.", "You do not hold {card}.", "你手上没有 {card}。"),
    "error.already_down": Text(
        "Vòng này bạn hạ rồi: giờ chỉ gửi thêm.",
        "You have laid down in this round: now you can lay off.",
        "本轮你已摊牌：现在只能搭牌。",
    ),
    "error.lay_down_first": Text(
        "Hạ đủ đề của vòng rồi mới được gửi.",
        "Lay down the round's melds first.",
        "先摊出本轮要求的组合，才能搭牌。",
    ),
    "error.no_such_meld": Text(
        "Không có {meld}: trên bàn có {melds} phỏm.",
        "There is no {meld}: the table has {melds}.",
        "没有{meld}：桌上有 {melds} 组。",
    ),
    "error.does_not_fit": Text(
        "{card} không gửi vào {meld} kiểu đó được.",
        "{card} does not fit there on {meld}.",
        "{card} 不能那样搭到 {meld}。",
    ),
    "error.no_swaps": Text(
        "Luật này không đổi lá thế: lá thế nằm yên chỗ nó.",
        "No swapping here: a wild keeps the place it was put in.",
        "本规则不能换百搭：百搭留在原位。",
    ),
    "error.nothing_to_swap": Text(
        "Ở {meld} không có lá thế nào đứng chỗ của {card}.",
        "No wild in {meld} stands for {card}.",
        "{meld} 里没有代替 {card} 的百搭。",
    ),
    "error.wrong_melds": Text(
        "Vòng này phải hạ đủ {wanted} phỏm một lượt; bạn chọn {melds}.",
        "This round asks for {wanted} melds in one act, not {melds}.",
        "本轮要一次摊出 {wanted} 组，不是 {melds} 组。",
    ),
    "error.wrong_size": Text(
        "{cards}: phỏm này phải đúng {size} lá.",
        "{cards}: this meld has exactly {size} cards.",
        "{cards}：这一组必须正好 {size} 张。",
    ),
    "error.wrong_set": Text(
        "{cards} không phải bộ: các lá thật phải cùng số.",
        "{cards} is no set: natural cards must be of one rank.",
        "{cards} 不是同点：非百搭牌必须同点数。",
    ),
    "error.wrong_run": Text(
        "{cards} không phải dây: các lá thật phải cùng chất và liên tiếp, chỗ trống có lá thế.",
        "{cards} is no run: natural cards of one suit, ranks in a row, wilds in the gaps.",
        "{cards} 不是顺子：真牌须同花、连续，空位由百搭补上。",
    ),
    "error.too_wild": Text(
        "{cards}: phải có ít nhất {naturals} lá thật trong {size} lá.",
        "{cards}: at least {naturals} of {size} cards must be natural.",
        "{cards}：{size} 张中至少 {naturals} 张须为真牌。",
    ),
    "error.too_many_cards": Text(
        "Trên tay nhiều nhất {most} lá, không phải {count}.",
        "A hand has at most {most} cards, not {count}.",
        "手牌最多 {most} 张，不是 {count} 张。",
    ),
    "error.card_thrice": Text(
        "Lá {card} có ba lần: hai bộ bài chỉ có hai lá mỗi thứ.",
        "{card} is there three times: two decks have two of each card.",
        "{card} 出现了三次：两副牌每张只有两张。",
    ),
    "error.too_many_jokers": Text(
        "{count} lá phăng teo: bộ bài chỉ có {most} lá.",
        "{count} jokers: there are only {most} in the pack.",
        "{count} 张鬼牌：牌里只有 {most} 张。",
    ),
    "error.rank_twice": Text(
        "Một số chỉ kể một lần là lá thế.",
        "A rank is named as wild once, not twice.",
        "同一点数只需写一次。",
    ),
    "error.too_few_contracts": Text(
        "{rounds} vòng mà chỉ có đề cho {contracts} vòng.",
        "There are {rounds} rounds, but contracts for {contracts} only.",
        "有 {rounds} 轮，却只有 {contracts} 轮的要求。",
    ),
    "error.too_many_contracts": Text("Nhiều nhất {most} vòng.", "{most} rounds is the most.", "最多 {most} 轮。"),
    "error.bad_deal": Text(
        "Vòng {round} chia {dealt} lá: chỉ chia từ {least} đến {most}.",
        "Round {round} deals {dealt} cards: {least} to {most} can be dealt.",
        "第 {round} 轮发 {dealt} 张：只能发 {least} 到 {most} 张。",
    ),
    "error.too_many_melds": Text(
        "Vòng {round}: nhiều nhất {most} phỏm.",
        "Round {round}: {most} melds is the most.",
        "第 {round} 轮：最多 {most} 组。",
    ),
    "error.bad_meld": Text(
        "Vòng {round} đòi phỏm {size} lá: phỏm ít nhất {least} lá, dây dài nhất {most} lá.",
        "Round {round} asks for a meld of {size}: a meld has at least {least} cards, a run at most {most}.",
        "第 {round} 轮要求 {size} 张一组：每组至少 {least} 张，顺子最多 {most} 张。",
    ),
    "error.hand_too_small": Text(
        "Vòng {round} đòi hạ {needed} lá mà bốc xong chỉ có {held} lá.",
        "Round {round} asks for {needed} cards, but a hand after drawing has {held}.",
        "第 {round} 轮要摊出 {needed} 张，摸牌后手上只有 {held} 张。",
    ),
    "error.impossible_set": Text(
        "Vòng {round} đòi bộ {size} lá có {naturals} lá thật, mà bài chỉ có {copies} lá một số và {wilds} lá thế.",
        "Round {round} asks for a set of {size} with {naturals} natural cards; there are {copies} of a rank and {wilds} wilds.",
        "第 {round} 轮要 {size} 张同点含 {naturals} 张真牌；每点只有 {copies} 张，百搭 {wilds} 张。",
    ),
    "show.round": Text(
        "Vòng {round}/{rounds}: hạ {contract}",
        "Round {round} of {rounds}: lay down {contract}",
        "第 {round}/{rounds} 轮：摊出 {contract}",
    ),
    "show.wanted": Text("{kind} {size}", "{kind} of {size}", "{size} 张{kind}"),
    "show.table": Text(
        "Nọc {stock} lá, lá trên: {discard}", "Stock {stock}, discard {discard}", "牌堆 {stock} 张，弃牌：{discard}"
    ),
    "show.meld": Text(
        "[{number}] {kind} của {owner}: {cards}",
        "[{number}] {kind} of {owner}: {cards}",
        "[{number}] {owner} 的{kind}：{cards}",
    ),
    "show.cards": Text("{count} lá", "{count} cards", "{count} 张"),
    "show.wilds": Text("lá thế: {cards}", "wild: {cards}", "百搭：{cards}"),
    "show.score": Text("{score} điểm", "{score} points", "{score} 分"),
    "show.next_round": Text("Vòng kế", "Next round", "下一轮"),
    "show.next_match": Text("Trận mới", "New match", "新一场"),
    "show.lost": Text("vòng này +{points}", "+{points} this round", "本轮 +{points}"),
    "show.dealer": Text("chia bài", "dealer", "发牌"),
    "show.down": Text("đã hạ", "laid down", "已摊牌"),
    "show.won": Text("{seat} {how}, thắng vòng.", "{seat} {how} and wins the round.", "{seat} {how}，赢得本轮。"),
    "show.blocked": Text(
        "Bí bài, hết lá để bốc: không ai thắng vòng.",
        "Blocked, there is nothing to draw: nobody wins the round.",
        "僵局，无牌可摸：本轮无人赢。",
    ),
    "show.stalled": Text(
        "Bí bài, lâu quá không ai hạ hay gửi: không ai thắng vòng.",
        "Blocked: nothing was laid down or off for too long, so nobody wins the round.",
        "僵局，太久无人摊牌或搭牌：本轮无人赢。",
    ),
    "show.quiet": Text(
        "Thêm {turns} lượt không ai hạ hay gửi là bí bài",
        "{turns} more turns with nothing laid down or off and the round is blocked",
        "再有 {turns} 个回合无人摊牌或搭牌，本轮即成僵局",
    ),
    "show.quiet_brief": Text("bí bài sau {turns} lượt", "blocked in {turns} turns", "{turns} 回合后僵局"),
    "show.match": Text(
        "Hết trận. Ít điểm nhất: {seats}.",
        "The match is over. The lowest total: {seats}.",
        "全场结束。总分最低：{seats}。",
    ),
    "judge.found": Text("Hạ được: {melds}", "It can lay down: {melds}", "可以摊出：{melds}"),
    "judge.none": Text(
        "Không hạ được đề vòng {round}: {contract}.",
        "It cannot lay down the contract of round {round}: {contract}.",
        "摊不出第 {round} 轮的要求：{contract}。",
    ),
    "judge.points": Text(
        "Còn trên tay thì bị {points} điểm (RM-12).",
        "Left in the hand it costs {points} points (RM-12).",
        "留在手上计 {points} 分（RM-12）。",
    ),
    "allowed.contracts": Text(
        "từng vòng cách nhau dấu chấm, như 7:s3s3.8:s3r4: chia mấy lá, rồi s là bộ, r là dây, kèm số lá",
        "rounds parted by dots, as in 7:s3s3.8:s3r4: how many cards are dealt, then s for a set or r for a run, with its size",
        "各轮用点隔开，如 7:s3s3.8:s3r4：先写发几张，再写 s（同点）或 r（顺子）和张数",
    ),
    "row.contracts": Text(
        "Vòng {row}: chia {number} lá", "Round {row}: {number} cards dealt", "第 {row} 轮：发 {number} 张"
    ),
    "item.contracts.s": Text("bộ {size}", "set of {size}", "{size} 张同点"),
    "item.contracts.r": Text("dây {size}", "run of {size}", "{size} 张顺子"),
    "allowed.wild_ranks": Text(
        "none, hoặc một đến ba số trong A 2 3 4 5 6 7 8 9 10 J Q K, như 2 hay 2,10",
        "none, or one to three of A 2 3 4 5 6 7 8 9 10 J Q K, as in 2 or 2,10",
        "none，或从 A 2 3 4 5 6 7 8 9 10 J Q K 中选一到三个，如 2 或 2,10",
    ),
}

OPTION_TEXTS: Final[Mapping[str, Text]] = {
    "contracts": Text(
        "Mỗi vòng chia mấy lá và hạ gì",
        "What each round deals and asks for",
        "每轮发几张、摊出什么",
    ),
    "rounds": Text("Chơi mấy vòng", "How many rounds are played", "打几轮"),
    "wild_ranks": Text(
        "Số nào thế được, ngoài phăng teo",
        "Which ranks are wild beside the jokers",
        "除鬼牌外哪些点数是百搭",
    ),
    "natural_share": Text(
        "Khi hạ, ít nhất bao nhiêu phần trăm mỗi phỏm là lá thật",
        "How many per cent of a meld must be natural when it is laid down",
        "摊牌时每组真牌至少占百分之几",
    ),
    "ace_low": Text(
        "Át được đứng dưới chỗ lá 2 trong dây",
        "An ace may stand under the 2's place in a run",
        "A 可以放在顺子的 2 之下",
    ),
    "joker_swap": Text(
        "Ai đã hạ được đem lá thật đổi lấy lá thế trên bàn",
        "Who has laid down may put the real card in and take a wild from the table",
        "已摊牌者可用真牌换走桌上的百搭",
    ),
    "quiet_turns": Text(
        "Mỗi người đi liền bao nhiêu lượt không ai hạ hay gửi thì bí bài",
        "How many turns each, in a row, without anyone laying down or off before the round is blocked",
        "每人连续多少个回合无人摊牌或搭牌，本轮即成僵局",
    ),
}


def _fixed(rule: str, vi: str, en: str, zh: str) -> SheetLine:
    return SheetLine(rule, None, {"*": Text(vi, en, zh)})


SHEET: Final[tuple[SheetLine, ...]] = (
    _fixed(
        "RM-1",
        "Hai người chơi một bộ 52 lá và hai phăng teo; ba, bốn người chơi hai bộ và bốn phăng teo.",
        "Two seats play with 52 cards and two jokers, three and four with twice that.",
        "两人用一副 52 张加两张鬼牌；三四人用两副加四张鬼牌。",
    ),
    SheetLine(
        "RM-1",
        "wild_ranks",
        {
            "none": Text("Chỉ phăng teo là lá thế.", "Only jokers are wild.", "只有鬼牌是百搭。"),
            "*": Text(
                "Phăng teo và các số này luôn là lá thế: {value}.",
                "Jokers and these ranks are wild, always: {value}.",
                "鬼牌和这些点数永远是百搭：{value}。",
            ),
        },
    ),
    SheetLine(
        "RM-2",
        "contracts",
        {
            SEVEN_ROUNDS: Text(
                "Số lá chia và đề từng vòng: 1) 7 lá, hai bộ 3; 2) 8 lá, bộ 3 và dây 4; 3) 9 lá, hai dây 4; 4) 10 lá, bộ 4 và bộ 5;"
                " 5) 11 lá, dây 7 và bộ 3; 6) 12 lá, hai bộ 3 và dây 4; 7) 12 lá, hai dây 4 và bộ 3.",
                "Cards dealt and contract: 1) 7, two sets of 3; 2) 8, a set of 3 and a run of 4; 3) 9, two runs of 4; 4) 10, a set of 4"
                " and a set of 5; 5) 11, a run of 7 and a set of 3; 6) 12, two sets of 3 and a run of 4; 7) 12, two runs of 4 and a set of 3.",
                "每轮发牌与要求：1）7 张，两组 3 张同点；2）8 张，3 张同点加 4 张顺子；3）9 张，两条 4 张顺子；4）10 张，4 张同点加 5 张同点；"
                "5）11 张，7 张顺子加 3 张同点；6）12 张，两组 3 张同点加 4 张顺子；7）12 张，两条 4 张顺子加 3 张同点。",
            ),
            "*": Text(
                "{value}.",
                "{value}.",
                "{value}。",
            ),
        },
    ),
    SheetLine(
        "RM-2",
        "rounds",
        {
            "1": Text("Chỉ chơi vòng 1.", "Only round 1 is played.", "只打第 1 轮。"),
            "*": Text(
                "Chơi từ vòng 1 tới vòng {value}, theo thứ tự.",
                "Rounds 1 to {value} are played, in order.",
                "按顺序打第 1 到第 {value} 轮。",
            ),
        },
    ),
    _fixed(
        "RM-3",
        "Chia xong, phần còn lại úp làm nọc; lật lá trên cùng làm lá đánh đầu tiên.",
        "After the deal the rest is the stock, face down; its top card is turned up as the first discard.",
        "发完牌，其余牌面朝下为牌堆；翻开最上一张作第一张弃牌。",
    ),
    _fixed(
        "RM-4",
        "Người bên trái người chia đi trước; mỗi vòng đổi người chia sang trái.",
        "The seat to the dealer's left begins; the deal passes on each round.",
        "发牌者左边先行；每轮发牌者轮到下一位。",
    ),
    _fixed(
        "RM-5",
        "Một lượt: bốc một lá (nọc hoặc lá trên), hạ và gửi tùy ý, rồi đánh đúng một lá.",
        "A turn: draw one (the discard or the stock), lay down and lay off as you wish, discard exactly one.",
        "一回合：摸一张（弃牌或牌堆），随意摊牌和搭牌，然后弃正好一张。",
    ),
    _fixed(
        "RM-6",
        "Chỉ ăn được lá trên cùng; lá bị đè là lá chết.",
        "Only the top discard can ever be taken; what is covered is dead.",
        "只能拿最上面的弃牌；被盖住的作废。",
    ),
    SheetLine(
        "RM-7",
        "ace_low",
        {
            "no": Text(
                "Bộ là các lá cùng số; dây là các lá cùng chất liên tiếp, từ 3 (từ 2 nếu lá 2 không phải lá thế) lên tới Át.",
                "A set is cards of one rank; a run is consecutive ranks of one suit, from 3 (from 2 where 2s are not wild) up to the ace.",
                "同点为点数相同；顺子为同花连续，从 3（2 不是百搭时从 2）到 A。",
            ),
            "yes": Text(
                "Bộ là các lá cùng số; dây là các lá cùng chất liên tiếp tới Át; Át cũng được đứng dưới chỗ lá 2.",
                "A set is cards of one rank; a run is consecutive ranks of one suit up to the ace, and an ace may stand under the 2's place too.",
                "同点为点数相同；顺子为同花连续到 A，A 也可放在 2 之下。",
            ),
        },
    ),
    SheetLine(
        "RM-8",
        "natural_share",
        {
            "*": Text(
                "Hạ một lượt đủ các phỏm của vòng, mỗi phỏm đúng số lá và ít nhất {value}% là lá thật.",
                "Laying down is one act with all the round's melds, each of exactly its size and at least {value}% natural.",
                "一次摊出本轮全部组合，每组张数正好，真牌至少占 {value}%。",
            )
        },
    ),
    _fixed(
        "RM-9",
        "Hạ rồi thì trong lượt mình được gửi bài vào phỏm bất kỳ: bộ nhận lá cùng số hoặc lá thế, dây nhận lá kế hai đầu hoặc lá thế; lúc này không tính phần lá thật nữa.",
        "Once down, on your turn, lay off onto any meld: its rank or a wild onto a set, the next card at either end or a wild onto a run; the share of natural cards no longer counts.",
        "摊牌后，轮到自己可搭到任何一组：同点搭同点或百搭，顺子两端搭下一张或百搭；此时不再计真牌比例。",
    ),
    SheetLine(
        "RM-9",
        "joker_swap",
        {
            "no": Text("Lá thế nằm yên chỗ nó.", "A wild keeps the place it was put in.", "百搭留在原位。"),
            "yes": Text(
                "Ai đã hạ được đem lá thật thế vào chỗ lá thế và lấy lá thế lên tay.",
                "Who is down may put the card a wild stands for in its place and take the wild.",
                "已摊牌者可用百搭所代表的真牌换走百搭。",
            ),
        },
    ),
    _fixed(
        "RM-10",
        "Ai hết bài trước thắng vòng, dù bằng hạ, gửi hay đánh.",
        "The round is won by the seat that has no cards left, by laying down, laying off or discarding.",
        "先出完手牌者赢本轮，不论摊牌、搭牌或弃牌。",
    ),
    _fixed(
        "RM-11",
        "Hết nọc thì xào các lá đã đánh (trừ lá trên) làm nọc mới; không còn gì thì phải ăn lá trên; cũng không có thì bí, ai cũng tính bài trên tay.",
        "When the stock is empty the discards under the top one are shuffled to be the stock; with none there take the discard; with none at all the round is blocked and all score their hands.",
        "牌堆用完，把最上一张以外的弃牌重洗；没有则必须拿弃牌；都没有则本轮无牌可摸，各家计手牌分。",
    ),
    _fixed(
        "RM-12",
        "Thắng 0 điểm; người khác cộng bài trên tay: 3-9 (và lá 2 không phải lá thế) năm điểm, 10-Át mười điểm, lá thế hai mươi. Hết vòng cuối, ít điểm nhất thắng. Tính chip: nhiều điểm hơn thì chung phần chênh cho người ít hơn.",
        "The winner scores 0, others their hands: 3-9 (and a 2 that is not wild) five, 10-A ten, a wild twenty. After the last round the lowest total wins. In chips, whoever has more points pays the difference to whoever has fewer.",
        "赢家 0 分，其余计手牌：3-9（及不是百搭的 2）五分，10-A 十分，百搭二十分。最后一轮后总分最低者赢。筹码：分多的把差额付给分少的。",
    ),
    SheetLine(
        "RM-13",
        "quiet_turns",
        {
            "*": Text(
                "Lượt nào không hạ cũng không gửi là lượt im; đổi lá thế, nếu bàn cho, không tính. Mỗi người im {value} lượt liền thì bí bài: ai cũng tính bài trên tay.",
                "A turn with nothing laid down or off is quiet; a swap, where one is allowed, doesn’t count. After {value} quiet turns each in a row the round is blocked: everyone scores their hand.",
                "没有摊牌也没有搭牌的回合为静回合（可以换百搭的桌，只换也算静）。每人连续 {value} 个静回合，本轮即成僵局：各家计手牌分。",
            )
        },
    ),
)

illegal: Final = Refuser(TEXTS)
