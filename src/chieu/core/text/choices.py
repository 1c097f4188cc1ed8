"""What a person means by what they type or choose, wherever they do: `compare 2`, `play 3D 3C`, the sentence that an
action is listed with, the beginning of one, or nothing but the cards.

One joker is as good as the other: what differs in that alone is listed once, and `joker` is one that can be played.
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
    """This action; whether it is legal is for the game to say."""

    action: Any


class Among(msgspec.Struct, frozen=True):
    """One of these: a group that was opened, or actions that fit what was typed."""

    actions: tuple[Any, ...]


Meant: TypeAlias = Do | Among | None


class Choices:
    """What a person may do now. `legal` are the actions that they can tell from each other; where these differ in one
    number and nothing else, `amount` is its field."""

    def __init__(self, game: AnyGame, teller: Phraser, legal: Sequence[Any]) -> None:
        self.legal = _told_apart(legal)
        self.amount = _amount_field(self.legal)
        self._game = game
        self._teller = teller

    def meant(self, text: str) -> Meant:
        """What a typed line stands for; None if nothing. A number alone is the amount, where there is one."""
        if text.isascii() and text.isdigit() and len(text) <= 6:
            return None if self.amount is None else Do(type(self.legal[0])(int(text)))
        return self._as_action(text) or self._as_cards(text) or self._as_beginning(text)

    def with_cards(self, groups: Sequence[Cards]) -> Meant:
        """What can be done with these cards, in any order. Cards that no action has are tried all the same, to hear
        why not."""
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
        """An action as people type it: as in records, but seats are counted from 1, as everywhere on the screen."""
        return notation.to_type(self._shifted(action, 1))

    def _as_action(self, text: str) -> Meant:
        """`play 3D 3C`, or the sentence it is listed with."""
        tag, space, rest = text.partition(" ")
        try:
            read = self._shifted(notation.read(self._game, tag.lower() + space + rest), -1)
            alike = [action for action in self.legal if notation.to_type(action) == notation.to_type(read)]
            return Do(read if read in alike or not alike else alike[0])
        except ValueError:
            said = [action for action in self.legal if self._teller.action(action).casefold() == text.casefold()]
            return Do(said[0]) if said else None

    def _as_cards(self, text: str) -> Meant:
        """`3D 3C`, or groups parted by slashes."""
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
        """The beginning of just one action, in either spelling."""
        start = text.casefold()
        fitting = [
            action
            for action in self.legal
            if self.typed(action).casefold().startswith(start)
            or self._teller.action(action).casefold().startswith(start)
        ]
        return Do(fitting[0]) if len(fitting) == 1 and start else None

    def _shifted(self, action: msgspec.Struct, by: int) -> Any:
        """An action with the numbers of its seats and melds counted from elsewhere."""
        counted = [name for name, kind in kinds_of(type(action)).items() if kind in (SEAT, PLACE)]
        return msgspec.structs.replace(action, **{name: getattr(action, name) + by for name in counted})


def cards_of(action: msgspec.Struct) -> list[Card]:
    """Every card an action names."""
    return [card for group in groups_of(action) for card in group]


def groups_of(action: msgspec.Struct) -> list[Cards]:
    """The cards an action names, as they are parted, each group in order."""
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
    """Cards in order, with every joker the same."""
    return tuple(sorted(min(card, JOKER) for card in cards))


def _told_apart(actions: Sequence[Any]) -> tuple[Any, ...]:
    """The actions that people can tell from each other."""
    if not any(card > JOKER for action in actions for card in cards_of(action)):
        return tuple(actions)
    return tuple({notation.to_type(action): action for action in reversed(actions)}.values())[::-1]


def _amount_field(legal: Sequence[Any]) -> str | None:
    """The field of actions that are all the same but for a number: then the number is what people type."""
    kinds = {type(action) for action in legal}
    if len(legal) < 2 or len(kinds) != 1:
        return None
    (kind,) = kinds
    hints = get_type_hints(kind)
    if len(hints) != 1:
        return None
    ((name, hint),) = hints.items()
    return name if hint is int and name not in kinds_of(kind) else None
