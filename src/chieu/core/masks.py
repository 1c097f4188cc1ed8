"""Sets of cards as 64-bit masks. Compiled where it can be.

Single bits come from a table: a shifted one would be compiled as a 32-bit shift.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from chieu.core.cards import Card

BIT: Final = vec[i64]([1 << card for card in range(54)])
FULL_DECK: Final = 4503599627370495  # (1 << 52) - 1


def are_cards(value: object) -> bool:
    """Whether a value is a row of cards, and not something else that would do for one up to a point: structs do not
    check what they are made of."""
    return isinstance(value, tuple) and all(type(one) is Card for one in value)


def is_whole_deck(cards: tuple[int, ...]) -> bool:
    """Whether these are the 52 cards, each once."""
    if len(cards) != 52:
        return False
    mask: i64 = 0
    place: i64 = 0
    while place < 52:
        card: i64 = cards[place]
        if card < 0 or card >= 52:
            return False
        mask |= BIT[card]
        place += 1
    return mask == FULL_DECK
