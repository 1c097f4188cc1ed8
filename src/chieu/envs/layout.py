"""Layout of observations: maps a seat's view to a vector of numbers.

A layout is derived from the type of a game's view alone, so every game has one. Two views of the same environment have
equal vectors if and only if they are equal.

>>> import chieu
>>> deal = chieu.deal("xidach", seats=2, cards="10S 9H 5D 8C")
>>> layout = Layout(deal.game, deal.rules, deal.seats)
>>> numbers = layout.encode(deal.view(1))
>>> [name for name, number in zip(layout.names, numbers, strict=True) if number and "cards=" in name]
['seats[+0].cards=5D', 'seats[+0].cards=10S']

Seats are relative: `+0` is the viewer. The dealer's hand is hidden, so its entries are 0.
"""

from __future__ import annotations

from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
import numpy as np
from librt.vecs import vec
from numpy.typing import NDArray

from chieu import encoding
from chieu.core.cards import Card, Cards
from chieu.core.field_types import bounds_of, is_seat
from chieu.core.game import CHANCE, AnyGame
from chieu.encoding import Part

_LONG: Final = 32  # longer sequences are compressed


class Layout:
    """Encoding of a game's views as `width` numbers.

    `names` are the names of the entries, `low` and `high` their bounds, `places` the offset of each field.
    """

    def __init__(self, game: AnyGame, rules: Any, seats: int) -> None:
        self._pack = pack_of(game, rules, seats)
        self._rules, self._seats = rules, seats
        root = self._fields(game.view_type)
        self.width = int(root.width)
        self.names = tuple(entry.name.removeprefix(".") for entry in root.entries)
        self.low = np.array([entry.low for entry in root.entries], np.float32)
        self.high = np.array([entry.high for entry in root.entries], np.float32)
        self.places: dict[str, int] = {}
        for number, name in enumerate(self.names):
            self.places.setdefault(name.split("=")[0], number)
        self._root = root
        self._buffer = vec[float]([0.0] * self.width)  # shares its memory with `_numbers`
        self._numbers: NDArray[np.float64] = np.frombuffer(memoryview(self._buffer))

    def encode(self, view: Any) -> NDArray[np.float32]:
        """Return a view as a vector."""
        encoding.clear(self._buffer)
        self._root.write(self._buffer, 0, view, view.you or 0)
        return self._numbers.astype(np.float32)

    def _fields(self, struct: type[msgspec.Struct]) -> encoding.Fields:
        parts: dict[str, Part] = {}
        for name, hint in hints_of(struct).items():
            try:
                parts[name] = encoding.You(self._seats) if name == "you" else self._part(hint)
            except TypeError as error:
                raise TypeError(f"{struct.__name__}.{name}: {error}") from None
        return encoding.Fields(parts)

    def _part(self, hint: Any, max_length: int | None = None, bounds: range | None = None) -> Part:
        origin = get_origin(hint)
        if is_seat(hint):
            return encoding.SeatPart(self._seats)
        if origin is Annotated:
            inner, *notes = get_args(hint)
            lengths = [note.max_length for note in notes if isinstance(note, msgspec.Meta) and note.max_length]
            return self._part(inner, lengths[0] if lengths else None, bounds_of(hint, self._rules, self._seats))
        if origin in (Union, UnionType):
            options = [option for option in get_args(hint) if option is not NoneType]
            if len(options) != 1:
                raise TypeError(f"expected one type besides None, got {hint}")
            return encoding.Maybe(self._part(options[0]))
        if origin is Literal:
            return encoding.Word(get_args(hint))
        if origin is tuple:
            return self._row(get_args(hint)[0], max_length, bounds)
        if hint is bool:
            return encoding.Flag()
        if hint is int:
            # 0 stands for a missing value too, and Gymnasium dislikes entries whose bounds are equal.
            return encoding.Number() if bounds is None else encoding.Number(min(bounds[0], 0), max(bounds[-1], 1))
        if hint is Card:
            return encoding.CardPart(self._pack)
        if hint is str or hint is type(self._rules):
            return encoding.Constant()
        if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
            return self._fields(hint)
        raise TypeError(f"cannot encode fields of type {hint}")

    def _row(self, item: Any, max_length: int | None, bounds: range | None) -> Part:
        if item is Card:
            return encoding.CardRow(self._pack, len(self._pack) if bounds is None else bounds[-1])
        if is_seat(item):
            return encoding.SeatRow(self._seats)
        part = self._part(item)
        if max_length is None:
            return encoding.BySeat(part, self._seats)
        if max_length > _LONG and isinstance(part, encoding.Fields):
            return encoding.LongRows(part, max_length)
        return encoding.Rows(part, max_length)


def hints_of(struct: type[msgspec.Struct]) -> dict[str, Any]:
    """Return the annotated types of a struct's fields."""
    hints = get_type_hints(struct, include_extras=True)
    return {name: hints[name] for name in struct.__struct_fields__}


def pack_of(game: AnyGame, rules: Any, seats: int) -> Cards:
    """Return the cards of a deal: those of its first shuffle."""
    state = game.start(rules, seats)
    while (seat := game.to_act(state)[0]) != CHANCE:
        state, _ = game.apply(state, seat, game.legal(state, seat)[0])
    return game.to_shuffle(state)
