"""Cards: ints with good names.

A card is an `int` from 0 to 53 that prints itself. `card = 4 * rank + suit`, ranks in the order 3 4 5 6 7 8 9 10 J Q K
A 2 and suits ♦ ♣ ♥ ♠, so that Big Two compares cards as ints and every game can keep a set of cards in one 64-bit mask.
The two jokers are 52 and 53; people, to whom they are one as good as the other, read and may type a word for both.
Games with another order look ranks up in a table of their own.

>>> parse("10S T♠ 3d JK1 joker")
(10S, 10S, 3D, JK1, JK2)
>>> Card(0), Card(51), int(card("AS"))
(3D, 2S, 47)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from chieu.core.text.languages import SHARED, Lang

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
    """One card. It is its number; `repr` and `str` give its text.

    >>> two = card("2S")
    >>> two, int(two), two.rank, two.suit
    (2S, 51, 12, 3)
    """

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
JOKER: Final = CARDS[52]  # from this one on
_ANY_JOKER: Final = "joker"  # what people type for either
_CALLED_JOKER: Final = re.compile("|".join({_ANY_JOKER, "🃏", *SHARED["card.joker"]}), re.IGNORECASE)
_JOKER_IN_A_ROW: Final = re.compile(rf"(?<![^\s,])(?:{_CALLED_JOKER.pattern})(?![^\s,])", re.IGNORECASE)
_WRITTEN: Final = re.compile(r"(?:10|[2-9AJQK])[SHDC]|JK[12]")
_FORM: Final = "a card is a rank (A 2-10 J Q K, T is 10) and a suit (S H D C or ♠ ♥ ♦ ♣), as in 10S, or joker"
_SHOWN_AT_MOST: Final = 24


def card(text: str) -> Card:
    """The card that `text` names, in any of the accepted spellings. What may be either joker is the first.

    >>> card("10♠") == card("ts") == card("10S")
    True
    """
    exact = _BY_TEXT.get(text)
    if exact is not None:
        return exact
    plain = text.strip().replace("\ufe0f", "").upper()
    for symbol, letter in zip(SYMBOLS, SUITS, strict=True):
        plain = plain.replace(symbol, letter)
    if plain.startswith("T"):
        plain = "10" + plain[1:]
    found = JOKER if _CALLED_JOKER.fullmatch(plain) else _BY_TEXT.get(plain)
    if found is None:
        shown = text if len(text) <= _SHOWN_AT_MOST else text[:_SHOWN_AT_MOST] + "…"
        raise BadCard(shown, f"is no card: {_FORM}", "bad_card")
    return found


def parse(text: str) -> Cards:
    """The cards of a text, parted by spaces or commas. Two jokers that are just called so are both of a deck.

    >>> parse("3D, 10♣ joker joker")
    (3D, 10C, JK1, JK2)
    """
    words = re.split(r"[\s,]+", _JOKER_IN_A_ROW.sub(_ANY_JOKER, text).strip())
    out = [None if word == _ANY_JOKER else card(word) for word in words if word]
    for place, one in enumerate(out):
        if one is None:
            out[place] = min(CARDS[JOKER:], key=out.count)
    return tuple(one for one in out if one is not None)


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


def typed(text: str) -> str:
    """Written cards as people type them: a joker is any joker."""
    return _WRITTEN.sub(lambda found: _ANY_JOKER if found[0] in JOKERS else found[0], text)


def pretty(one: int, lang: Lang = "en") -> str:
    """A card for people: `10♠`, and a joker by its name, whichever it is."""
    return SHARED["card.joker"].say(lang) if one >= JOKER else RANKS[one >> 2] + SYMBOLS[one & 3]


def prettied(text: str, lang: Lang = "en") -> str | None:
    """Written cards, with slashes between groups, for people; None if the text is anything else."""
    words = text.split()
    if not words or not all(word == "/" or _WRITTEN.fullmatch(word) for word in words):
        return None
    return " ".join(word if word == "/" else pretty(card(word), lang) for word in words)
