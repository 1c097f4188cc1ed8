"""Sets of cards as 64-bit masks.

Single bits come from a table, because mypyc compiles `1 << card` as a 32-bit shift.

Compiled where it can be.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from chieu.core.cards import Card

BIT: Final = vec[i64]([1 << card for card in range(54)])
FULL_DECK: Final = 4503599627370495  # (1 << 52) - 1


def are_cards(value: object) -> bool:
    """Return True if a value is a tuple of `Card`s; structs do not check the types of their fields."""
    return isinstance(value, tuple) and all(type(card) is Card for card in value)


def is_whole_deck(cards: tuple[int, ...]) -> bool:
    """Return True if these are the 52 cards, each once."""
    if len(cards) != 52:
        return False
    mask: i64 = 0
    for number in cards:
        card: i64 = number
        if card < 0 or card >= 52:
            return False
        mask |= BIT[card]
    return mask == FULL_DECK
