"""Numbering of actions from 0 on.

If a game has few actions, each has a fixed number. If it has very many (plays of Big Two, lay-downs of rummy), a number
is an index into the current list of legal actions, and each of these is described by features. Seats in actions are
relative to the acting seat, as in observations.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from math import prod
from typing import Annotated, Any, Final, Literal, TypeAlias, get_args, get_origin

import msgspec
import numpy as np
from numpy.typing import NDArray

from chieu.core import notation
from chieu.core.cards import Card, Cards
from chieu.core.field_types import bounds_of, is_seat
from chieu.core.game import AnyGame, Seat
from chieu.envs.layout import hints_of, pack_of

MAX_NUMBERED: Final = 2048
MAX_LISTED: Final = 512  # a Big Two hand of one suit has up to 1,400 plays, but 100 are already many
_MAX_CACHED: Final = 100_000
_LARGEST: Final = np.iinfo(np.int16).max  # bound of a number that has none


class Wait(msgspec.Struct, frozen=True, tag="wait"):
    """Do nothing: for a seat that may act out of turn, or that has no decision in the whole deal."""


WAIT: Final = Wait()


class NoSuchAction(ValueError):
    """The number is not that of a legal action."""

    def __init__(self, number: int, legal: Sequence[tuple[int, Any]]) -> None:
        shown = ", ".join(f"{known} {notation.write(action)}" for known, action in legal[:20])
        rest = f" and {len(legal) - 20} more" if len(legal) > 20 else ""
        super().__init__(f"expected the number of a legal action ({shown}{rest}), got {number}")


class Numbered:
    """Every possible action has a fixed number; 0 is `Wait`.

    >>> from chieu import load
    >>> niuniu = load("niuniu")
    >>> actions_of(niuniu, niuniu.presets["auction"], 4).all(0)[:3]
    (Wait(), Stake(amount=1), Stake(amount=2))
    """

    def __init__(self, tables: Sequence[Sequence[Any]]) -> None:
        """`tables` has the actions in order, for each seat."""
        self.size = len(tables[0])
        self._actions = [tuple(table) for table in tables]
        self._numbers = [{action: number for number, action in enumerate(table)} for table in tables]

    def mask(self, seat: Seat, legal: Sequence[Any]) -> NDArray[np.int8]:
        """Return 1 for each legal number."""
        out = bytearray(self.size)
        numbers = self._numbers[seat]
        for action in legal:
            out[numbers[action]] = 1
        return np.frombuffer(out, np.int8)

    def action(self, seat: Seat, legal: Sequence[Any], number: int) -> Any:
        """Return the action of a number."""
        action = self._actions[seat][number] if 0 <= number < self.size else None
        if action not in legal:
            raise NoSuchAction(number, [(self._numbers[seat][other], other) for other in legal])
        return action

    def all(self, seat: Seat) -> tuple[Any, ...]:
        """Return all actions of a seat in the order of their numbers."""
        return self._actions[seat]

    def number(self, seat: Seat, legal: Sequence[Any], action: Any) -> int:
        """Return the number of an action."""
        del legal
        return self._numbers[seat][action]


class Listed:
    """A number is an index into the list of legal actions. Actions beyond `size` cannot be chosen.

    `names` are the names of an action's features, `low` and `high` their bounds: its kind one-hot, then its fields. A
    field with few possible values is one-hot. Among several cards, each has the number of its group, from 1 on. Other
    numbers are unchanged.
    """

    def __init__(self, game: AnyGame, rules: Any, seats: int, size: int = MAX_LISTED) -> None:
        self.size = size
        pack = pack_of(game, rules, seats)
        kinds: tuple[type[Any], ...] = (*game.actions, Wait)
        self.names = [notation.tag_of(kind) for kind in kinds]
        limits = [(0, 1)] * len(kinds)
        self._places: dict[type[Any], int] = {kind: place for place, kind in enumerate(kinds)}
        self._fields: dict[type[Any], list[tuple[str, int, _Feature]]] = {kind: [] for kind in kinds}
        shared: dict[tuple[str, str], int] = {}  # fields of the same name and type share features
        for kind in kinds:
            for name, hint in hints_of(kind).items():
                feature = _feature_of(hint, rules, seats, pack)
                at = shared.setdefault((name, str(hint)), len(self.names))
                if at == len(self.names):
                    self.names += [f"{name}{entry}" for entry in feature.names]
                    limits += [feature.limits] * len(feature.names)
                self._fields[kind].append((name, at, feature))
        plain = any(isinstance(feature, _Number) for fields in self._fields.values() for _, _, feature in fields)
        self.dtype: np.dtype[np.integer[Any]] = np.dtype(np.int16 if plain else np.int8)
        self.low, self.high = np.array(limits, self.dtype).T
        self._row = lru_cache(_MAX_CACHED)(self._uncached_row)

    def mask(self, seat: Seat, legal: Sequence[Any]) -> NDArray[np.int8]:
        """Return 1 for each index of the list."""
        del seat
        out = np.zeros(self.size, np.int8)
        out[: len(legal)] = 1
        return out

    def features(self, seat: Seat, legal: Sequence[Any]) -> NDArray[Any]:
        """Return a row of features per legal action, padded with zeros."""
        out = np.zeros((self.size, len(self.names)), self.dtype)
        rows = b"".join([self._row(seat, action) for action in legal[: self.size]])
        features = np.frombuffer(rows, self.dtype).reshape(-1, len(self.names))
        out[: len(features)] = features
        return out

    def action(self, seat: Seat, legal: Sequence[Any], number: int) -> Any:
        """Return the action of a number."""
        del seat
        if not 0 <= number < min(len(legal), self.size):
            raise NoSuchAction(number, list(enumerate(legal[: self.size])))
        return legal[number]

    def number(self, seat: Seat, legal: Sequence[Any], action: Any) -> int:
        """Return the number of an action."""
        del seat
        return legal.index(action)

    def _uncached_row(self, seat: Seat, action: Any) -> bytes:
        out = np.zeros(len(self.names), self.dtype)
        out[self._places[type(action)]] = 1
        for name, at, feature in self._fields[type(action)]:
            feature.write(out, at, getattr(action, name), seat)
        return out.tobytes()


Actions: TypeAlias = Numbered | Listed


def actions_of(game: AnyGame, rules: Any, seats: int) -> Actions:
    """Return the numbering of a game's actions."""
    tables: list[list[Any]] = [[WAIT] for _ in range(seats)]
    pack = tuple(sorted(set(pack_of(game, rules, seats))))
    for kind in game.actions:
        hints = hints_of(kind).values()
        for seat, table in enumerate(tables):
            domains = [_domain(hint, rules, seats, seat, pack) for hint in hints]
            if None in domains or len(table) + prod(len(domain or ()) for domain in domains) > MAX_NUMBERED:
                return Listed(game, rules, seats)
            table += [kind(*values) for values in product(*[domain or () for domain in domains])]
    return Numbered(tables)


