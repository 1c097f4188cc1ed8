"""Actions, facts and refusals as sentences, from a game's texts.

A text has a place for each field: `{seat} draws. {cards}`. What goes there follows from the field's name and value, so
that no game needs code of its own to be told:

- ints named in `SEATS`, and those in tuples named in `SEATS_IN_A_ROW`, are seats and become names;
- ints named in `CHIPS` carry their sign;
- cards are written for people (`10♠`), groups of cards are parted by slashes;
- words go through the game's `word.<value>`, yes and no too; what has no such text stands as it is;
- what is hidden (None, an empty tuple) leaves its place empty, and the space around it goes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from chieu.core.cards import BadCard, Card, pretty
from chieu.core.contract import AnyGame, Illegal, Seat
from chieu.core.notation import tag_of
from chieu.core.texts import SHARED, Lang, Text

SEATS: Final = frozenset(("seat", "dealer", "banker", "leader", "opener", "winner", "loser", "owner", "by"))
SEATS_IN_A_ROW: Final = frozenset(("seats", "order", "winners"))
CHIPS: Final = frozenset(("chips", "payoff"))


class Teller:
    """Tells a game's actions and facts in one language; `names` are those of the seats, if they have any."""

    def __init__(self, game: AnyGame, lang: Lang, names: Sequence[str] = ()) -> None:
        self._lang = lang
        self._names = tuple(names)
        self._texts: Mapping[str, Text] = {**SHARED, **game.texts}

    def action(self, action: msgspec.Struct) -> str:
        """What one may do: `Compare with Lan`."""
        return self._struct("action", action)

    def outline(self, actions: Sequence[msgspec.Struct]) -> str:
        """What several actions of one kind have in common: `Play …`."""
        first = actions[0]
        fields = {
            name: getattr(first, name) if all(getattr(one, name) == getattr(first, name) for one in actions) else "…"
            for name in first.__struct_fields__
        }
        return self._sentence(f"action.{tag_of(type(first))}", fields)

    def fact(self, fact: msgspec.Struct) -> str:
        """What happened: `Lan draws. 5♦`."""
        return self._struct("fact", fact)

    def refusal(self, error: Illegal) -> str:
        """Why something is not allowed, and the number of the rule: `Under 16 you must draw. (XD-14)`."""
        said = self._sentence(f"error.{error.code}", dict(error.params))
        return f"{said} ({error.rule})" if error.rule else said

    def bad_card(self, error: BadCard) -> str:
        """What is wrong with a card."""
        known = f"error.{error.code}" in self._texts
        return self._sentence(f"error.{error.code}", {"card": error.text}) if known else str(error)

    def name(self, seat: Seat) -> str:
        """A seat's name, or its number where it has none."""
        if self._names:
            return self._names[seat] if 0 <= seat < len(self._names) else str(seat)
        return self._texts["seat"].say(self._lang, seat=seat)

    def word(self, word: str) -> str:
        """A word of the game in the language."""
        found = self._texts.get(f"word.{word}")
        return found.say(self._lang) if found is not None else word

    def value(self, field: str, value: Any) -> str:
        """What stands in a field's place."""
        if value is None:
            return ""
        if isinstance(value, Card):
            return pretty(value)
        if isinstance(value, bool):
            return self.word("yes" if value else "no")
        if isinstance(value, int):
            if field in SEATS:
                return self.name(value)
            return f"{value:+d}" if field in CHIPS and value else str(value)
        if isinstance(value, str):
            return self.word(value)
        if isinstance(value, tuple | list):
            return self._joined(field, value)
        if isinstance(value, msgspec.Struct):
            parts = (self.value(name, getattr(value, name)) for name in value.__struct_fields__)
            return " ".join(part for part in parts if part)
        return str(value)

    def _joined(self, field: str, values: Sequence[Any]) -> str:
        between = ", "
        if all(isinstance(one, Card) for one in values):
            between = " "
        elif any(isinstance(one, tuple | list | msgspec.Struct) for one in values):
            between = " / "
        if field in SEATS_IN_A_ROW:
            field = "seat"
        return between.join(self.value(field, one) for one in values)

    def _struct(self, family: str, struct: msgspec.Struct) -> str:
        fields = {name: getattr(struct, name) for name in struct.__struct_fields__}
        return self._sentence(f"{family}.{tag_of(type(struct))}", fields)

    def _sentence(self, key: str, fields: Mapping[str, Any]) -> str:
        told = {name: self.value(name, value) for name, value in fields.items()}
        said = self._texts[key].say(self._lang, **told)
        return re.sub(r"\s+(?=[\s.,;)。,;)]|$)", "", said).strip()
