"""Types of the fields of actions, facts and views that say how people are shown them.

A number may be a seat, chips or an index, and people see each differently: `Lan`, `+5`, `meld 2`. A field is declared
as what it is (`seat: Seat`, `bids: BySeat[int]`), and both the phrasing here and the page follow that. On the wire, in
logs and in records it is a plain number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    NamedTuple,
    TypeAlias,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec

from chieu.core.cards import Card, Cards

T = TypeVar("T")

Bound: TypeAlias = int | str | Callable[[Any, int], int]
"""A number, the name of a rule option, or a function of the rules and the number of seats."""


class FieldKind(NamedTuple):
    """Kind of a field, as an annotation of its type."""

    name: str


class Within(NamedTuple):
    """Bounds of an integer field, or of the length of a sequence."""

    minimum: Bound
    maximum: Bound

    def values(self, rules: Any, seats: int) -> range:
        """Return the range of values under these rules.

        >>> from chieu import load
        >>> Within(1, "stake_max").values(load("xidach").presets["vipgame"], seats=4)
        range(1, 101)
        """
        minimum, maximum = (_number(bound, rules, seats) for bound in self)
        return range(minimum, maximum + 1)


def _number(bound: Bound, rules: Any, seats: int) -> int:
    if isinstance(bound, int):
        return bound
    return int(getattr(rules, bound) if isinstance(bound, str) else bound(rules, seats))


def bounds_of(hint: Any, rules: Any, seats: int) -> range | None:
    """Return the range of values that an annotated type declares with `Within`, if it does.

    >>> bounds_of(Annotated[int, Within(0, 5)], None, 2), bounds_of(int, None, 2)
    (range(0, 6), None)
    """
    notes = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
    return next((note.values(rules, seats) for note in notes if isinstance(note, Within)), None)


SEAT: Final = "seat"
SEATS: Final = "seats"
ORDER: Final = "order"
BY_SEAT: Final = "by_seat"
CHIPS: Final = "chips"
PLACE: Final = "place"
SUM: Final = "sum"
OFTEN: Final = "often"
BESIDE_DEALER: Final = "beside_dealer"
CARD: Final = "card"
CARDS: Final = "cards"
GROUPS: Final = "groups"

Seat: TypeAlias = Annotated[int, FieldKind(SEAT)]
"""A seat, counted from 0; people see a name."""
Viewer: TypeAlias = Seat | None
"""A seat, or None for a spectator."""
Seats: TypeAlias = tuple[Seat, ...]
"""Several seats: `Lan, Minh`."""
Order: TypeAlias = Annotated[tuple[Seat, ...], FieldKind(ORDER)]
"""Seats in turn order: `Lan → Minh`."""
BySeat: TypeAlias = Annotated[tuple[T, ...], FieldKind(BY_SEAT)]
"""One value per seat: `Lan 5, Minh 0`."""
Chips: TypeAlias = Annotated[int, FieldKind(CHIPS)]
"""Chips won or lost, shown with a sign: `+5`."""
Place: TypeAlias = Annotated[int, FieldKind(PLACE)]
"""An index, shown counted from 1 by the game's text `number.<field>`: `meld 2`."""
Sum: TypeAlias = Annotated[tuple[int, ...], FieldKind(SUM)]
"""Summands: `10 + 6`."""
Often: TypeAlias = Annotated[int, FieldKind(OFTEN)]
"""A frequency in tenths: `6 times in ten`, `hardly ever`."""
BesideDealer: TypeAlias = Annotated[Literal["left", "right"], FieldKind(BESIDE_DEALER)]
"""A neighbour of the view's `dealer`, by side; people see a name."""

IN_TEXTS: Final[Mapping[str, str]] = {"seat": SEAT, "other": SEAT, "waiting": SEATS, "order": ORDER}
"""Kinds of the placeholders of other texts, such as refusals, which have no fields."""