def _domain(hint: Any, rules: Any, seats: int, seat: Seat, pack: Cards) -> Sequence[Any] | None:
    """Return all values of a field, seats relative to `seat`; None if they cannot be enumerated."""
    if is_seat(hint):
        return [(seat + place) % seats for place in range(seats)]
    plain = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    if plain is int:
        return bounds_of(hint, rules, seats)
    if get_origin(plain) is Literal:
        return get_args(plain)
    return {bool: (False, True), Card: pack}.get(hint)


class _OneOf:
    """A field with few possible values."""

    def __init__(self, domains: Sequence[Sequence[Any]], relative: bool) -> None:
        """`domains` has the values in order, for each seat."""
        self.names = [f"=+{place}" if relative else f"={value}" for place, value in enumerate(domains[0])]
        self.limits = (0, 1)
        self._places = [{value: place for place, value in enumerate(domain)} for domain in domains]

    def write(self, out: NDArray[Any], at: int, value: Any, seat: Seat) -> None:
        out[at + self._places[seat][value]] = 1


class _CardsOf:
    """Cards, or groups of cards."""

    def __init__(self, pack: Cards, groups: int) -> None:
        """`groups` is the largest number of groups."""
        self.limits = (0, groups)
        cards = sorted(set(pack))
        copies = max(pack.count(card) for card in cards)
        self.names = [f"={card}{'*' * copy}" for copy in range(copies) for card in cards]
        self._places = {card: place for place, card in enumerate(cards)}

    def write(self, out: NDArray[Any], at: int, value: Any, seat: Seat) -> None:
        groups = value if value and isinstance(value[0], tuple) else (value,)
        for number, group in enumerate(groups, start=1):
            for card in group:
                place = at + self._places[card]
                while out[place]:
                    place += len(self._places)
                out[place] = number


class _Number:
    """A number that stays as it is."""

    names = ("",)

    def __init__(self, bounds: range) -> None:
        self.limits = (min(bounds[0], 0), bounds[-1])

    def write(self, out: NDArray[Any], at: int, value: Any, seat: Seat) -> None:
        out[at] = value


_Feature: TypeAlias = _OneOf | _CardsOf | _Number


def _feature_of(hint: Any, rules: Any, seats: int, pack: Cards) -> _Feature:
    domains = [_domain(hint, rules, seats, seat, tuple(sorted(set(pack)))) for seat in range(seats)]
    if domains[0] is not None and len(domains[0]) <= 64:
        return _OneOf([domain or () for domain in domains], is_seat(hint))
    bare = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    bounds = bounds_of(hint, rules, seats)
    if get_origin(bare) is not tuple:
        return _Number(range(-_LARGEST, _LARGEST + 1) if bounds is None else bounds)
    if get_args(bare)[0] is Card:
        return _CardsOf(pack, 1)
    return _CardsOf(pack, len(pack) if bounds is None else bounds[-1])
