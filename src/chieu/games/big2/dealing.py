"""How cards are dealt in Big Two. Compiled where it can be."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from chieu.core.masks import BIT
from chieu.games.big2.hands import HAND, HAND_OF_THREE, CompiledRules

_NONE: Final = vec[i64]([0, 0, 0, 0])


def dealt_in_turn(seats: i64, compiled: CompiledRules) -> i64:
    """BT-1: how many cards go out one by one."""
    if seats == 3 and compiled.whole_deck_to_three:
        return seats * HAND_OF_THREE
    return seats * HAND


def hands_of(order: vec[i64], seats: i64, compiled: CompiledRules) -> vec[i64]:
    """BT-1: the hands that an order of the cards deals, one card at a time from seat 0 on. The rest stays out; but the
    odd card of a deck shared out to three may go to whoever holds the lowest."""
    hands = _NONE[:]
    inner = compiled.inner
    count: i64 = dealt_in_turn(seats, compiled)
    place: i64 = 0
    seat: i64 = 0
    while place < count:
        hands[seat] |= BIT[inner[order[place]]]
        place += 1
        seat += 1
        if seat == seats:
            seat = 0
    if seats == 3 and compiled.odd_to_lowest:
        lowest: i64 = (hands[0] | hands[1] | hands[2]) & -(hands[0] | hands[1] | hands[2])
        while hands[seat] & lowest == 0:
            seat += 1
        hands[seat] |= BIT[compiled.inner[order[place]]]
    return hands
