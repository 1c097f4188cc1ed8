"""Reasons to prefer a move of Chinese Rummy: distance to the contract, and the next seat's wishes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import msgspec

from chieu.core.cards import Card
from chieu.core.field_types import Often, Seat
from chieu.core.rng import Rng
from chieu.core.text.reasons import InformationState, in_ten
from chieu.games.rummy.ai.sampler import RummySampler
from chieu.games.rummy.messages import Discard, Draw, LayDown, LayOff, Swap, Take

_WORTH_SAYING: Final = 2  # times in ten: the least difference worth mentioning


class Sooner(msgspec.Struct, frozen=True, tag="sooner"):
    """The contract takes fewer turns than after discarding another card."""

    turns: int
    card: Card
    other: int


class TurnsAway(msgspec.Struct, frozen=True, tag="turns_away"):
    """Cards missing for the contract, outs among the unseen cards, and turns this takes on average."""

    missing: int
    outs: int
    turns: int


class NextWants(msgspec.Struct, frozen=True, tag="next_wants"):
    """The next seat could use this card this often."""

    seat: Seat
    card: Card
    often: Often


class OutOfPlan(msgspec.Struct, frozen=True, tag="out_of_plan"):
    """The contract does not need this card."""

    card: Card


class BringsNearer(msgspec.Struct, frozen=True, tag="brings_nearer"):
    """The top discard reduces the number of missing cards."""

    card: Card
    missing: int


class Completes(msgspec.Struct, frozen=True, tag="completes"):
    """The top discard completes the contract."""

    card: Card


class NoNearer(msgspec.Struct, frozen=True, tag="no_nearer"):
    """The top discard does not help with the contract."""

    card: Card


class SafeOnceDown(msgspec.Struct, frozen=True, tag="safe_once_down"):
    """After laying down, only the rest of the hand can count against the seat."""


class LessInHand(msgspec.Struct, frozen=True, tag="less_in_hand"):
    """A card that is laid off can no longer count against the seat."""

    card: Card


class GoesOut(msgspec.Struct, frozen=True, tag="goes_out"):
    """RM-10: it plays the last card."""


class GainsWild(msgspec.Struct, frozen=True, tag="gains_wild"):
    """A wild fits more melds than the card that replaces it."""

    card: Card


class FitsMeld(msgspec.Struct, frozen=True, tag="fits_meld"):
    """The top discard can be laid off at once."""

    card: Card


class FitsNoMeld(msgspec.Struct, frozen=True, tag="fits_no_meld"):
    """The top discard cannot be laid off and would stay in the hand."""

    card: Card


class NextLaysOff(msgspec.Struct, frozen=True, tag="next_lays_off"):
    """The next seat has laid down and could lay off this card."""

    seat: Seat
    card: Card


class CountsMore(msgspec.Struct, frozen=True, tag="counts_more"):
    """The card counts more at the end than the other one."""

    card: Card
    points: int
    other: Card
    fewer: int


Reason: TypeAlias = (
    Sooner
    | TurnsAway
    | NextWants
    | OutOfPlan
    | BringsNearer
    | Completes
    | NoNearer
    | SafeOnceDown
    | LessInHand
    | GoesOut
    | GainsWild
    | FitsMeld
    | FitsNoMeld
    | NextLaysOff
    | CountsMore
)


def explain(info: InformationState, better: Any, other: Any, rng: Rng) -> Sequence[Reason]:
    """Return the reasons, the most important first."""
    sampler = RummySampler(*info, rng)
    if sampler.goes_out(better):
        return (GoesOut(),)
    own, card = info.view.seats[info.seat], info.view.discard
    match better:
        case LayDown():
            return (SafeOnceDown(),)
        case LayOff():
            return (LessInHand(better.card),)
        case Swap():
            return (GainsWild(better.card),)
        case Discard() if isinstance(other, Discard):
            explain_discard = _discarded_once_down if own.laid_down else _discarded
            return explain_discard(info, sampler, better.card, other.card)
        case Take() | Draw() if card is not None:
            if own.laid_down:
                return (FitsMeld(card) if sampler.fits(card) else FitsNoMeld(card),)
            if isinstance(better, Take):
                missing = sampler.distance((*own.cards, card)).missing
                return (BringsNearer(card, missing) if missing else Completes(card),)
            way = sampler.distance(own.cards)
            return NoNearer(card), TurnsAway(way.missing, way.outs, way.turns)
    return ()


def _next_gains(info: InformationState, sampler: RummySampler, card: Card, other: Card) -> list[Reason]:
    """Return that the other discard helps the next seat more, if it does."""
    often, more_often = (in_ten(sampler.wanted(discard)) for discard in (card, other))
    if more_often < often + _WORTH_SAYING:
        return []
    seat = (info.seat + 1) % len(info.view.seats)
    is_down = info.view.seats[seat].laid_down
    return [NextLaysOff(seat, other) if is_down else NextWants(seat, other, more_often)]


def _discarded_once_down(info: InformationState, sampler: RummySampler, card: Card, other: Card) -> list[Reason]:
    reasons = _next_gains(info, sampler, card, other)
    if sampler.points(card) > sampler.points(other):
        reasons.append(CountsMore(card, sampler.points(card), other, sampler.points(other)))
    return reasons


def _discarded(info: InformationState, sampler: RummySampler, card: Card, other: Card) -> list[Reason]:
    hand = info.view.seats[info.seat].cards
    distances = []
    for discard in (card, other):
        rest = list(hand)
        rest.remove(discard)
        distances.append(sampler.distance(rest))
    way, other_way = distances
    reasons: list[Reason] = []
    if way.turns < other_way.turns:
        reasons.append(Sooner(way.turns, other, other_way.turns))
    reasons += _next_gains(info, sampler, card, other)
    return [*(reasons or [OutOfPlan(card)]), TurnsAway(way.missing, way.outs, way.turns)]
