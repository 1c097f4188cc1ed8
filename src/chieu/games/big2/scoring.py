"""Places and chips of a Big Two deal. Compiled where it can be."""

from __future__ import annotations

from mypy_extensions import i64

from chieu.games.big2.hands import size
from chieu.games.big2.position import Position


def standing(position: Position, seat: i64) -> i64:
    """BT-14, BT-15: the higher, the better: out earlier, then fewer cards, then the last 2 of a higher suit."""
    going: i64 = 0
    while position.outs >> (4 * going) != 0:
        if (position.outs >> (4 * going)) & 15 == seat + 1:
            return 100 - going
        going += 1
    hand: i64 = position.hands[seat]
    return (hand >> 48 if position.only_twos_left() else 0) - 16 * size(hand)


def place(position: Position, seat: i64) -> i64:
    """The place of a seat that is out, or of any when the deal is over; those with as many cards left share one."""
    own: i64 = standing(position, seat)
    better: i64 = 0
    for other in range(position.seats):
        if standing(position, other) > own:
            better += 1
    return better + 1


def won(position: Position, seat: i64) -> i64:
    """BT-20: a stake from every seat behind and to every seat ahead, or for the cards that are left."""
    if position.tuning.by_places:
        return position.tuning.stake * _places_ahead(position, seat)
    price = position.tuning.card_price
    if place(position, seat) > 1:
        return -position.tuning.stake * price[size(position.hands[seat])]
    chips: i64 = 0
    for other in range(position.seats):
        if other != seat:
            chips += price[size(position.hands[other])]
    return position.tuning.stake * chips


def each(position: Position, seat: i64) -> i64:
    """BT-20: what every card left costs its seat; 0 for the winner, and where chips go by places."""
    left: i64 = size(position.hands[seat])
    if position.tuning.by_places or left == 0 or place(position, seat) == 1:
        return 0
    return position.tuning.stake * position.tuning.card_price[left] // left


def _places_ahead(position: Position, seat: i64) -> i64:
    own: i64 = standing(position, seat)
    ahead: i64 = 0
    for other in range(position.seats):
        theirs: i64 = standing(position, other)
        if theirs != own:
            ahead += 1 if theirs < own else -1
    return ahead
