"""Everything Big Two says to people, in three languages; the sheet in prose is in `sheet.py`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chieu.core.game import Refuser
from chieu.core.text.languages import Named, Text

TITLE: Final = Text("Dai Di", "Big Two", "锄大弟")
ABOUT: Final = Text(
    "Đánh hết bài trước mọi người: lẻ, đôi hay bộ năm lá, đè được thì đi tiếp. Heo (2) lớn nhất.",
    "Get rid of your cards first: singles, pairs and five-card hands, each beating the last. Twos are high.",
    "谁先出完手牌谁赢：单张、对子、五张牌型，一手压一手，2 最大。",
)

PRESET_TEXTS: Final[Mapping[str, Named]] = {
    "lawrence": Named(
        Text("Luật Lawrence", "Lawrence's", "劳伦斯房规"),
        Text(
            "Bài xấu thì bỏ phiếu xào lại; số lá giấu, muốn biết phải hỏi; không về bằng heo lẻ; ăn theo hạng.",
            "Vote to shuffle bad hands again; ask how many cards are left; no single 2 last; chips by place.",
            "牌差可投票重洗；张数要问才知道；不能以单张 2 出完；按名次计分。",
        ),
    ),
    "hong_kong": Named(
        Text("Hồng Kông", "Hong Kong", "香港"),
        Text(
            "Đi ngược chiều kim đồng hồ; hết bài là xong, chung theo số lá còn; thả lá cuối thì chung giùm cả bàn.",
            "Anticlockwise; the first player out ends it, the rest pay for their cards; let the last card through and you pay for everyone.",
            "逆时针；有人出完即结束，按剩牌赔；不顶大放走最后一张者包赔。",
        ),
    ),
    "taiwan": Named(
        Text("Đài Loan", "Taiwan", "台湾"),
        Text(
            "Ngược chiều kim đồng hồ; tứ quý và thùng phá sảnh chặt tất cả, không có thùng; chuồn nhỏ nhất.",
            "Anticlockwise; four of a kind and straight flushes beat anything, no flushes; clubs are lowest.",
            "逆时针；铁支和同花顺能压任何牌，没有同花；梅花最小。",
        ),
    ),
    "singapore": Named(
        Text("Singapore", "Singapore", "新加坡"),
        Text(
            "A2345 là sảnh nhỏ nhất, không đánh sám; chung theo số lá còn, đủ 13 lá gấp ba.",
            "A2345 is the lowest straight, no triples; you pay for the cards you have left, triple for all 13.",
            "A2345 为最小的顺子，不能出三条；按剩牌赔，十三张三倍。",
        ),
    ),
    "pusoy_dos": Named(
        Text("Pusoy Dos (Philippines)", "Pusoy Dos (Philippines)", "Pusoy Dos（菲律宾）"),
        Text(
            "Rô lớn nhất, chuồn nhỏ nhất; đánh được sám; có người hết bài là xong, chung theo số lá còn.",
            "Diamonds high, clubs low; triples can be played; the first player out ends it, the rest pay for their cards.",
            "方块最大，梅花最小；可出三条；有人出完即结束，按剩牌赔。",
        ),
    ),
}

TEXTS: Final[Mapping[str, Text]] = {
    "action.play": Text("Đánh {cards}", "Play {cards}", "出 {cards}"),
    "action.pass": Text("Bỏ lượt", "Pass", "不出"),
    "action.vote": Text("Xào lại: {reshuffle}", "Reshuffle: {reshuffle}", "重洗：{reshuffle}"),
    "action.call": Text("Báo một lá!", "Last card!", "报单！"),
    "action.catch": Text("Bắt lỗi {seat} quên báo", "Catch {seat}: no call", "抓 {seat} 没报单"),
    "action.ask": Text("Hỏi {seat} còn mấy lá", "Ask how many cards {seat} has", "问 {seat} 剩几张"),
    "word.single": Text("lá lẻ", "a single", "单张"),
    "word.pair": Text("đôi", "a pair", "对子"),
    "word.triple": Text("ba lá (sám)", "three of a kind", "三条"),
    "word.straight": Text("sảnh", "a straight", "顺子"),
    "word.flush": Text("thùng", "a flush", "同花"),
    "word.full_house": Text("cù lũ", "a full house", "葫芦"),
    "word.four": Text("tứ quý", "four of a kind", "铁支"),
    "word.straight_flush": Text("thùng phá sảnh", "a straight flush", "同花顺"),
    "word.royal_flush": Text("thùng phá sảnh lớn", "a royal flush", "皇家同花顺"),
    "word.yes": Text("có", "yes", "要"),
    "word.no": Text("không", "no", "不要"),
    "word.four_twos": Text("có người cầm đủ tứ quý heo", "somebody held all four 2s", "有人拿到四张 2"),
    "word.votes": Text("đa số muốn xào lại", "most voted for it", "多数同意重洗"),
    "word.low_hand": Text(
        "có tay bài quá yếu xin xào lại", "somebody with a low hand wanted it", "有人牌力太弱要求重洗"
    ),
    "fact.dealt": Text("Chia bài xong. {cards}", "The cards are dealt. {cards}", "发牌完毕。{cards}"),
    "fact.odd_card_taken": Text(
        "{seat} có lá nhỏ nhất, lấy thêm lá dư.",
        "{seat} holds the lowest card and takes the odd one.",
        "{seat} 持最小的牌，收下多出的一张。",
    ),
    "fact.voted": Text("{seat} đã bỏ phiếu.", "{seat} has voted.", "{seat} 已投票。"),
    "fact.votes_shown": Text("Phiếu xào lại: {votes}.", "Votes for a reshuffle: {votes}.", "重洗投票：{votes}。"),
    "fact.reshuffled": Text("Xào lại: {reason}.", "Reshuffled: {reason}.", "重新洗牌：{reason}。"),
    "fact.opening": Text("{seat} đi trước. {cards}", "{seat} opens. {cards}", "{seat} 先出。{cards}"),
    "fact.played": Text(
        "{seat} đánh {cards} ({kind}).", "{seat} plays {cards} ({kind}).", "{seat} 出 {cards}（{kind}）。"
    ),
    "fact.passed": Text("{seat} bỏ lượt.", "{seat} passes.", "{seat} 不出。"),
    "fact.control_taken": Text("{seat} được đi mới.", "{seat} leads.", "{seat} 获得牌权。"),
    "fact.last_card": Text("{seat} báo một lá!", "{seat} has one card left!", "{seat} 报单，只剩一张！"),
    "fact.caught": Text(
        "{by} bắt lỗi {seat} quên báo: {seat} bỏ lượt tới.",
        "{by} catches {seat}, who did not call: {seat} passes next turn.",
        "{by} 抓到 {seat} 没报单：{seat} 下次轮到时不能出。",
    ),
    "fact.caught_nothing": Text(
        "{by} bắt hụt: {seat} còn {count} lá.",
        "{by} tries to catch {seat}, who holds {count} cards.",
        "{by} 抓空了：{seat} 剩 {count} 张。",
    ),
    "fact.count_told": Text(
        "{by} hỏi: {seat} còn {count} lá.",
        "{by} asks how many cards {seat} has: {count}.",
        "{by} 问：{seat} 剩 {count} 张。",
    ),
    "fact.went_out": Text(
        "{seat} hết bài, về hạng {place}.", "{seat} is out: #{place}.", "{seat} 出完，第 {place} 名。"
    ),
    "fact.opened": Text("{seat} còn {cards}.", "{seat} has {cards} left.", "{seat} 剩 {cards}。"),
    "fact.settled": Text(
        "{seat} hạng {place}: ăn {behind} nhà, chung {ahead} nhà, mỗi nhà {stake} ({chips}).",
        "{seat}, #{place}: {behind} behind, {ahead} ahead, {stake} each ({chips}).",
        "{seat} 第 {place} 名：赢 {behind} 家，输 {ahead} 家，每家 {stake}（{chips}）。",
    ),
    "fact.collected": Text(
        "{seat} thắng, ăn hết ({chips}).",
        "{seat} wins and collects it all ({chips}).",
        "{seat} 获胜，全收（{chips}）。",
    ),
    "fact.paid": Text(
        "{seat} hạng {place}: còn {count} lá × {each} ({chips}).",
        "{seat}, #{place}: {count} left × {each} ({chips}).",
        "{seat} 第 {place} 名：剩 {count} 张 × {each}（{chips}）。",
    ),
    "fact.paid_for_all": Text(
        "{seat} hạng {place}: có {cards} mà thả lá cuối, chung giùm cả bàn ({chips}).",
        "{seat}, #{place}: held {cards} but let the last card through, and pays for everyone ({chips}).",
        "{seat} 第 {place} 名：有 {cards} 却放走最后一张，包赔全桌（{chips}）。",
    ),
    "error.vote_first": Text("Bỏ phiếu xào lại trước đã.", "First vote on the reshuffle.", "请先投票决定是否重洗。"),
    "error.already_voted": Text("Bạn bỏ phiếu rồi.", "You have voted already.", "你已经投过票了。"),
    "error.no_vote_now": Text("Giờ không bỏ phiếu.", "There is no vote now.", "现在不能投票。"),
    "error.not_held": Text("Bạn không có lá {card}.", "You do not hold {card}.", "你没有 {card}。"),
    "error.card_twice": Text("Lá {card} ghi hai lần.", "{card} is there twice.", "{card} 写了两次。"),
    "error.no_play": Text(
        "{cards} không thành bộ nào đánh được ở bàn này.",
        "{cards} is no play by the rules of this table.",
        "{cards} 按这桌的规则不成牌型。",
    ),
    "error.must_open": Text(
        "Lượt đầu phải có lá {card}.", "The first play must hold {card}.", "第一手必须包含 {card}。"
    ),
    "error.wrong_kind": Text(
        "Vòng này đang đánh {kind}.", "This round is for {kind} and what beats it.", "这一轮打的是{kind}。"
    ),
    "error.too_low": Text("{cards} không đè được.", "{cards} does not beat the last play.", "{cards} 压不过上一手。"),
    "error.must_lead": Text("Đi đầu vòng thì phải đánh.", "Who leads must play.", "先出者不能不出。"),
    "error.only_a_two": Text(
        "Không được về bằng một lá heo: chỉ có thể bỏ lượt.",
        "You cannot go out with a single 2: you can only pass.",
        "不能以单张 2 出完：只能不出。",
    ),
    "error.must_pass": Text(
        "Quên báo một lá: lượt này phải bỏ.",
        "You did not call your last card: pass this turn.",
        "没有报单：这次必须不出。",
    ),
    "error.nothing_to_call": Text("Không có gì để báo.", "There is nothing to call.", "现在不用报单。"),
    "error.nothing_to_catch": Text(
        "{seat} không có lỗi gì để bắt.", "There is nothing to catch {seat} for.", "{seat} 没有可抓的。"
    ),
    "error.nothing_to_ask": Text(
        "Số lá của {seat} không cần hỏi.", "There is nothing to ask {seat}.", "{seat} 的张数不必再问。"
    ),
    "error.no_jokers": Text(
        "Dai Di không chơi phăng teo (joker).", "Big Two is played without jokers", "锄大弟不用鬼牌。"
    ),
    "show.voted": Text("đã bỏ phiếu", "voted", "已投票"),
    "show.passed": Text("bỏ lượt", "passed", "不出"),
    "show.last_card": Text("báo một lá", "last card", "报单"),
    "show.place": Text("hạng {place}", "#{place}", "第 {place} 名"),
    "show.left": Text("{count} lá × {each}", "{count} left × {each}", "剩 {count} 张 × {each}"),
    "show.count": Text("{count} lá", "{count} cards", "{count} 张"),
    "show.round": Text("Vòng này:", "This round:", "本轮："),
    "show.play": Text("{seat}: {cards} ({kind})", "{seat}: {cards} ({kind})", "{seat}：{cards}（{kind}）"),
    "show.pass": Text("{seat}: bỏ lượt", "{seat}: pass", "{seat}：不出"),
    "show.to_beat": Text("Muốn đè: {cards} của {seat}", "Beat {seat}’s {cards}", "要压：{seat} 的 {cards}"),
    "show.lead": Text("{seat} đi mới.", "{seat} leads.", "{seat} 先出。"),
    "show.opening": Text(
        "{seat} mở ván, phải có lá nhỏ nhất.", "{seat} opens, with the lowest card.", "{seat} 开局，必须带最小的牌。"
    ),
    "show.pays_for_all": Text("chung giùm cả bàn", "pays for everyone", "包赔全桌"),
    "show.dealt_again": Text(
        "Bài mới, đã xào lại: {reason}.", "New cards after a reshuffle: {reason}.", "已重新洗牌发牌：{reason}。"
    ),
    "show.reshuffles_left": Text(
        "Còn xào được {count} lần.",
        "Reshuffles left: {count}.",
        "本局还可重洗 {count} 次。",
    ),
    "show.asked_no_more": Text(
        "Hết lượt xào lại: không hỏi nữa, đánh luôn.",
        "No reshuffles left: there is no vote this time.",
        "重洗次数已用完：不再询问，直接开打。",
    ),
    "show.low": Text(
        "Bài bạn yếu: một phiếu của bạn là đủ để xào lại.",
        "Your hand is low: your own vote is enough for a reshuffle.",
        "你的牌力弱：你一票就能重洗。",
    ),
    "show.vote": Text("Bỏ phiếu xào lại.", "Voting on a reshuffle.", "正在投票决定是否重洗。"),
    "show.discards": Text("Đã đánh: {cards}", "Played before: {cards}", "已出：{cards}"),
    "judge.valid": Text("{cards}: {kind}.", "{cards}: {kind}.", "{cards}：{kind}。"),
    "judge.invalid": Text("{cards}: không đánh được.", "{cards}: no play.", "{cards}：不成牌型。"),
    "judge.beats": Text("{cards} đè được {over}.", "{cards} beats {over}.", "{cards} 压得过 {over}。"),
    "judge.other_kind": Text(
        "Đang đánh {over}: {kind} không đè được.",
        "What lies there is {over}: {kind} does not answer it.",
        "上一手是{over}：{kind}不能压。",
    ),
    "judge.loses": Text("{cards} không đè được {over}.", "{cards} does not beat {over}.", "{cards} 压不过 {over}。"),
}

illegal: Final = Refuser(TEXTS)
