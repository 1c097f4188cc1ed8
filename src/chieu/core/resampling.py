"""Rearrange the cards a viewer cannot see, consistent with everything the viewer has seen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from chieu.core.cards import Cards
from chieu.core.game import Shuffler

_TRIES: Final = 400
_SWAPS: Final = 400


def shuffled_at(order: Cards, places: Sequence[int], shuffle: Shuffler) -> Cards:
    """Shuffle the cards at some places of an order among each other."""
    return with_cards_at(order, places, shuffle(tuple([order[place] for place in places])))


def with_cards_at(order: Cards, places: Sequence[int], cards: Cards) -> Cards:
    """Put other cards at some places of an order."""
    whole = list(order)
    for place, card in zip(places, cards, strict=True):
        whole[place] = card
    return tuple(whole)


def rearrange(cards: Cards, fits: Callable[[Cards], bool], shuffle: Shuffler) -> Cards:
    """Return the cards in another order that `fits`; the given order must fit.

    Rejection sampling comes first: the first shuffle that fits is uniform among all orders that fit. If those are too
    rare, random swaps that keep the fit move away from the given order.
    """
    for _ in range(_TRIES):
        order = shuffle(cards)
        if fits(order):
            return order
    swapped = list(cards)
    places = len(swapped)
    for _ in range(_SWAPS // max(places, 1) + 1):
        partners = {card: place for place, card in enumerate(shuffle(cards))}
        for i in range(places):
            j = partners[cards[i]]
            swapped[i], swapped[j] = swapped[j], swapped[i]
            if not fits(tuple(swapped)):
                swapped[i], swapped[j] = swapped[j], swapped[i]
    return tuple(swapped)
