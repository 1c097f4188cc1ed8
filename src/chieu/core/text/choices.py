"""Match what a person types or taps with the actions they may choose from.

They can type an action (`compare 2`, `play 3D 3C`), the sentence it is listed with, the beginning of either, or just
the cards. Jokers are interchangeable: actions that differ only in the joker are listed once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias, get_type_hints

import msgspec

from chieu.core import notation
from chieu.core.cards import JOKER, BadCard, Card, Cards, parse
from chieu.core.field_types import PLACE, SEAT, kinds_of
from chieu.core.game import AnyGame
from chieu.core.text.phrasing import Phraser


class Do(msgspec.Struct, frozen=True):
    """One action. It need not be legal; the game decides."""

    action: Any


class Among(msgspec.Struct, frozen=True):
    """Several actions that match, to choose from."""

    actions: tuple[Any, ...]


Meant: TypeAlias = Do | Among | None


class Choices:
    """The actions a person may choose from.

    `legal` are the actions that look different to people. If they differ in one number only, `amount` is its field.
    """

    def __init__(self, game: AnyGame, teller: Phraser, legal: Sequence[Any]) -> None:
        self.legal = _told_apart(legal)
        self.amount = _amount_field(self.legal)
        self._game = game
        self._teller = teller

    def meant(self, text: str) -> Meant:
        """Return the match of a typed line, or None. A number alone is the amount, if there is one."""
        if text.isascii() and text.isdigit() and len(text) <= 6:
            return None if self.amount is None else Do(type(self.legal[0])(int(text)))
        return self._as_action(text) or self._as_cards(text) or self._as_beginning(text)

    def with_cards(self, groups: Sequence[Cards]) -> Meant:
        """Return the match of these cards, in any order.

        Cards that no legal action has become an action all the same, so that the game explains the refusal.
        """
        wanted = Counter(_alike(card for group in groups for card in group))
        fitting = tuple(action for action in self.legal if Counter(_alike(cards_of(action))) == wanted)
        if len(groups) > 1:
            asked = Counter(map(_alike, groups))
            parted = tuple(action for action in fitting if Counter(map(_alike, groups_of(action))) == asked)
            fitting = parted or fitting
        if fitting:
            return Do(fitting[0]) if len(fitting) == 1 else Among(fitting)
        return self._attempt(tuple(groups))

    def typed(self, action: msgspec.Struct) -> str:
        """An action as people type it: as in records, but seats count from 1, as on the screen."""
        return notation.to_type(self._shifted(action, 1))

    def _as_action(self, text: str) -> Meant:
        """Match `play 3D 3C`, or the sentence it is listed with."""
        tag, space, rest = text.partition(" ")
        try:
            read = self._shifted(notation.read(self._game, tag.lower() + space + rest), -1)
            alike = [action for action in self.legal if notation.to_type(action) == notation.to_type(read)]
            return Do(read if read in alike or not alike else alike[0])
        except ValueError:
            said = [action for action in self.legal if self._teller.action(action).casefold() == text.casefold()]
            return Do(said[0]) if said else None

    def _as_cards(self, text: str) -> Meant:
        """Match `3D 3C`, or groups separated by slashes."""
        try:
            groups = tuple(parse(part) for part in text.split("/"))
        except BadCard:
            return None
        return self.with_cards(groups) if any(groups) else None

    def _attempt(self, groups: tuple[Cards, ...]) -> Meant:
        legal_kinds = [type(action) for action in self.legal]
        for kind in sorted(self._game.actions, key=lambda kind: kind not in legal_kinds):
            hints = list(get_type_hints(kind).values())
            if len(groups) == 1 and hints == [Cards]:
                return Do(kind(groups[0]))
            if len(groups) == 1 and hints == [Card] and len(groups[0]) == 1:
                return Do(kind(groups[0][0]))
            if len(groups) > 1 and hints == [tuple[Cards, ...]]:
                return Do(kind(groups))
        return None

    def _as_beginning(self, text: str) -> Meant:
        """Match the beginning of exactly one action, in either spelling."""
        start = text.casefold()
        fitting = [
            action
            for action in self.legal
            if self.typed(action).casefold().startswith(start)
            or self._teller.action(action).casefold().startswith(start)
        ]
        return Do(fitting[0]) if len(fitting) == 1 and start else None

    def _shifted(self, action: msgspec.Struct, by: int) -> Any:
        """Shift the numbers of seats and melds in an action, to count from another start."""
        counted = [name for name, kind in kinds_of(type(action)).items() if kind in (SEAT, PLACE)]
        return msgspec.structs.replace(action, **{name: getattr(action, name) + by for name in counted})


def cards_of(action: msgspec.Struct) -> list[Card]:
    """All cards that an action names."""
    return [card for group in groups_of(action) for card in group]


def groups_of(action: msgspec.Struct) -> list[Cards]:
    """The cards that an action names, by group, each group sorted."""
    out: list[Cards] = []
    for name in action.__struct_fields__:
        value = getattr(action, name)
        if isinstance(value, Card):
            out.append((value,))
        elif isinstance(value, tuple) and value:
            groups = value if isinstance(value[0], tuple) else (value,)
            out += [tuple(sorted(group)) for group in groups]
    return out


def _alike(cards: Iterable[Card]) -> tuple[int, ...]:
    """Sorted cards, with all jokers equal."""
    return tuple(sorted(min(card, JOKER) for card in cards))


def _told_apart(actions: Sequence[Any]) -> tuple[Any, ...]:
    """The actions without those that differ only in the joker."""
    if not any(card > JOKER for action in actions for card in cards_of(action)):
        return tuple(actions)
    return tuple({notation.to_type(action): action for action in reversed(actions)}.values())[::-1]


def _amount_field(legal: Sequence[Any]) -> str | None:
    """The field of actions that differ in one number only, for which people type just the number."""
    kinds = {type(action) for action in legal}
    if len(legal) < 2 or len(kinds) != 1:
        return None
    (kind,) = kinds
    hints = get_type_hints(kind)
    if len(hints) != 1:
        return None
    ((name, hint),) = hints.items()
    return name if hint is int and name not in kinds_of(kind) else None
