"""Match what a person types or taps with the actions they may choose from.

They can type an action (`compare 2`, `play 3D 3C`), the sentence it is listed with, the beginning of either, or just
the cards. Jokers are interchangeable: actions that differ only in the joker are listed once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, get_type_hints

import msgspec

from chieu.core import notation
from chieu.core.cards import JOKER, BadCard, Card, Cards, parse
from chieu.core.field_types import PLACE, SEAT, kinds_of
from chieu.core.game import AnyGame
from chieu.core.text.phrasing import Phraser


class Choices:
    """The actions a person may choose from.

    `find` and `with_cards` return the actions that match: none, one, or several to choose from. An action that matches
    need not be legal; the game decides. `legal` are the actions that look different to people. If they differ in one
    number only, `amount` is its field.
    """

    def __init__(self, game: AnyGame, phraser: Phraser, legal: Sequence[Any]) -> None:
        if any(card > JOKER for action in legal for card in cards_of(action)):
            legal = tuple({notation.to_type(action): action for action in reversed(legal)}.values())[::-1]
        self.legal = tuple(legal)
        self.amount = _amount_field(self.legal)
        self._game = game
        self._phraser = phraser

    def find(self, text: str) -> tuple[Any, ...]:
        """Match a typed line. A number alone is the amount, if there is one."""
        if text.isascii() and text.isdigit() and len(text) <= 6:
            return () if self.amount is None else (type(self.legal[0])(int(text)),)
        return self._as_action(text) or self._as_cards(text) or self._as_beginning(text)

    def with_cards(self, groups: Sequence[Cards]) -> tuple[Any, ...]:
        """Match cards in any order. Groups of cards keep theirs.

        Cards that no legal action has become an action all the same, so that the game explains the refusal.
        """
        card_counts = Counter(_alike(card for group in groups for card in group))
        fitting = tuple(action for action in self.legal if Counter(_alike(cards_of(action))) == card_counts)
        if len(groups) > 1:
            parts = Counter(map(_alike, groups))
            parted = tuple(action for action in fitting if Counter(map(_alike, groups_of(action))) == parts)
            fitting = tuple(_ordered(action, groups) for action in parted) or fitting
        return fitting or self._attempt(tuple(groups))

    def typed(self, action: msgspec.Struct) -> str:
        """An action as people type it: as in records, but seats count from 1, as on the screen."""
        return notation.to_type(self._shifted(action, 1))

    def _as_action(self, text: str) -> tuple[Any, ...]:
        """Match `play 3D 3C`, or the sentence it is listed with."""
        tag, space, rest = text.partition(" ")
        try:
            read = self._shifted(notation.read(self._game, tag.lower() + space + rest), -1)
            alike = [action for action in self.legal if notation.to_type(action) == notation.to_type(read)]
            return (read if read in alike or not alike else alike[0],)
        except ValueError:
            sentences = ((action, self._phraser.action(action)) for action in self.legal)
            return tuple(action for action, sentence in sentences if sentence.casefold() == text.casefold())[:1]

    def _as_cards(self, text: str) -> tuple[Any, ...]:
        """Match `3D 3C`, or groups separated by slashes."""
        try:
            groups = tuple(parse(part) for part in text.split("/"))
        except BadCard:
            return ()
        return self.with_cards(groups) if any(groups) else ()

    def _attempt(self, groups: tuple[Cards, ...]) -> tuple[Any, ...]:
        legal_kinds = [type(action) for action in self.legal]
        for kind in sorted(self._game.actions, key=lambda kind: kind not in legal_kinds):
            hints = list(get_type_hints(kind).values())
            if len(groups) == 1 and hints == [Cards]:
                return (kind(groups[0]),)
            if len(groups) == 1 and hints == [Card] and len(groups[0]) == 1:
                return (kind(groups[0][0]),)
            if len(groups) > 1 and hints == [tuple[Cards, ...]]:
                return (kind(groups),)
        return ()

    def _as_beginning(self, text: str) -> tuple[Any, ...]:
        """Match the beginning of exactly one action, in either spelling."""
        start = text.casefold()
        spellings = ((action, self.typed(action), self._phraser.action(action)) for action in self.legal)
        fitting = tuple(
            action for action, *texts in spellings if any(text.casefold().startswith(start) for text in texts)
        )
        return fitting if len(fitting) == 1 and start else ()

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


def _ordered(action: msgspec.Struct, groups: Sequence[Cards]) -> Any:
    """Return an action that names these groups of cards, with its groups in their order."""
    order = [_alike(group) for group in groups]
    fields = {name: getattr(action, name) for name in action.__struct_fields__}
    changed = {
        name: tuple(sorted(value, key=lambda group: order.index(_alike(group))))
        for name, value in fields.items()
        if isinstance(value, tuple) and all(isinstance(group, tuple) for group in value)
    }
    return msgspec.structs.replace(action, **changed)


def _alike(cards: Iterable[Card]) -> tuple[int, ...]:
    """Sorted cards, with all jokers equal."""
    return tuple(sorted(min(card, JOKER) for card in cards))


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
