"""How cards are dealt in Big Two. Compiled where it can be."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from chieu.core.cards import Cards
from chieu.core.masks import BIT
from chieu.games.big2.hands import HAND, HAND_OF_THREE, Tuning


def dealt_in_turn(seats: i64, tuning: Tuning) -> i64:
    """BT-1: how many cards go out one by one."""
    return seats * (HAND_OF_THREE if seats == 3 and tuning.whole_deck_to_three else HAND)


def hands_of(order: Cards, seats: i64, tuning: Tuning) -> vec[i64]:
    """BT-1: the hands that an order of the cards deals, one card at a time from seat 0 on. The rest stays out; but the
    odd card of a deck shared out to three may go to whoever holds the lowest."""
    hands = vec[i64]([0, 0, 0, 0])
    place: i64 = 0
    seat: i64 = 0
    while place < dealt_in_turn(seats, tuning):
        card: i64 = order[place]
        hands[seat] |= BIT[tuning.inner[card]]
        place += 1
        seat += 1
        if seat == seats:
            seat = 0
    if seats == 3 and tuning.odd_to_lowest:
        lowest: i64 = (hands[0] | hands[1] | hands[2]) & -(hands[0] | hands[1] | hands[2])
        while hands[seat] & lowest == 0:
            seat += 1
        hands[seat] |= BIT[tuning.inner[order[place]]]
    return hands
