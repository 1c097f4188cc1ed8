"""Rearranging cards that somebody cannot see, so that what they did see still fits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from chieu.core.cards import Cards
from chieu.core.game import Shuffler

_TRIES: Final = 400
_SWAPS: Final = 400


def shuffled_at(order: Cards, places: Sequence[int], shuffle: Shuffler) -> Cards:
    """An order in which the cards of some places are shuffled among these, and all others stay."""
    return with_cards_at(order, places, shuffle(tuple([order[place] for place in places])))


def with_cards_at(order: Cards, places: Sequence[int], cards: Cards) -> Cards:
    """An order with other cards in some places."""
    whole = list(order)
    for place, card in zip(places, cards, strict=True):
        whole[place] = card
    return tuple(whole)


def rearrange(cards: Cards, fits: Callable[[Cards], bool], shuffle: Shuffler) -> Cards:
    """The cards in another order that `fits`; the order given must fit.

    Whole shuffles are tried first: the first that fits is a fair draw from all orders that fit. Where those are too
    rare, random swaps that keep the fit lead away from the order given.
    """
    for _ in range(_TRIES):
        tried = shuffle(cards)
        if fits(tried):
            return tried
    held = list(cards)
    places = len(held)
    for _ in range(_SWAPS // max(places, 1) + 1):
        partners = {one: place for place, one in enumerate(shuffle(cards))}
        for i in range(places):
            j = partners[cards[i]]
            held[i], held[j] = held[j], held[i]
            if not fits(tuple(held)):
                held[i], held[j] = held[j], held[i]
    return tuple(held)
