"""What a person may do, listed so that it fits a screen, and what they mean by what they type.

A few actions are numbered one by one. Many are put into groups by what is done and with how many cards, and the groups
are numbered; a group opens into its actions. Whatever is listed, people may type the action (`compare 2`,
`play 3D 3C`), the beginning of it, or nothing but the cards. One joker is as good as the other: what differs in that
alone is listed once, and `joker` is one that can be played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Final, TypeAlias, get_type_hints

import msgspec

from chieu.cli.texts import say
from chieu.core import notation
from chieu.core.cards import JOKER, BadCard, Card, Cards, parse, pretty
from chieu.core.contract import AnyGame
from chieu.core.phrasing import SEATS, Phraser
from chieu.core.texts import Lang

ONE_BY_ONE: Final = 16
PAGE: Final = 30
_SAMPLE: Final = 56  # letters of a group's line that may be spent on examples


class Do(msgspec.Struct, frozen=True):
    """This action; whether it is legal is for the game to say."""

    action: Any


class Among(msgspec.Struct, frozen=True):
    """One of these: a group that was opened, or actions that fit what was typed."""

    actions: tuple[Any, ...]


Meant: TypeAlias = Do | Among | None


class Menu:
    """The legal actions as numbered entries, each an action or a group of them."""

    def __init__(
        self, game: AnyGame, teller: Phraser, lang: Lang, legal: Sequence[Any], one_by_one: bool = False
    ) -> None:
        self._game = game
        self._teller = teller
        self._lang = lang
        self._legal = _told_apart(legal)
        self._amount = _amount_field(self._legal)
        if one_by_one or len(self._legal) <= ONE_BY_ONE:
            self._entries: list[tuple[Any, ...]] = [(action,) for action in self._legal]
        else:
            self._entries = _grouped(self._legal)

    @property
    def pages(self) -> int:
        """How many pages it takes."""
        return -(-len(self._entries) // PAGE)

    def lines(self, page: int = 0) -> list[tuple[str, str]]:
        """A page of what can be chosen, and how to type it."""
        if self._amount is not None:
            values = sorted(getattr(action, self._amount) for action in self._legal)
            what, spans = self._teller.outline(self._legal), _spans(values)
            return [(f"     {say('choose.amount', self._lang, what=what, spans=spans)}", "")]
        first = page * PAGE
        return [self._line(place + 1, self._entries[place]) for place in range(first, len(self._entries))[:PAGE]]

    def meant(self, text: str) -> Meant:
        """What a typed line stands for; None if nothing."""
        if text.isascii() and text.isdigit() and len(text) <= 6:
            return self._numbered(int(text))
        return self._as_action(text) or self._as_cards(text) or self._as_beginning(text)

    def _line(self, number: int, entry: tuple[Any, ...]) -> tuple[str, str]:
        if len(entry) == 1:
            said, typed = self._teller.action(entry[0]), self._typed(entry[0])
            return f"{number:3d}  {said}", "" if said.casefold() == typed else typed
        count = len(cards_of(entry[0]))
        size = " " + say("choose.cards" if count > 1 else "choose.card", self._lang, count=count) if count else ""
        return f"{number:3d}  {self._teller.outline(entry)}{size}   × {len(entry)}", self._sample(entry)

    def _numbered(self, number: int) -> Meant:
        if self._amount is not None:
            kind = type(self._legal[0])
            return Do(kind(number))
        if not 1 <= number <= len(self._entries):
            return None
        entry = self._entries[number - 1]
        return Do(entry[0]) if len(entry) == 1 else Among(entry)

    def _as_action(self, text: str) -> Meant:
        """`play 3D 3C`, or the sentence it is listed with."""
        tag, space, rest = text.partition(" ")
        try:
            read = self._shifted(notation.read(self._game, tag.lower() + space + rest), -1)
            alike = [action for action in self._legal if notation.to_type(action) == notation.to_type(read)]
            return Do(read if read in alike or not alike else alike[0])
        except ValueError:
            said = [action for action in self._legal if self._teller.action(action).casefold() == text.casefold()]
            return Do(said[0]) if said else None

    def _as_cards(self, text: str) -> Meant:
        """`3D 3C`, or groups parted by slashes. Cards that no action has are tried all the same, to hear why not."""
        try:
            groups = tuple(parse(part) for part in text.split("/"))
        except BadCard:
            return None
        if not any(groups):
            return None
        wanted = Counter(_alike(card for group in groups for card in group))
        fitting = tuple(action for action in self._legal if Counter(_alike(cards_of(action))) == wanted)
        if len(groups) > 1:
            asked = Counter(map(_alike, groups))
            parted = tuple(action for action in fitting if Counter(map(_alike, groups_of(action))) == asked)
            fitting = parted or fitting
        if fitting:
            return Do(fitting[0]) if len(fitting) == 1 else Among(fitting)
        return self._attempt(groups)

    def _attempt(self, groups: tuple[Cards, ...]) -> Meant:
        legal_kinds = [type(action) for action in self._legal]
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
            for action in self._legal
            if self._typed(action).casefold().startswith(start)
            or self._teller.action(action).casefold().startswith(start)
        ]
        return Do(fitting[0]) if len(fitting) == 1 and start else None

    def _typed(self, action: msgspec.Struct) -> str:
        """An action as people type it: as in records, but seats are counted from 1, as everywhere on the screen."""
        return notation.to_type(self._shifted(action, 1))

    def _shifted(self, action: msgspec.Struct, by: int) -> Any:
        """An action with the numbers of its seats and melds counted from elsewhere."""
        counted = [name for name in action.__struct_fields__ if self._teller.counts_from_0(name)]
        return msgspec.structs.replace(action, **{name: getattr(action, name) + by for name in counted})

    def _sample(self, actions: Sequence[Any]) -> str:
        """The first few of a group, as many as fit."""
        out = ""
        for action in actions:
            cards = cards_of(action)
            told = " ".join(pretty(card, self._lang) for card in cards) if cards else self._typed(action)
            longer = f"{out} · {told}" if out else told
            if len(longer) > _SAMPLE and out:
                return f"{out} …"
            out = longer
        return out


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


def _grouped(actions: Sequence[Any]) -> list[tuple[Any, ...]]:
    groups: dict[tuple[type[Any], int], list[Any]] = {}
    for action in actions:
        groups.setdefault((type(action), len(cards_of(action))), []).append(action)
    return [tuple(group) for group in groups.values()]


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
    return name if hint is int and name not in SEATS else None


def _spans(values: Sequence[int]) -> str:
    if list(values) == list(range(values[0], values[-1] + 1)):
        return f"{values[0]} … {values[-1]}"
    return ", ".join(str(value) for value in values)