def kinds_of(struct: type[msgspec.Struct]) -> Mapping[str, str]:
    """Return the kind of each field of a struct; plain fields (a number, a word, a flag) are omitted.

    >>> from chieu.games.rummy.messages import Ended, LayOff
    >>> dict(kinds_of(LayOff))
    {'card': 'card', 'meld': 'place'}
    >>> dict(kinds_of(Ended))
    {'winner': 'seat', 'points': 'by_seat', 'scores': 'by_seat', 'hands': 'by_seat:cards'}
    """
    return _kinds_of(struct)


def is_seat(hint: Any) -> bool:
    """Return True if an annotated type is that of a seat.

    >>> is_seat(Seat), is_seat(Place)
    (True, False)
    """
    return FieldKind(SEAT) in get_args(hint)[1:]


def kinds_within(struct: type[msgspec.Struct], at: str) -> dict[str, Mapping[str, str]]:
    """Return the kinds of a struct's fields by `at`, and those of structs nested in it by `<at>.<field>`."""
    by_path = {at: kinds_of(struct)}
    for name, hint in get_type_hints(struct).items():
        for part in _structs(hint):
            by_path |= kinds_within(part, f"{at}.{name}")
    return {path: kinds for path, kinds in by_path.items() if kinds}


def item_of(kind: str) -> str:
    """Return the kind of the items of a sequence: `cards` for `by_seat:cards`, `seat` for `seats`."""
    if kind.startswith(BY_SEAT):
        return kind.removeprefix(BY_SEAT).removeprefix(":")
    return {SEATS: SEAT, ORDER: SEAT, CARDS: CARD, GROUPS: CARDS}.get(kind, "")


@lru_cache(maxsize=1024)
def _kinds_of(struct: type[msgspec.Struct]) -> Mapping[str, str]:
    hints = get_type_hints(struct, include_extras=True)
    kinds = {name: _kind(hints[name]) for name in struct.__struct_fields__}
    return {name: kind for name, kind in kinds.items() if kind}


def _kind(hint: Any) -> str:
    if hint is Card:
        return CARD
    if hint == Cards:
        return CARDS
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        kind = next((note.name for note in parts[1:] if isinstance(note, FieldKind)), "") or _kind(parts[0])
        item = _kind(get_args(parts[0])[0]) if kind == BY_SEAT else ""
        return f"{kind}:{item}" if item else kind
    if origin in (Union, UnionType):
        return next((kind for part in parts if part is not NoneType and (kind := _kind(part))), "")
    if origin is tuple and parts:
        return {SEAT: SEATS, CARDS: GROUPS}.get(_kind(parts[0]), "")
    return ""


def _structs(hint: Any) -> list[type[msgspec.Struct]]:
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return [hint]
    return [struct for part in get_args(hint) for struct in _structs(part)]


# A match and its seats


def has_scores(match: type[msgspec.Struct]) -> bool:
    """Return whether a match has values by seat, and so needs the same players in all its deals."""
    return any(kind.startswith(BY_SEAT) for kind in kinds_of(match).values())


def carried_over(match: Any, places: Sequence[Seat | None]) -> Any:
    """Return the match for a deal of other people, or None if it cannot go on with them.

    For each new seat `places` has the seat of the same player in the last deal, None for a newcomer. A `Seat` follows
    its player. If that player is gone, it passes to the next seat of the last deal whose player is there. `BySeat`
    needs everybody: a match with scores goes on only with the same players, in any order.

    >>> from chieu.games.rummy.rules import Match
    >>> carried_over(Match(round=2, dealer=1, scores=(5, 0, 30)), (2, 0, 1))
    Match(round=2, dealer=2, scores=(30, 5, 0))
    >>> carried_over(Match(round=2, dealer=1), (0, 2, None))
    Match(round=2, dealer=1, scores=())
    """
    fields: dict[str, Any] = {}
    for name, kind in kinds_of(type(match)).items():
        value = getattr(match, name)
        if kind == SEAT and value >= 0:
            stays = [(seat < value, seat) for seat in places if seat is not None]
            if not stays:
                return None
            fields[name] = places.index(min(stays)[1])
        elif kind.startswith(BY_SEAT) and value:
            if set(places) != set(range(len(value))) or len(places) != len(value):
                return None
            fields[name] = tuple(value[seat] for seat in places if seat is not None)
    return msgspec.structs.replace(match, **fields)
