"""Why one does better to draw, to stand or to compare in Xì Dách."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import msgspec

from chieu.core.field_types import Often, Seat
from chieu.core.rng import Rng
from chieu.core.text.languages import Text
from chieu.core.text.reasons import InformationState, in_ten
from chieu.games.xidach.ai.expectation import WinChances
from chieu.games.xidach.ai.strong import Evaluation, can_evaluate
from chieu.games.xidach.messages import Compare, Draw

_EVEN: Final = 5  # times in ten


class DealerBeats(msgspec.Struct, frozen=True, tag="dealer_beats"):
    """How often the dealer would beat the player's hand as it is."""

    total: int
    often: Often


class PlayerStands(msgspec.Struct, frozen=True, tag="player_stands"):
    """How often the player's hand as it is beats the dealer."""

    total: int
    often: Often


class NextBusts(msgspec.Struct, frozen=True, tag="next_busts"):
    """How often one more card is too much."""

    total: int
    often: Often


class NextSurelyBusts(msgspec.Struct, frozen=True, tag="next_surely_busts"):
    """Whatever comes is too much."""

    total: int


class NextIsSafe(msgspec.Struct, frozen=True, tag="next_is_safe"):
    """One more card cannot be too much."""

    total: int


class BeatsSeat(msgspec.Struct, frozen=True, tag="beats_seat"):
    """How often the dealer's hand as it is beats a player's, who stopped with so many cards."""

    seat: Seat
    count: int
    total: int
    often: Often


class LosesToSeat(msgspec.Struct, frozen=True, tag="loses_to_seat"):
    """How often it loses to a player's."""

    seat: Seat
    count: int
    total: int
    often: Often


Reason: TypeAlias = DealerBeats | PlayerStands | NextBusts | NextSurelyBusts | NextIsSafe | BeatsSeat | LosesToSeat

TEXTS: Final = {
    "reason.dealer_beats": Text(
        "Nhà cái ăn {total} điểm của bạn {often}.",
        "The dealer will beat your {total} {often}.",
        "你的 {total} 点{often}会输给庄家。",
    ),
    "reason.player_stands": Text(
        "Dằn {total} điểm thì bạn ăn nhà cái {often}.",
        "Your {total} beats the dealer {often}.",
        "你的 {total} 点{often}能赢庄家。",
    ),
    "reason.next_busts": Text(
        "Đang {total} điểm mà rút thêm thì quắc {often}.",
        "One more card on {total} busts you {often}.",
        "{total} 点再要一张，{often}会爆。",
    ),
    "reason.next_surely_busts": Text(
        "Đang {total} điểm, rút lá nào cũng quắc.", "On {total} any card busts you.", "{total} 点再要哪张都会爆。"
    ),
    "reason.next_is_safe": Text(
        "{total} điểm: rút thêm một lá không thể quắc.",
        "One more card can’t bust your {total}.",
        "{total} 点再要一张不会爆。",
    ),
    "reason.beats_seat": Text(
        "{total} điểm của bạn ăn {seat} ({count} lá) {often}.",
        "Your {total} beats {seat}, who has {count} cards, {often}.",
        "你的 {total} 点对 {seat}（{count} 张）{often}能赢。",
    ),
    "reason.loses_to_seat": Text(
        "{total} điểm của bạn thua {seat} ({count} lá) {often}.",
        "Your {total} loses to {seat}, who has {count} cards, {often}.",
        "你的 {total} 点对 {seat}（{count} 张）{often}会输。",
    ),
}


def explain(info: InformationState, better: Any, other: Any, rng: Rng) -> Sequence[Reason]:
    """To draw is good for what the hand is, to stop for what the next card may do to it."""
    del rng  # every card is reckoned with
    view = info.view
    if not can_evaluate(view):
        return ()
    evaluation = Evaluation(info.rules, info.seat, view)
    total = view.seats[info.seat].total
    assert total is not None
    card = _next_card(total, evaluation.bust_probability())
    hands = [
        _against(evaluation, total, seat, view.seats[seat].count, chances, losing=isinstance(better, Draw))
        for seat, chances in zip(evaluation.others, evaluation.win_chances(), strict=True)
    ]
    if isinstance(better, Compare):  # only what speaks for it
        met = hands[evaluation.others.index(better.seat)]
        return [one for one in (met, card) if not isinstance(one, NextIsSafe) and (one is card or met.often >= _EVEN)]
    if isinstance(other, Compare):
        return hands[evaluation.others.index(other.seat)], card
    worst = max(hands, key=lambda one: one.often)
    if isinstance(better, Draw):
        return worst, card
    if isinstance(card, NextIsSafe):  # that speaks for one more
        return (worst,)
    return (worst, card) if evaluation.is_dealer else (card, worst)


def _next_card(total: int, busts: float) -> NextBusts | NextSurelyBusts | NextIsSafe:
    if not busts:
        return NextIsSafe(total)
    return NextSurelyBusts(total) if busts == 1 else NextBusts(total, in_ten(busts))


def _against(
    evaluation: Evaluation, total: int, seat: int, count: int, chances: WinChances, losing: bool
) -> DealerBeats | PlayerStands | BeatsSeat | LosesToSeat:
    share = (chances.lost if losing else chances.won) / chances.weight
    if evaluation.is_dealer:
        return (LosesToSeat if losing else BeatsSeat)(seat, count, total, in_ten(share))
    return (DealerBeats if losing else PlayerStands)(total, in_ten(share))
