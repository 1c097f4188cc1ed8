"""Cards: ints with good names.

A card is an `int` from 0 to 53 that prints itself. `card = 4 * rank + suit`, ranks in the order 3 4 5 6 7 8 9 10 J Q K
A 2 and suits ♦ ♣ ♥ ♠, so that Big Two compares cards as ints and every game can keep a set of cards in one 64-bit mask.
The two jokers are 52 and 53. Games with another order look ranks up in a table of their own.

>>> parse("10S T♠ 3d JK1")
(10S, 10S, 3D, JK1)
>>> Card(0), Card(51), int(card("AS"))
(3D, 2S, 47)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

RANKS: Final = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2")
SUITS: Final = ("D", "C", "H", "S")
SYMBOLS: Final = ("♦", "♣", "♥", "♠")
TEN, JACK, QUEEN, KING, ACE, TWO = range(7, 13)
JOKERS: Final = ("JK1", "JK2")

_TEXT: Final = tuple(rank + suit for rank in RANKS for suit in SUITS) + JOKERS


class BadCard(ValueError):
    """Text that names no card, or a card that should not be there; `code` keys the text for people."""

    def __init__(self, text: str, reason: str, code: str = "") -> None:
        super().__init__(f"{text!r} {reason}")
        self.text = text
        self.reason = reason
        self.code = code


class Card(int):
    """One card. It is its number; `repr` and `str` give its text."""

    __slots__ = ()

    def __repr__(self) -> str:
        return _TEXT[self]

    __str__ = __repr__

    @property
    def rank(self) -> int:
        """0 for a 3 up to 11 for an ace and 12 for a 2; 13 for a joker."""
        return self >> 2

    @property
    def suit(self) -> int:
        """0 ♦, 1 ♣, 2 ♥, 3 ♠; without meaning for a joker."""
        return self & 3


Cards: TypeAlias = tuple[Card, ...]

CARDS: Final[Cards] = tuple(Card(number) for number in range(54))
DECK: Final[Cards] = CARDS[:52]
DECK_AND_JOKERS: Final[Cards] = CARDS

_BY_TEXT: Final[dict[str, Card]] = {str(one): one for one in CARDS}
_FORM: Final = "a card is a rank (A 2-10 J Q K, T is 10) and a suit (S H D C or ♠ ♥ ♦ ♣), as in 10S, or JK1, JK2"
_SHOWN_AT_MOST: Final = 24


def card(text: str) -> Card:
    """The card that `text` names, in any of the accepted spellings."""
    exact = _BY_TEXT.get(text)
    if exact is not None:
        return exact
    plain = text.strip().replace("\ufe0f", "").upper()
    for symbol, letter in zip(SYMBOLS, SUITS, strict=True):
        plain = plain.replace(symbol, letter)
    if plain.startswith("T"):
        plain = "10" + plain[1:]
    found = _BY_TEXT.get(plain)
    if found is None:
        shown = text if len(text) <= _SHOWN_AT_MOST else text[:_SHOWN_AT_MOST] + "…"
        raise BadCard(shown, f"is no card: {_FORM}", "bad_card")
    return found


def parse(text: str) -> Cards:
    """The cards of a text, parted by spaces or commas."""
    return tuple(card(word) for word in re.split(r"[\s,]+", text.strip()) if word)


def distinct(cards: Sequence[Card]) -> Cards:
    """The cards as they came; `BadCard` if one is there twice."""
    seen: set[Card] = set()
    for one in cards:
        if one in seen:
            raise BadCard(str(one), "is there twice: a deck has one of each card", "card_twice")
        seen.add(one)
    return tuple(cards)


def spell(cards: Iterable[int]) -> str:
    """Cards as text, parted by spaces; plain ints are taken for cards too."""
    return " ".join(_TEXT[one] for one in cards)


def pretty(one: int) -> str:
    """A card for people: `10♠`; jokers keep their names."""
    return _TEXT[one] if one >= 52 else RANKS[one >> 2] + SYMBOLS[one & 3]
