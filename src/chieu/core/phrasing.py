"""Actions, facts and refusals as sentences, from a game's texts.

A text has a place for each field: `{seat} draws. {cards}`. What goes there follows from the field's name and value, so
that no game needs code of its own to be told:

- ints named in `SEATS`, and those in tuples named in `SEATS_IN_A_ROW`, are seats and become names;
- tuples named in `BY_SEAT` hold something for each seat, in order, and are told with its name: `Lan 5, Minh 0`;
- ints with a text `number.<field>` are places counted from 0 and told by that text, counted from 1;
- ints named in `CHIPS` carry their sign; tuples whose name ends in `_sum` are told with plus signs: `10 + 6`;
- cards are written for people (`10♠`, `Joker`), as text too; groups of cards are parted by slashes;
- what an option takes (`allowed`, beside `option`) is told in the language, whatever stands there;
- words go through the game's `word.<value>`, yes and no too; what has no such text stands as it is;
- what is hidden (None, an empty tuple) leaves its place empty, and the space around it goes.

The same action can mean more in one phase of a deal than in another: then the game has a text `action.<tag>.<phase>`
too, and a teller that looks at a view of that phase tells it so.

The page does the same in `web/src/words/telling.ts`; one test holds for both.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any, Final

import msgspec

from chieu.core.cards import BadCard, Card, prettied, pretty
from chieu.core.contract import CHANCE, AnyGame, Illegal, Seat
from chieu.core.notation import tag_of
from chieu.core.options import options_of
from chieu.core.sheets import allowed
from chieu.core.texts import SHARED, Lang, Text, listed, seat_name

SEATS: Final = frozenset(("seat", "dealer", "banker", "leader", "opener", "winner", "loser", "owner", "by"))
SEATS_IN_A_ROW: Final = frozenset(("seats", "order", "winners", "waiting"))
BY_SEAT: Final = frozenset(("bids", "votes", "points", "scores", "hands", "payoff"))
CHIPS: Final = frozenset(("chips", "payoff"))


class Phraser:
    """Tells a game's actions and facts in one language; `names` are those of the seats, if they have any, and `around`
    are texts of what is around the game."""

    def __init__(
        self, game: AnyGame, lang: Lang, names: Sequence[str] = (), around: Mapping[str, Text] | None = None
    ) -> None:
        self._game = game
        self._options = {one.name: one for one in options_of(game.rules)}
        self._lang = lang
        self._names = tuple(names)
        self._phase = ""
        self._texts: Mapping[str, Text] = {**SHARED, **(around or {}), **game.texts}

    def at(self, view: Any) -> Phraser:
        """The same teller, looking at a view: it tells what may be done there."""
        looking = copy(self)
        looking._phase = str(getattr(view, "phase", ""))
        return looking

    def action(self, action: msgspec.Struct) -> str:
        """What one may do: `Compare with Lan`."""
        return self._sentence(self._key(action), _fields(action))

    def outline(self, actions: Sequence[msgspec.Struct]) -> str:
        """What several actions of one kind have in common: `Play …`."""
        first = actions[0]
        fields = {
            name: getattr(first, name) if all(getattr(one, name) == getattr(first, name) for one in actions) else "…"
            for name in first.__struct_fields__
        }
        return self._sentence(self._key(first), fields)

    def fact(self, fact: msgspec.Struct) -> str:
        """What happened: `Lan draws. 5♦`."""
        return self._sentence(f"fact.{tag_of(type(fact))}", _fields(fact))

    def refusal(self, error: Illegal) -> str:
        """Why something is not allowed, and the number of the rule: `Under 16 you must draw. (XD-14)`."""
        said = self._sentence(f"error.{error.code}", dict(error.params))
        return f"{said} ({error.rule})" if error.rule else said

    def bad_card(self, error: BadCard) -> str:
        """What is wrong with a card."""
        known = f"error.{error.code}" in self._texts
        return self._sentence(f"error.{error.code}", {"card": error.text}) if known else str(error)

    def say(self, key: str, **fields: Any) -> str:
        """Any text with its places filled in; the key itself where there is none."""
        return self._sentence(key, fields) if key in self._texts else key

    def name(self, seat: Seat) -> str:
        """A seat's name, or its number, counted from 1, where it has none."""
        if 0 <= seat < len(self._names):
            return self._names[seat]
        if seat == CHANCE:
            return self._texts["seat.chance"].say(self._lang)
        return seat_name(seat, self._lang)

    def counts_from_0(self, field: str) -> bool:
        """Whether a field's numbers are those of seats or places, which people count from 1."""
        return field in SEATS or f"number.{field}" in self._texts

    def word(self, word: str) -> str:
        """A word of the game in the language."""
        found = self._texts.get(f"word.{word}")
        return found.say(self._lang) if found is not None else word

    def value(self, field: str, value: Any) -> str:
        """What stands in a field's place."""
        if value is None:
            return ""
        if isinstance(value, Card):
            return pretty(value, self._lang)
        if isinstance(value, bool):
            return self.word("yes" if value else "no")
        if isinstance(value, int):
            if field in SEATS:
                return self.name(value)
            if (counted := self._texts.get(f"number.{field}")) is not None:
                return counted.say(self._lang, number=value + 1)
            return f"{value:+d}" if field in CHIPS and value else str(value)
        if isinstance(value, str):
            return self._worded(field, value)
        if isinstance(value, tuple | list):
            return self._joined(field, value)
        if isinstance(value, msgspec.Struct):
            parts = (self.value(name, getattr(value, name)) for name in value.__struct_fields__)
            return " ".join(part for part in parts if part)
        return str(value)

    def _worded(self, field: str, value: str) -> str:
        """Text: the seats or the cards that are written there, or a word of the game."""
        if field in SEATS_IN_A_ROW and re.fullmatch(r"-?\d+(, \d+)*", value):
            return listed([self.name(int(seat)) for seat in value.split(", ")], self._lang)
        cards = prettied(value, self._lang)
        return self.word(value) if cards is None else cards

    def _joined(self, field: str, values: Sequence[Any]) -> str:
        if field in BY_SEAT:
            return self._by_seat("chips" if field in CHIPS else "", values)
        told = [self.value("seat" if field in SEATS_IN_A_ROW else field, one) for one in values]
        if field == "order":
            return " → ".join(told)
        if field.endswith("_sum"):
            return " + ".join(told)
        if all(isinstance(one, Card) for one in values):
            return " ".join(told)
        if any(isinstance(one, tuple | list | msgspec.Struct) for one in values):
            return " / ".join(told)
        return listed(told, self._lang)

    def _by_seat(self, field: str, values: Sequence[Any]) -> str:
        """What each seat has, with its name; a seat that has nothing is left out."""
        told = [(self.name(seat), self.value(field, one)) for seat, one in enumerate(values)]
        if any(isinstance(one, tuple | list) for one in values):
            colon = "：" if self._lang == "zh" else ": "
            return " / ".join(f"{name}{colon}{one}" for name, one in told if one)
        return listed([f"{name} {one}" for name, one in told if one], self._lang)

    def _key(self, action: msgspec.Struct) -> str:
        """The key of an action's text, as it is in the phase of the view that is looked at."""
        key = f"action.{tag_of(type(action))}"
        return f"{key}.{self._phase}" if f"{key}.{self._phase}" in self._texts else key

    def _sentence(self, key: str, fields: Mapping[str, Any]) -> str:
        told = {name: self.value(name, value) for name, value in fields.items()}
        if "allowed" in fields and (option := self._options.get(str(fields.get("option")))) is not None:
            told["allowed"] = allowed(self._game, option).say(self._lang)
        said = self._texts[key].say(self._lang, **told)
        return re.sub(r"\s+(?=[\s.,;)。，；）]|$)", "", said).strip()


def _fields(struct: msgspec.Struct) -> dict[str, Any]:
    return {name: getattr(struct, name) for name in struct.__struct_fields__}
