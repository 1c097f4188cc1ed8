"""Other hands that a viewer cannot tell from the real ones. Compiled where it can be."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from chieu.core.cards import Cards
from chieu.core.game import Shuffler
from chieu.core.masks import BIT
from chieu.core.resampling import rearrange
from chieu.games.big2.dealing import dealt_in_turn, hands_of
from chieu.games.big2.hands import only_a_two
from chieu.games.big2.plays import book_of
from chieu.games.big2.state import PLAY, VOTE, State


def resampled(position: State, viewer: i64, shuffle: Shuffler) -> State:
    """Other cards in the places a viewer (-1: anybody) knows nothing of. Cards shuffled away earlier stay as they were:
    nothing depends on them any more."""
    if position.stage != VOTE and position.stage != PLAY:
        return position
    order = position.orders[-1]
    hidden = [place for place in range(52) if not _known(position, order[place], place, viewer)]

    def filled(cards: Cards) -> State:
        whole = list(order)
        for place, card in zip(hidden, cards, strict=True):
            whole[place] = card
        return _with_order(position, tuple(whole))

    def fits(cards: Cards) -> bool:
        other = filled(cards)
        return other.odd_seat() == position.odd_seat() and _plausible(other)

    other = filled(rearrange(tuple([order[place] for place in hidden]), fits, shuffle))
    if other.stage == PLAY:
        other.book = book_of(other.hands, other.seats, other.compiled)
    return other


def _known(position: State, card: i64, place: i64, viewer: i64) -> bool:
    """Whether a viewer knows where a card of the order went: to their own hand, or in sight of all. A card lower than
    the one that opened was dealt to nobody."""
    bit: i64 = BIT[position.compiled.inner[card]]
    if bit <= position.lowest:
        return True
    seat: i64 = place % position.seats
    if place >= dealt_in_turn(position.seats, position.compiled):
        seat = position.odd_seat()
        if seat < 0:
            return False
    return seat == viewer or position.played(seat) & bit != 0


def _with_order(position: State, order: Cards) -> State:
    """The same course of a deal with other cards in the hands."""
    other = position.copy()
    other.orders = (*position.orders[:-1], order)
    other.dealt = hands_of(vec[i64](list(order)), position.seats, position.compiled)
    seat: i64 = 0
    while seat < position.seats:
        other.hands[seat] = other.dealt[seat] & ~position.played(seat)
        seat += 1
    return other


def _plausible(position: State) -> bool:
    """Whether hands could have come about as everybody saw them come: nobody had all four 2s, whoever voted for a
    reshuffle in vain had no low hand, who passed instead of leading holds just one 2, and the deal is not over."""
    if position.compiled.reshuffle and position.somebody_has_all_twos():
        return False
    seat: i64 = 0
    while seat < position.seats:
        if position.stage == PLAY and position.is_in(position.yes, seat) and position.is_low(position.dealt[seat]):
            return False
        if position.is_in(position.bare & position.inside, seat) and not only_a_two(position.hands[seat]):
            return False
        seat += 1
    return not position.only_twos_left()
