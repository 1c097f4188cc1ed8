"""Observation encoding: the parts that write each kind of field as numbers.

A part knows its width and the names of its entries, and writes a value at an offset; entries that stay 0 are not
written. All entries are multiples of 1/2048, which a float32 holds exactly.

- A flag is 1 if it is set. A word is one-hot, and so is a seat, counted from the viewer's.
- A number is divided by 32.
- Cards have an entry per card of the pack: 1, plus 1/64 for each card before it, which keeps their order.
- An optional value has a flag before it that says it is present.

Not in `chieu.envs`: compiling a module of that package would need numpy at build time.

Compiled where it can be.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from librt.vecs import vec
from msgspec.structs import astuple
from mypy_extensions import i64

from chieu.batching import NUMBER, STEP
from chieu.core.cards import Card

LARGEST: Final = 2.0**19  # bound of a scaled number; a float32 holds larger ones inexactly


def clear(out: vec[float]) -> None:
    """Set all entries to 0."""
    place: i64 = 0
    while place < len(out):
        out[place] = 0.0
        place += 1


class Part:
    """Consecutive entries of an observation, each between `low` and `high`."""

    def __init__(self, width: i64, low: float = 0.0, high: float = 1.0) -> None:
        self.width: i64 = width
        self.low = low
        self.high = high

    def names(self) -> list[str]:
        """Return the name of each entry, to be appended to the name of its field."""
        raise NotImplementedError

    def bounds(self) -> list[tuple[float, float]]:
        """Return the bounds of each entry."""
        return [(self.low, self.high)] * self.width

    def write(self, out: vec[float], at: i64, value: Any, turn: i64) -> None:
        """Write a value to the entries from `at` on. Seats are counted from `turn`."""
        raise NotImplementedError

    def code(self, value: Any, turn: i64) -> i64:
        """Return the value as one number other than 0."""
        raise TypeError(f"{type(self).__name__} cannot be coded as a single number in LongRows")


class Flag(Part):
    """True or False."""

    def __init__(self) -> None:
        super().__init__(1)

    def names(self) -> list[str]:
        return [""]

    def write(self, out: vec[float], at: i64, value: Any, turn: i64) -> None:
        if value:
            out[at] = 1.0

    def code(self, value: Any, turn: i64) -> i64:
        return 2 if value else 1


class Number(Part):
    """A whole number, divided by 32."""

    def __init__(self) -> None:
        super().__init__(1, -LARGEST, LARGEST)

    def names(self) -> list[str]:
        return [""]

    def write(self, out: vec[float], at: i64, value: Any, turn: i64) -> None:
        number: int = value
        out[at] = number * NUMBER


class Constant(Part):
    """A value that never changes within an environment: a text, or the rules."""

    def __init__(self) -> None:
        super().__init__(0)

    def names(self) -> list[str]:
        return []

    def write(self, out: vec[float], at: i64, value: Any, turn: i64) -> None:
        pass


class Word(Part):
    """One of several words, one-hot."""

    def __init__(self, words: Sequence[str]) -> None:
        super().__init__(len(words))
        self._places: dict[str, int] = {word: place for place, word in enumerate(words)}

    def names(self) -> list[str]:
        return [f"={word}" for word in self._places]

    def write(self, out: vec[float], at: i64, value: Any, turn: i64) -> None:
        out[at + self._places[value]] = 1.0

    def code(self, value: Any, turn: i64) -> i64:
        return 1 + self._places[value]


class You(Part):
    """The viewer's absolute seat, one-hot; all zero for a spectator."""

    def __init__(self, seats: i64) -> None:
        super().__init__(seats)

    def names(self) -> list[str]:
        return [f"={seat}" for seat in range(self.width)]

    def write(self, out: vec[float], at: i64, value: Any, turn: i64) -> None:
        if value is not None:
            out[at + turn] = 1.0


class SeatPart(Part):
    """A seat relative to the viewer's: +0 is the viewer, +1 sits to the left."""

    def __init__(self, seats: i64, high: float = 1.0) -> None:
        super().__init__(seats, 0.0, high)

    def names(self) -> list[str]:
        return [f"=+{seat}" for seat in range(self.width)]

    def write(self, out: vec[float], at: i64, value: Any, turn: i64) -> None:
        seat: i64 = value
        out[at + (seat - turn) % self.width] = 1.0

    def code(self, value: Any, turn: i64) -> i64:
        seat: i64 = value
        return 1 + (seat - turn) % self.width


class SeatRow(SeatPart):
    """Distinct seats in order."""

    def __init__(self, seats: i64) -> None:
        super().__init__(seats, 2.0)

    def write(self, out: vec[float], at: i64, value: Any, turn: i64) -> None:
        row: tuple[int, ...] = value
        worth: float = 1.0
        for number in row:
            seat: i64 = number
            out[at + (seat - turn) % self.width] = worth
            worth += STEP


