"""The fields of actions, facts and views in words. What is said follows from a field's kind, which its type names
(`core/field_types.py`), and from its value:

- seats become names; an `Order` of them has arrows;
- what is `BySeat` is told with each seat's name: `Lan 5, Minh 0`;
- a `Place` is counted from 1, by the text `number.<field>` where there is one;
- `Chips` carry their sign; a `Sum` is told with plus signs: `10 + 6`;
- what happens `Often` is so many times in ten, by the text `often.<number>` where there is one;
- cards are written for people (`10♠`, `Joker`), as text too; groups of cards are parted by slashes;
- words go through the text `word.<value>`, yes and no too; what has no such text stands as it is;
- what is hidden (None, an empty tuple) is nothing.

The page does the same in `web/src/text/phrasing.ts`; one test holds for both.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from chieu.core.cards import Card, prettied, pretty
from chieu.core.field_types import BY_SEAT, CHIPS, OFTEN, ORDER, PLACE, SEAT, SEATS, SUM, Seat, item_of, kinds_of
from chieu.core.game import CHANCE
from chieu.core.text.languages import SHARED, Lang, Text, colon, listed, seat_name


class FieldPhraser:
    """Tells fields in one language by the texts of a game; `names` are those of the seats, if they have any."""

    def __init__(self, texts: Mapping[str, Text], lang: Lang, names: Sequence[str] = ()) -> None:
        self.texts: Mapping[str, Text] = {**SHARED, **texts}
        self.lang = lang
        self._names = tuple(names)

    def name(self, seat: Seat) -> str:
        """A seat's name, or its number, counted from 1, where it has none."""
        if 0 <= seat < len(self._names):
            return self._names[seat]
        if seat == CHANCE:
            return self.texts["seat.chance"].say(self.lang)
        return seat_name(seat, self.lang)

    def word(self, word: str) -> str:
        """A word of the game in the language."""
        found = self.texts.get(f"word.{word}")
        return found.say(self.lang) if found is not None else word

    def field(self, struct: msgspec.Struct, name: str) -> str:
        """What one field of an action, a fact or a view is told as."""
        return self.value(name, kinds_of(type(struct)).get(name, ""), getattr(struct, name))

    def payoff(self, payoff: Sequence[int]) -> str:
        """What each seat won: `Lan +5, Minh -5`."""
        return self._by_seat(CHIPS, payoff)

    def value(self, field: str, kind: str, value: Any) -> str:
        """What stands in a field's place."""
        if value is None:
            return ""
        if isinstance(value, Card):
            return pretty(value, self.lang)
        if isinstance(value, bool):
            return self.word("yes" if value else "no")
        if isinstance(value, int):
            if kind == SEAT:
                return self.name(value)
            if (counted := self.texts.get(f"number.{field}")) is not None:
                return counted.say(self.lang, number=value + 1)
            if kind == PLACE:
                return str(value + 1)
            if kind == OFTEN:
                return self.texts.get(f"often.{value}", self.texts["often"]).say(self.lang, number=value)
            return f"{value:+d}" if kind == CHIPS and value else str(value)
        if isinstance(value, str):
            return self._worded(kind, value)
        if isinstance(value, tuple | list):
            return self._joined(field, kind, value)
        if isinstance(value, msgspec.Struct):
            return " ".join(part for name in value.__struct_fields__ if (part := self.field(value, name)))
        return str(value)

    def _worded(self, kind: str, value: str) -> str:
        """Text: the seats or the cards that are written there, or a word of the game."""
        if kind == SEATS and re.fullmatch(r"-?\d+(, \d+)*", value):
            return listed([self.name(int(seat)) for seat in value.split(", ")], self.lang)
        cards = prettied(value, self.lang)
        return self.word(value) if cards is None else cards

    def _joined(self, field: str, kind: str, values: Sequence[Any]) -> str:
        if kind.startswith(BY_SEAT):
            return self._by_seat(item_of(kind), values)
        told = [self.value(field, item_of(kind), one) for one in values]
        if kind == ORDER:
            return " → ".join(told)
        if kind == SUM:
            return " + ".join(told)
        if all(isinstance(one, Card) for one in values):
            return " ".join(told)
        if any(isinstance(one, tuple | list | msgspec.Struct) for one in values):
            return " / ".join(told)
        return listed(told, self.lang)

    def _by_seat(self, kind: str, values: Sequence[Any]) -> str:
        """What each seat has, with its name; a seat that has nothing is left out."""
        told = [(self.name(seat), self.value("", kind, one)) for seat, one in enumerate(values)]
        if any(isinstance(one, tuple | list) for one in values):
            return " / ".join(f"{name}{colon(self.lang)}{one}" for name, one in told if one)
        return listed([f"{name} {one}" for name, one in told if one], self.lang)
