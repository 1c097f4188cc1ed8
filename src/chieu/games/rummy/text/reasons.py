"""Why one move of Chinese Rummy is better than another: how far the contract is, what the next seat is after."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import msgspec

from chieu.core.cards import Card
from chieu.core.field_types import Often, Seat
from chieu.core.rng import Rng
from chieu.core.text.languages import Text
from chieu.core.text.reasons import InformationState, in_ten
from chieu.games.rummy.ai.sampler import RummySampler
from chieu.games.rummy.messages import Discard, Draw, LayDown, LayOff, Take

_WORTH_SAYING: Final = 2  # times in ten that the next seat wants one card more than another


class Sooner(msgspec.Struct, frozen=True, tag="sooner"):
    """About how many turns the contract is away, and how many if another card is discarded."""

    turns: int
    card: Card
    other: int


class TurnsAway(msgspec.Struct, frozen=True, tag="turns_away"):
    """How many cards the contract lacks, how many of the unseen ones help, and about how many turns that takes."""

    missing: int
    outs: int
    turns: int


class NextWants(msgspec.Struct, frozen=True, tag="next_wants"):
    """How often the next seat is after a card."""

    seat: Seat
    card: Card
    often: Often


class OutOfPlan(msgspec.Struct, frozen=True, tag="out_of_plan"):
    """A card that the contract does not need."""

    card: Card


class BringsNearer(msgspec.Struct, frozen=True, tag="brings_nearer"):
    """With the top discard the contract lacks fewer cards."""

    card: Card
    missing: int


class Completes(msgspec.Struct, frozen=True, tag="completes"):
    """With the top discard the contract is complete."""

    card: Card


class NoNearer(msgspec.Struct, frozen=True, tag="no_nearer"):
    """The top discard brings the contract no nearer."""

    card: Card


class SafeOnceDown(msgspec.Struct, frozen=True, tag="safe_once_down"):
    """Who has laid down is caught with what is left only."""


class LessInHand(msgspec.Struct, frozen=True, tag="less_in_hand"):
    """A card that is laid off cannot count against its seat."""

    card: Card


Reason: TypeAlias = (
    Sooner | TurnsAway | NextWants | OutOfPlan | BringsNearer | Completes | NoNearer | SafeOnceDown | LessInHand
)

TEXTS: Final = {
    "reason.sooner": Text(
        "Cách này chừng {turns} lượt nữa là hạ được, đánh {card} thì chừng {other} lượt.",
        "This way you can lay down in about {turns} turns; discarding {card} it takes about {other}.",
        "这样大约 {turns} 个回合后可以摊牌，弃 {card} 大约要 {other} 个。",
    ),
    "reason.turns_away": Text(
        "Còn thiếu {missing} lá; {outs} lá chưa lộ dùng được, chừng {turns} lượt.",
        "{missing} still missing for the contract; {outs} unseen cards help, so about {turns} turns.",
        "还差 {missing} 张；未见的牌里有 {outs} 张有用，大约 {turns} 个回合。",
    ),
    "reason.next_wants": Text(
        "Đánh {card} ra thì {seat} ăn được, {often}.",
        "{card} would help {seat} {often}.",
        "弃 {card} 的话，{seat} {often}用得上。",
    ),
    "reason.out_of_plan": Text(
        "Lá {card} không dùng cho bài phải hạ.", "The contract doesn’t need {card}.", "要摊的牌用不上 {card}。"
    ),
    "reason.brings_nearer": Text(
        "Ăn lá {card} thì chỉ còn thiếu {missing} lá.",
        "With {card} only {missing} more needed for the contract.",
        "拿 {card} 后只差 {missing} 张。",
    ),
    "reason.completes": Text("Ăn lá {card} là đủ đề.", "With {card} the contract is complete.", "拿 {card} 就凑齐了。"),
    "reason.no_nearer": Text(
        "Lá {card} không giúp gì cho bài phải hạ.",
        "{card} brings you no nearer to the contract.",
        "{card} 对要摊的牌没有帮助。",
    ),
    "reason.safe_once_down": Text(
        "Hạ rồi thì chỉ còn bị tính mấy lá trên tay.",
        "Once you’ve laid down, only what is left in your hand can count against you.",
        "摊牌之后，只有手里剩下的牌会算分。",
    ),
    "reason.less_in_hand": Text(
        "Gửi lá {card} đi thì khỏi bị tính điểm.",
        "{card} can’t count against you once it’s laid off.",
        "搭掉 {card} 就不会再算分。",
    ),
}


def explain(info: InformationState, better: Any, other: Any, rng: Rng) -> Sequence[Reason]:
    """What counts most first."""
    if isinstance(better, LayDown):
        return (SafeOnceDown(),)
    if isinstance(better, LayOff):
        return (LessInHand(better.card),)
    own = info.view.seats[info.seat]
    if own.laid_down or not isinstance(better, Discard | Draw | Take):
        return ()
    sampler = RummySampler(*info, rng)
    if isinstance(better, Discard) and isinstance(other, Discard):
        return _discarded(info, sampler, better.card, other.card)
    card = info.view.discard
    if card is None:
        return ()
    if isinstance(better, Take):
        missing = sampler.distance((*own.cards, card)).missing
        return (BringsNearer(card, missing) if missing else Completes(card),)
    way = sampler.distance(own.cards)
    return NoNearer(card), TurnsAway(way.missing, way.outs, way.turns)


def _discarded(info: InformationState, sampler: RummySampler, card: Card, other: Card) -> list[Reason]:
    hand = info.view.seats[info.seat].cards
    ways = []
    for one in (card, other):
        rest = list(hand)
        rest.remove(one)
        ways.append(sampler.distance(rest))
    way, instead = ways
    found: list[Reason] = []
    if way.turns < instead.turns:
        found.append(Sooner(way.turns, other, instead.turns))
    wanted = [in_ten(sampler.wanted(one)) for one in (card, other)]
    if wanted[1] >= wanted[0] + _WORTH_SAYING:
        found.append(NextWants((info.seat + 1) % len(info.view.seats), other, wanted[1]))
    return [*(found or [OutOfPlan(card)]), TurnsAway(way.missing, way.outs, way.turns)]