class CardRow(Part):
    """Cards in order. A card that the pack has twice has two entries, for its first and second occurrence."""

    def __init__(self, pack: Sequence[Card]) -> None:
        self.cards = tuple(sorted(set(pack)))
        self.single: i64 = len(self.cards)
        self._places = vec[i64]([-1] * 64)
        for place, card in enumerate(self.cards):
            self._places[card] = place
        super().__init__(self.single * max([pack.count(card) for card in self.cards]), 0.0, 2.0)

    def names(self) -> list[str]:
        return [f"={card}{'*' * again}" for again in range(self.width // self.single) for card in self.cards]

    def write(self, out: vec[float], at: i64, value: Any, turn: i64) -> None:
        self.write_row(out, at, value, 1.0, STEP)

    def write_row(self, out: vec[float], at: i64, row: tuple[int, ...], worth: float, step: float) -> None:
        """Write cards: the first has the value `worth`, each later one `step` more."""
        end: i64 = at + self.width
        for card in row:
            place: i64 = at + self._places[card]
            while place < end and out[place] != 0.0:
                place += self.single
            if place >= end:
                raise ValueError(f"a card occurs more often than in the pack: {row}")
            out[place] = worth
            worth += step


class CardPart(CardRow):
    """One card of the pack."""

    def __init__(self, pack: Sequence[Card]) -> None:
        super().__init__(tuple(set(pack)))

    def write(self, out: vec[float], at: i64, value: Any, turn: i64) -> None:
        out[at + self._places[value]] = 1.0


class Maybe(Part):
    """An optional value."""

    def __init__(self, part: Part) -> None:
        super().__init__(1 + part.width)
        self.part = part

    def names(self) -> list[str]:
        return ["?", *self.part.names()]

    def bounds(self) -> list[tuple[float, float]]:
        return [(0.0, 1.0), *self.part.bounds()]

    def write(self, out: vec[float], at: i64, value: Any, turn: i64) -> None:
        if value is not None:
            out[at] = 1.0
            self.part.write(out, at + 1, value, turn)

    def code(self, value: Any, turn: i64) -> i64:
        return 0 if value is None else self.part.code(value, turn)


class Fields(Part):
    """A struct, field by field."""

    def __init__(self, parts: Mapping[str, Part]) -> None:
        self.fields = list(parts)
        self.parts = list(parts.values())
        super().__init__(sum([int(part.width) for part in self.parts]))

    def names(self) -> list[str]:
        return [f".{field}{name}" for field, part in zip(self.fields, self.parts, strict=True) for name in part.names()]

    def bounds(self) -> list[tuple[float, float]]:
        return [bound for part in self.parts for bound in part.bounds()]

    def write(self, out: vec[float], at: i64, value: Any, turn: i64) -> None:
        values: tuple[Any, ...] = astuple(value)
        field: i64 = 0
        while field < len(values):
            part = self.parts[field]
            part.write(out, at, values[field], turn)
            at += part.width
            field += 1


class BySeat(Part):
    """One value per seat, starting with the viewer's."""

    def __init__(self, part: Part, seats: i64) -> None:
        super().__init__(part.width * seats)
        self.part = part
        self.seats: i64 = seats

    def names(self) -> list[str]:
        return [f"[+{seat}]{name}" for seat in range(self.seats) for name in self.part.names()]

    def bounds(self) -> list[tuple[float, float]]:
        return self.part.bounds() * self.seats

    def write(self, out: vec[float], at: i64, value: Any, turn: i64) -> None:
        row: tuple[Any, ...] = value
        if len(row) != self.seats:
            raise ValueError(f"expected one value for each of {self.seats} seats, got {len(row)}")
        place: i64 = (self.seats - turn) % self.seats
        for item in row:
            self.part.write(out, at + place * self.part.width, item, turn)
            place += 1
            if place == self.seats:
                place = 0


class Rows(Part):
    """A sequence of up to `most` values."""

    def __init__(self, part: Part, most: i64) -> None:
        self.part = Maybe(part)
        self.most: i64 = most
        super().__init__(self.part.width * most)

    def names(self) -> list[str]:
        return [f"[{row}]{name}" for row in range(self.most) for name in self.part.names()]

    def bounds(self) -> list[tuple[float, float]]:
        return self.part.bounds() * self.most

    def write(self, out: vec[float], at: i64, value: Any, turn: i64) -> None:
        row: tuple[Any, ...] = value
        if len(row) > self.most:
            raise ValueError(f"expected at most {self.most} rows, got {len(row)}")
        for item in row:
            self.part.write(out, at, item, turn)
            at += self.part.width


class LongRows(Part):
    """A sequence of up to `most` structs, each compressed to a few numbers; the last is also in full.

    All cards share one entry per card: the number of its struct, from 1 on, plus 1/64 for each card before it in that
    struct, divided by 32.
    """

    def __init__(self, part: Fields, most: i64) -> None:
        self.last = Maybe(part)
        self.most: i64 = most
        self.cards: list[tuple[str, CardRow]] = []
        self.codes: list[tuple[str, Part]] = []
        for name, field in zip(part.fields, part.parts, strict=True):
            if type(field) is CardRow:
                self.cards.append((name, field))
            else:
                self.codes.append((name, field))
        self.stride: i64 = 1 + len(self.codes)
        super().__init__(self.last.width + sum([int(field.width) for _, field in self.cards]) + most * self.stride)

    def names(self) -> list[str]:
        names = [f"[-1]{name}" for name in self.last.names()]
        names += [f"[].{field}{name}" for field, part in self.cards for name in part.names()]
        for row in range(self.most):
            names += [f"[{row}]?", *[f"[{row}].{field}" for field, _ in self.codes]]
        return names

    def bounds(self) -> list[tuple[float, float]]:
        return [*self.last.bounds(), *[(0.0, LARGEST)] * (self.width - self.last.width)]

    def write(self, out: vec[float], at: i64, value: Any, turn: i64) -> None:
        rows: tuple[Any, ...] = value
        if len(rows) > self.most:
            raise ValueError(f"expected at most {self.most} rows, got {len(rows)}")
        if len(rows) == 0:
            return
        self.last.write(out, at, rows[-1], turn)
        at += self.last.width
        for name, cards in self.cards:
            worth: float = NUMBER
            for row in rows:
                cards.write_row(out, at, getattr(row, name), worth, NUMBER * STEP)
                worth += NUMBER
            at += cards.width
        for row in rows:
            out[at] = 1.0
            at += 1
            for name, part in self.codes:
                code: int = part.code(getattr(row, name), turn)
                out[at] = code * NUMBER
                at += 1
