"""Reasons to draw, to stand or to compare in Xì Dách."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import msgspec

from chieu.core.field_types import Often, Seat
from chieu.core.rng import Rng
from chieu.core.text.reasons import InformationState, in_ten
from chieu.games.xidach.ai.expectation import WinChances
from chieu.games.xidach.ai.strong import Evaluation, can_evaluate
from chieu.games.xidach.messages import Compare, Draw

_EVEN: Final = 5  # times in ten


class DealerBeats(msgspec.Struct, frozen=True, tag="dealer_beats"):
    """The dealer beats the player's present hand this often."""

    total: int
    often: Often


class PlayerStands(msgspec.Struct, frozen=True, tag="player_stands"):
    """The player's present hand beats the dealer this often."""

    total: int
    often: Often


class NextBusts(msgspec.Struct, frozen=True, tag="next_busts"):
    """One more card busts this often."""

    total: int
    often: Often


class NextSurelyBusts(msgspec.Struct, frozen=True, tag="next_surely_busts"):
    """Any further card busts."""

    total: int


class NextIsSafe(msgspec.Struct, frozen=True, tag="next_is_safe"):
    """One more card cannot bust."""

    total: int


class BeatsSeat(msgspec.Struct, frozen=True, tag="beats_seat"):
    """The dealer's present hand beats this seat, which stood with `count` cards, this often."""

    seat: Seat
    count: int
    total: int
    often: Often


class LosesToSeat(msgspec.Struct, frozen=True, tag="loses_to_seat"):
    """The dealer's present hand loses to this seat this often."""

    seat: Seat
    count: int
    total: int
    often: Often


Reason: TypeAlias = DealerBeats | PlayerStands | NextBusts | NextSurelyBusts | NextIsSafe | BeatsSeat | LosesToSeat


def explain(info: InformationState, better: Any, other: Any, rng: Rng) -> Sequence[Reason]:
    """Return the chances of the present hand and of the next card, the more important first."""
    del rng  # the chances are exact
    view = info.view
    if not can_evaluate(view):
        return ()
    evaluation = Evaluation(info.rules, info.seat, view)
    total = view.seats[info.seat].total
    assert total is not None
    busts = evaluation.bust_probability()
    card: NextBusts | NextSurelyBusts | NextIsSafe = NextSurelyBusts(total) if busts == 1 else NextIsSafe(total)
    if 0 < busts < 1:
        card = NextBusts(total, in_ten(busts))
    hands = [
        _against(evaluation, total, seat, view.seats[seat].count, chances, losing=isinstance(better, Draw))
        for seat, chances in zip(evaluation.others, evaluation.win_chances(), strict=True)
    ]
    if isinstance(better, Compare):  # only reasons in favour
        met = hands[evaluation.others.index(better.seat)]
        return [
            reason
            for reason in (met, card)
            if not isinstance(reason, NextIsSafe) and (reason is card or met.often >= _EVEN)
        ]
    if isinstance(other, Compare):
        return hands[evaluation.others.index(other.seat)], card
    worst = max(hands, key=lambda reason: reason.often)
    if isinstance(better, Draw):
        return worst, card
    if isinstance(card, NextIsSafe):  # an argument for drawing
        return (worst,)
    return (worst, card) if evaluation.is_dealer else (card, worst)


def _against(
    evaluation: Evaluation, total: int, seat: int, count: int, chances: WinChances, losing: bool
) -> DealerBeats | PlayerStands | BeatsSeat | LosesToSeat:
    share = (chances.lost if losing else chances.won) / chances.weight
    if evaluation.is_dealer:
        return (LosesToSeat if losing else BeatsSeat)(seat, count, total, in_ten(share))
    return (DealerBeats if losing else PlayerStands)(total, in_ten(share))
