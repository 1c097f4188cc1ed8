"""Cards: ints that print as text.

A card is an `int` from 0 to 53: `card = 4 * rank + suit`, with ranks in the order 3 4 5 6 7 8 9 10 J Q K A 2 and suits
♦ ♣ ♥ ♠. So Big Two compares cards as ints, and a set of cards fits into a 64-bit mask. Games with another order look
ranks up in a table. The jokers are 52 and 53; people see and type one word for both.

>>> parse("10S T♠ 3d JK1 joker")
(10S, 10S, 3D, JK1, JK2)
>>> Card(0), Card(51), int(card("AS"))
(3D, 2S, 47)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, Final, TypeAlias

import msgspec

from chieu.core.text.languages import SHARED, Lang

RANKS: Final = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2")
"""Ranks as written, by number: the order of Big Two, from 3 to 2."""
SUITS: Final = ("D", "C", "H", "S")
"""Suits as written, by number."""
SYMBOLS: Final = ("♦", "♣", "♥", "♠")
"""Suits as shown to people, by number."""
TEN, JACK, QUEEN, KING, ACE, TWO = range(7, 13)
JOKERS: Final = ("JK1", "JK2")
"""Jokers as written."""

_TEXT: Final = tuple(rank + suit for rank in RANKS for suit in SUITS) + JOKERS


class BadCard(ValueError):
    """Text that is not a card, or a card that must not be there; `code` keys the text for people."""

    def __init__(self, text: str, reason: str, code: str = "") -> None:
        super().__init__(f"{text!r} {reason}")
        self.text = text
        self.reason = reason
        self.code = code


class Card(int):
    """A card: an int whose `repr` and `str` are its text.

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
        """0 ♦, 1 ♣, 2 ♥, 3 ♠; meaningless for a joker."""
        return self & 3


Cards: TypeAlias = tuple[Card, ...]
"""Several cards, in an order that may matter."""

CARDS: Final[Cards] = tuple(Card(number) for number in range(54))
"""All cards by number, the two jokers last."""
DECK: Final[Cards] = CARDS[:52]
"""The 52 cards without jokers."""
DECK_AND_JOKERS: Final[Cards] = CARDS
"""The 52 cards and two jokers."""

_BY_TEXT: Final[dict[str, Card]] = {str(card): card for card in CARDS}
JOKER: Final = CARDS[52]
"""The first joker."""
_ANY_JOKER: Final = "joker"  # typed by people for either
_WRITTEN: Final = re.compile(r"(?:10|[2-9AJQK])[SHDC]|JK[12]")
_FORM: Final = "a card is a rank (A 2-10 J Q K, T is 10) and a suit (S H D C or ♠ ♥ ♦ ♣), as in 10S, or joker"
_SHOWN_LENGTH: Final = 24


def card(text: str) -> Card:
    """Parse a card in any accepted spelling. A spelling that fits either joker is the first one.

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
    parsed = _BY_TEXT.get(plain)
    if parsed is None and _joker_name().fullmatch(plain):
        return JOKER
    if parsed is None:
        shown = text if len(text) <= _SHOWN_LENGTH else text[:_SHOWN_LENGTH] + "…"
        raise BadCard(shown, f"is not a card: {_FORM}", "bad_card")
    return parsed


def parse(text: str) -> Cards:
    """Parse cards separated by spaces or commas. Two jokers without a number are the two of a deck.

    >>> parse("3D, 10♣ joker joker")
    (3D, 10C, JK1, JK2)
    """
    exact = [_BY_TEXT.get(word) for word in text.split()]
    if None not in exact:  # the spelling used in code: no catalogue is read
        return tuple(card for card in exact if card is not None)
    joker = re.compile(rf"(?<![^\s,])(?:{_joker_name().pattern})(?![^\s,])", re.IGNORECASE)
    words = re.split(r"[\s,]+", joker.sub(_ANY_JOKER, text).strip())
    out = [None if word == _ANY_JOKER else card(word) for word in words if word]
    for index, parsed in enumerate(out):
        if parsed is None:
            out[index] = min(CARDS[JOKER:], key=out.count)
    return tuple(parsed for parsed in out if parsed is not None)


@cache
def _joker_name() -> re.Pattern[str]:
    """Return a pattern of the words for a joker in all languages."""
    return re.compile("|".join({_ANY_JOKER, "🃏", *SHARED["card.joker"]}), re.IGNORECASE)


def distinct(cards: Sequence[Card]) -> Cards:
    """Return the cards unchanged; raise `BadCard` if one occurs twice."""
    seen: set[Card] = set()
    for card in cards:
        if card in seen:
            raise BadCard(str(card), "is there twice: a deck has each card once", "card_twice")
        seen.add(card)
    return tuple(cards)


def spell(cards: Iterable[int]) -> str:
    """Return cards, or plain ints, as text separated by spaces."""
    return " ".join(_TEXT[card] for card in cards)


def typed(text: str) -> str:
    """Replace `JK1` and `JK2` in written cards by the word people type for a joker."""
    return _WRITTEN.sub(lambda match: _ANY_JOKER if match[0] in JOKERS else match[0], text)


def pretty(card: int, lang: Lang = "en") -> str:
    """Return a card for people: `10♠`, a joker by its name."""
    return SHARED["card.joker"].say(lang) if card >= JOKER else RANKS[card >> 2] + SYMBOLS[card & 3]


def pretty_cards(text: str, lang: Lang = "en") -> str | None:
    """Format written cards and slashes for people; None if the text contains anything else."""
    words = text.split()
    if not words or not all(word == "/" or _WRITTEN.fullmatch(word) for word in words):
        return None
    return " ".join(word if word == "/" else pretty(card(word), lang) for word in words)


def cards_in(value: Any) -> list[Card]:
    """Return every card in a value, at any depth."""
    if isinstance(value, Card):
        return [value]
    if isinstance(value, tuple | list):
        return [card for item in value for card in cards_in(item)]
    if isinstance(value, msgspec.Struct):
        return [card for name in value.__struct_fields__ for card in cards_in(getattr(value, name))]
    return []
