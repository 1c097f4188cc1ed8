"""Why a round of Chinese Rummy ended as it did: who went out and how, what is left in each hand and what that costs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from chieu.core.game import Viewer
from chieu.core.outcome import Factor, Hand, Outcome, Phrase, Settlement, Term, pairs
from chieu.core.text.languages import Text
from chieu.games.rummy.game import view
from chieu.games.rummy.messages import View
from chieu.games.rummy.state import State

OUTCOME_TEXTS: Final[Mapping[str, Text]] = {
    "hand.out": Text(
        "hết bài, 0 điểm · cả trận {total}", "out, 0 points · {total} so far", "出完，0 分 · 累计 {total} 分"
    ),
    "hand.out_at_once": Text(
        "hạ một lượt hết bài, 0 điểm · cả trận {total}",
        "out in one lay-down, 0 points · {total} so far",
        "一次摊完，0 分 · 累计 {total} 分",
    ),
    "hand.left": Text(
        "{sum} = {points} điểm · cả trận {total}",
        "{sum} = {points} points · {total} so far",
        "{sum} = {points} 分 · 累计 {total} 分",
    ),
    "hand.one": Text(
        "{points} điểm · cả trận {total}", "{points} points · {total} so far", "{points} 分 · 累计 {total} 分"
    ),
    "why.match_won": Text(
        "Xong trận: {seat} ít điểm nhất ({points}), thắng cả trận. Ván tới là trận mới.",
        "That was the last round: {seat} wins the match with the fewest points, {points}. Next comes a new match.",
        "整场结束：{seat} 总分最少（{points} 分），赢得整场。下一局是新的一场。",
    ),
    "why.match_shared": Text(
        "Xong trận: {count} người cùng ít điểm nhất ({points}), thắng chung. Ván tới là trận mới.",
        "That was the last round: {count} players share the match with the fewest points, {points}."
        " Next comes a new match.",
        "整场结束：{count} 人总分同为最少（{points} 分），并列赢得整场。下一局是新的一场。",
    ),
    "why.lay_down": Text("{seat} hạ một lượt hết bài.", "{seat} goes out by laying down.", "{seat} 摊牌时出完手牌。"),
    "why.lay_off": Text("{seat} gửi hết bài.", "{seat} goes out by laying off.", "{seat} 搭完手牌。"),
    "why.discard": Text("{seat} đánh lá cuối cùng.", "{seat} goes out with the last discard.", "{seat} 弃掉最后一张。"),
    "why.blocked": Text(
        "Bí bài, không ai hết bài trước.", "The round is blocked and nobody goes out.", "本轮僵局，无人出完。"
    ),
    "why.difference": Text(
        "Ai nhiều điểm hơn thì chung phần chênh.",
        "Whoever has more points pays the difference.",
        "分数多的一方付差额。",
    ),
    "why.same_points": Text(
        "Cùng {points} điểm: không ai chung ai.", "Both have {points} points: even.", "同为 {points} 分：平。"
    ),
    "factor.points": Text("{value} điểm", "{value} points", "{value} 分"),
}


def outcome(state: State, viewer: Viewer) -> Outcome:
    """Every hand and every settlement, from what anybody sees when a round is over (RM-12)."""
    seen = view(state, viewer)
    seats = sorted(range(state.seats), key=lambda seat: (int(state.points(seat)), seat))
    hands = [_hand(state, seen, seat) for seat in seats]
    settlements = [_settlement(state, seen, one, other) for one, other in pairs(seats)]
    return Outcome(tuple(hands), tuple(settlements), _match(seen))


def _match(seen: View) -> Phrase | None:
    """RM-12: who won the match, if this was its last round."""
    if not seen.winners:
        return None
    first = seen.winners[0]
    points = seen.seats[first].score
    if len(seen.winners) == 1:
        return Phrase("match_won", "RM-12", {"seat": first, "points": points})
    return Phrase("match_shared", "RM-12", {"count": len(seen.winners), "points": points})


def _hand(state: State, seen: View, seat: int) -> Hand:
    one = seen.seats[seat]
    cards = one.cards or ()
    if not cards and seen.how == "lay_down":
        return Hand(seat, (), Phrase("out_at_once", "RM-10", {"total": one.score}), rare=1)
    if not cards:
        return Hand(seat, (), Phrase("out", "RM-10", {"total": one.score}))
    params: dict[str, str | int] = {"points": int(state.points(seat)), "total": one.score}
    if len(cards) == 1:
        return Hand(seat, cards, Phrase("one", "RM-12", params))
    costs = Counter(int(state.compiled.points(1 << card, 0)) for card in cards)
    sum_ = " + ".join(f"{many} × {cost}" if many > 1 else str(cost) for cost, many in sorted(costs.items()))
    return Hand(seat, cards, Phrase("left", "RM-12", {"sum": sum_, **params}))


def _settlement(state: State, seen: View, less: int, more: int) -> Settlement:
    """RM-12 as chips: of any two seats the one with more points pays the difference."""
    ending = Phrase("blocked", "RM-13" if seen.quiet_left == 0 else "RM-11")
    if seen.winner is not None:
        ending = Phrase(str(seen.how), "RM-10", {"seat": seen.winner})
    low, high = int(state.points(less)), int(state.points(more))
    if low == high:
        return Settlement(less, more, (ending, Phrase("same_points", "RM-12", {"points": low})))
    terms = (Term((Factor("points", high),)), Term((Factor("points", low),), minus=True))
    return Settlement(less, more, (ending, Phrase("difference", "RM-12")), terms)
