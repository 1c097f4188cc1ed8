"""Places and chips of a Big Two deal. Compiled where it can be."""

from __future__ import annotations

from mypy_extensions import i64

from chieu.games.big2.hands import only_a_two, size
from chieu.games.big2.state import State


def standing(position: State, seat: i64) -> i64:
    """BT-14, BT-15: the higher, the better: out earlier, then fewer cards, then the last 2 of a higher suit."""
    going: i64 = 0
    while position.outs >> (4 * going) != 0:
        if (position.outs >> (4 * going)) & 15 == seat + 1:
            return 100 - going
        going += 1
    hand: i64 = position.hands[seat]
    if position.only_twos_left():
        return (hand >> 48) - 16 * size(hand)
    return -16 * size(hand)


def place(position: State, seat: i64) -> i64:
    """The place of a seat that is out, or of any when the deal is over; those with as many cards left share one."""
    own: i64 = standing(position, seat)
    better: i64 = 0
    for other in range(position.seats):
        if standing(position, other) > own:
            better += 1
    return better + 1


def rate_key(position: State) -> i64:
    """BT-20: who pays for all, or -1: it had the turn before the last card that won, everybody knew of that card, and
    it held one that beats it, but passed or played a lower one."""
    if position.guard < 0:
        return -1
    hand: i64 = position.dealt[position.guard] & ~position.gone
    if only_a_two(hand) and not position.compiled.finish_on_two:
        return -1  # BT-14: it could only pass
    if hand > position.last:
        return position.guard
    return -1


def won(position: State, seat: i64) -> i64:
    """BT-20: what a seat wins or loses; where somebody pays for all, the others lose nothing."""
    pays: i64 = rate_key(position)
    chips: i64 = reckoned(position, seat)
    if pays < 0:
        return chips
    if pays != seat:
        return max(chips, 0)
    for other in range(position.seats):
        if other != seat:
            chips += min(reckoned(position, other), 0)
    return chips


def is_freed(position: State, seat: i64) -> bool:
    """Whether somebody else pays what this seat has lost."""
    pays: i64 = rate_key(position)
    return pays >= 0 and pays != seat and reckoned(position, seat) < 0


def reckoned(position: State, seat: i64) -> i64:
    """A stake from every seat behind and to every seat ahead, or for the cards that are left."""
    if position.compiled.by_places:
        return position.compiled.stake * _places_ahead(position, seat)
    price = position.compiled.card_price
    if place(position, seat) > 1:
        return -position.compiled.stake * price[size(position.hands[seat])]
    chips: i64 = 0
    for other in range(position.seats):
        if other != seat:
            chips += price[size(position.hands[other])]
    return position.compiled.stake * chips


def each(position: State, seat: i64) -> i64:
    """BT-20: what every card left costs its seat; 0 for the winner, where somebody else pays, and by places."""
    left: i64 = size(position.hands[seat])
    if position.compiled.by_places or left == 0 or place(position, seat) == 1 or is_freed(position, seat):
        return 0
    return position.compiled.stake * position.compiled.card_price[left] // left


def _places_ahead(position: State, seat: i64) -> i64:
    own: i64 = standing(position, seat)
    ahead: i64 = 0
    for other in range(position.seats):
        theirs: i64 = standing(position, other)
        if theirs < own:
            ahead += 1
        elif theirs > own:
            ahead -= 1
    return ahead
