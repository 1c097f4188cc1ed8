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
from chieu.games.rummy.messages import Discard, Draw, LayDown, LayOff, Take

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


Reason: TypeAlias = (
    Sooner | TurnsAway | NextWants | OutOfPlan | BringsNearer | Completes | NoNearer | SafeOnceDown | LessInHand
)


def explain(info: InformationState, better: Any, other: Any, rng: Rng) -> Sequence[Reason]:
    """Return the reasons, the most important first."""
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
    distances = []
    for discard in (card, other):
        rest = list(hand)
        rest.remove(discard)
        distances.append(sampler.distance(rest))
    way, other_way = distances
    reasons: list[Reason] = []
    if way.turns < other_way.turns:
        reasons.append(Sooner(way.turns, other, other_way.turns))
    often, more_often = (in_ten(sampler.wanted(discard)) for discard in (card, other))
    if more_often >= often + _WORTH_SAYING:
        reasons.append(NextWants((info.seat + 1) % len(info.view.seats), other, more_often))
    return [*(reasons or [OutOfPlan(card)]), TurnsAway(way.missing, way.outs, way.turns)]
