"""What the fields of actions, facts and views stand for, said in their types.

A number may be a seat, chips or a place in a row, and people are told each in another way: `Lan`, `+5`, `meld 2`. So a
field is declared as what it is (`seat: Seat`, `bids: BySeat[int]`), and whatever tells people of it goes by that, here
and on the page. On the wire, in logs and in records it is the number that it always was.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import NoneType, UnionType
from typing import Annotated, Any, Final, NamedTuple, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from chieu.core.cards import Card, Cards

T = TypeVar("T")


class FieldKind(NamedTuple):
    """What a value is, as an annotation of its type."""

    name: str


class Within(NamedTuple):
    """The least and the most that a number in an action can be, as an annotation of its type: each as it is, or by the
    name of the option that says it."""

    least: int | str
    most: int | str

    def values(self, rules: Any) -> range:
        """All that it can be by these rules.

        >>> from chieu import load
        >>> Within(1, "stake_max").values(load("xidach").presets["vipgame"])
        range(1, 101)
        """
        least, most = (getattr(rules, one) if isinstance(one, str) else one for one in self)
        return range(least, most + 1)


SEAT: Final = "seat"
SEATS: Final = "seats"
ORDER: Final = "order"
BY_SEAT: Final = "by_seat"
CHIPS: Final = "chips"
PLACE: Final = "place"
SUM: Final = "sum"
OFTEN: Final = "often"
CARD: Final = "card"
CARDS: Final = "cards"
GROUPS: Final = "groups"

Seat: TypeAlias = Annotated[int, FieldKind(SEAT)]
"""A seat, counted from 0; people see a name."""
Viewer: TypeAlias = Seat | None
"""A seat, or None for somebody who just watches."""
Seats: TypeAlias = tuple[Seat, ...]
"""Some seats: `Lan, Minh`."""
Order: TypeAlias = Annotated[tuple[Seat, ...], FieldKind(ORDER)]
"""Seats one after the other: `Lan → Minh`."""
BySeat: TypeAlias = Annotated[tuple[T, ...], FieldKind(BY_SEAT)]
"""Something for each seat, from seat 0 on: `Lan 5, Minh 0`."""
Chips: TypeAlias = Annotated[int, FieldKind(CHIPS)]
"""What was won or lost, with its sign: `+5`."""
Place: TypeAlias = Annotated[int, FieldKind(PLACE)]
"""A place counted from 0, which people count from 1; the game's text `number.<field>` says it: `meld 2`."""
Sum: TypeAlias = Annotated[tuple[int, ...], FieldKind(SUM)]
"""Numbers to add up: `10 + 6`."""
Often: TypeAlias = Annotated[int, FieldKind(OFTEN)]
"""How many times in ten: `6 times in ten`, `hardly ever`."""

IN_TEXTS: Final[Mapping[str, str]] = {"seat": SEAT, "other": SEAT, "waiting": SEATS, "order": ORDER}
"""What the places of other texts stand for, as in refusals, which are filled by name and not from fields."""


def kinds_of(struct: type[msgspec.Struct]) -> Mapping[str, str]:
    """What each field of a struct is; what is plain (a number, a word, a flag) has no kind and is not named.

    >>> from chieu.games.rummy.messages import Ended, LayOff
    >>> dict(kinds_of(LayOff))
    {'card': 'card', 'meld': 'place'}
    >>> dict(kinds_of(Ended))
    {'winner': 'seat', 'points': 'by_seat', 'scores': 'by_seat', 'hands': 'by_seat:cards'}
    """
    return _kinds_of(struct)


def is_seat(hint: Any) -> bool:
    """Whether a type, with all that is said beside it, is that of a seat.

    >>> is_seat(Seat), is_seat(Place)
    (True, False)
    """
    return FieldKind(SEAT) in get_args(hint)[1:]


def kinds_within(struct: type[msgspec.Struct], at: str) -> dict[str, Mapping[str, str]]:
    """The kinds of a struct's fields and, by `<at>.<field>`, of the structs that these hold, one or in a row."""
    found = {at: kinds_of(struct)}
    for name, hint in get_type_hints(struct).items():
        for part in _structs(hint):
            found |= kinds_within(part, f"{at}.{name}")
    return {where: kinds for where, kinds in found.items() if kinds}


def item_of(kind: str) -> str:
    """The kind of what a row holds: of one seat's part in `by_seat:cards`, of one of the seats."""
    if kind.startswith(BY_SEAT):
        return kind.removeprefix(BY_SEAT).removeprefix(":")
    return {SEATS: SEAT, ORDER: SEAT, CARDS: CARD, GROUPS: CARDS}.get(kind, "")


@lru_cache(maxsize=1024)
def _kinds_of(struct: type[msgspec.Struct]) -> Mapping[str, str]:
    hints = get_type_hints(struct, include_extras=True)
    found = {name: _kind(hints[name]) for name in struct.__struct_fields__}
    return {name: kind for name, kind in found.items() if kind}


def _kind(hint: Any) -> str:
    if hint is Card:
        return CARD
    if hint == Cards:
        return CARDS
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        named = next((one.name for one in parts[1:] if isinstance(one, FieldKind)), "") or _kind(parts[0])
        item = _kind(get_args(parts[0])[0]) if named == BY_SEAT else ""
        return f"{named}:{item}" if item else named
    if origin in (Union, UnionType):
        return next((kind for part in parts if part is not NoneType and (kind := _kind(part))), "")
    if origin is tuple and parts:
        return {SEAT: SEATS, CARDS: GROUPS}.get(_kind(parts[0]), "")
    return ""


def _structs(hint: Any) -> list[type[msgspec.Struct]]:
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return [hint]
    return [struct for part in get_args(hint) for struct in _structs(part)]
