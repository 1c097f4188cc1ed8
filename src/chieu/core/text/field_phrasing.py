"""Fields of actions, facts and views in words, by the kind that their type declares.

The kinds (`core/field_types.py`) are phrased like this:

- seats become names, with arrows between those of an `Order`;
- `BySeat` values follow the name of each seat: `Lan 5, Minh 0`;
- a `Place` counts from 1, through the text `number.<field>` if there is one;
- `Chips` carry their sign; the parts of a `Sum` are joined by plus signs: `10 + 6`;
- `BesideDealer` is the name of the dealer's neighbour at the table of a view, without a view the word for the side;
- `Often` is a number of times in ten, through the text `often.<number>` if there is one;
- cards are written for people (`10♠`, `Joker`), also inside strings; groups of cards are separated by slashes;
- other strings, yes and no go through the text `word.<value>` if there is one;
- a hidden value (None, an empty tuple) is an empty string.

The page does the same in `web/src/text/phrasing.ts`; one test checks both.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from chieu.core.cards import Card, pretty, pretty_cards
from chieu.core.field_types import (
    BESIDE_DEALER,
    BY_SEAT,
    CHIPS,
    OFTEN,
    ORDER,
    PLACE,
    SEAT,
    SEATS,
    SUM,
    Seat,
    item_of,
    kinds_of,
)
from chieu.core.game import CHANCE
from chieu.core.text.languages import SHARED, Lang, Text, colon, listed, seat_name, templates


class FieldPhraser:
    """Phrases fields in one language, with the texts of a game and the names of the seats, if any."""

    def __init__(self, texts: Mapping[str, Text], lang: Lang, names: Sequence[str] = ()) -> None:
        self.texts: Mapping[str, str] = {**SHARED.read(lang), **templates(texts, lang)}
        self.lang = lang
        self._names = tuple(names)
        self._view: Any = None

    def name(self, seat: Seat) -> str:
        """The name of a seat; without one, its number, counted from 1."""
        return self.texts["seat.chance"] if seat == CHANCE else seat_name(seat, self.lang, self._names)

    def word(self, word: str) -> str:
        """A word of the game in the language; the word itself if it has no text."""
        return self.texts.get(f"word.{word}", word)

    def field(self, struct: msgspec.Struct, name: str) -> str:
        """One field of an action, a fact or a view."""
        return self.value(name, kinds_of(type(struct)).get(name, ""), getattr(struct, name))

    def payoff(self, payoff: Sequence[int]) -> str:
        """The payoff of each seat: `Lan +5, Minh -5`."""
        return self._by_seat(CHIPS, payoff)

    def value(self, field: str, kind: str, value: Any) -> str:
        """The value of a field of some kind."""
        if value is None:
            return ""
        if isinstance(value, Card):
            return pretty(value, self.lang)
        if isinstance(value, bool):
            return self.word("yes" if value else "no")
        if isinstance(value, int):
            return self._number(field, kind, value)
        if isinstance(value, str):
            return self._string(kind, value)
        if isinstance(value, tuple | list):
            return self._joined(field, kind, value)
        if isinstance(value, msgspec.Struct):
            return " ".join(part for name in value.__struct_fields__ if (part := self.field(value, name)))
        return str(value)

    def _number(self, field: str, kind: str, value: int) -> str:
        if kind == SEAT:
            return self.name(value)
        if (counted := self.texts.get(f"number.{field}")) is not None:
            return counted.format(number=value + 1)
        if kind == PLACE:
            return str(value + 1)
        if kind == OFTEN:
            return self.texts.get(f"often.{value}", self.texts["often"]).format(number=value)
        return f"{value:+d}" if kind == CHIPS and value else str(value)

    def _string(self, kind: str, value: str) -> str:
        """Seats, cards, or a word of the game."""
        if kind == SEATS and re.fullmatch(r"-?\d+(, \d+)*", value):
            return listed([self.name(int(seat)) for seat in value.split(", ")], self.lang)
        if kind == BESIDE_DEALER and self._view is not None:
            return self.name((self._view.dealer + (1 if value == "left" else -1)) % len(self._view.seats))
        cards = pretty_cards(value, self.lang)
        return self.word(value) if cards is None else cards

    def _joined(self, field: str, kind: str, values: Sequence[Any]) -> str:
        if kind.startswith(BY_SEAT):
            return self._by_seat(item_of(kind), values)
        phrases = [self.value(field, item_of(kind), value) for value in values]
        if kind == ORDER:
            return " → ".join(phrases)
        if kind == SUM:
            return " + ".join(phrases)
        if all(isinstance(value, Card) for value in values):
            return " ".join(phrases)
        if any(isinstance(value, tuple | list | msgspec.Struct) for value in values):
            return " / ".join(phrases)
        return listed(phrases, self.lang)

    def _by_seat(self, kind: str, values: Sequence[Any]) -> str:
        """The value of each seat after its name. Seats with an empty value are left out."""
        phrases = [(self.name(seat), self.value("", kind, value)) for seat, value in enumerate(values)]
        if any(isinstance(value, tuple | list) for value in values):
            return " / ".join(f"{name}{colon(self.lang)}{phrase}" for name, phrase in phrases if phrase)
        return listed([f"{name} {phrase}" for name, phrase in phrases if phrase], self.lang)
