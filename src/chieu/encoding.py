"""Observation encoding: the parts that write each kind of field as numbers.

A part knows its entries, with their names and bounds, and writes a value at an offset; entries that stay 0 are not
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
from typing import Any, Final, NamedTuple

from librt.vecs import vec
from msgspec.structs import astuple
from mypy_extensions import i64

from chieu.batching import NUMBER, STEP
from chieu.core.cards import Card

LARGEST: Final = 2**24  # bound of a number that declares none; scaled, a float32 holds larger ones inexactly


def clear(out: vec[float]) -> None:
    """Set all entries to 0."""
    place: i64 = 0
    while place < len(out):
        out[place] = 0.0
        place += 1


class Entry(NamedTuple):
    """One number of an observation: its name, to be appended to the name of its field, and its bounds."""

    name: str
    low: float = 0.0
    high: float = 1.0


class Part:
    """Consecutive entries of an observation."""

    def __init__(self, entries: list[Entry]) -> None:
        self.entries = entries
        self.width: i64 = len(entries)
        self.codes: i64 = len(entries)  # highest number of `code`

    def write(self, out: vec[float], at: i64, value: Any, turn: i64) -> None:
        """Write a value to the entries from `at` on. Seats are counted from `turn`."""
        raise NotImplementedError

    def code(self, value: Any, turn: i64) -> i64:
        """Return the value as one number other than 0."""
        raise TypeError(f"{type(self).__name__} cannot be coded as a single number in LongRows")


def _highest(length: i64) -> float:
    """Return the value of the last item of the longest sequence."""
    return 1.0 + STEP * float(max(int(length), 1) - 1)


def _nested(prefix: str, part: Part) -> list[Entry]:
    return [Entry(prefix + entry.name, entry.low, entry.high) for entry in part.entries]


class Flag(Part):
    """True or False."""

    def __init__(self) -> None:
        super().__init__([Entry("")])
        self.codes = 2

    def write(self, out: vec[float], at: i64, value: Any, turn: i64) -> None:
        if value:
            out[at] = 1.0

    def code(self, value: Any, turn: i64) -> i64:
        return 2 if value else 1


class Number(Part):
    """A whole number, divided by 32. Its bounds include 0, which also stands for a missing value."""

    def __init__(self, low: int = -LARGEST, high: int = LARGEST) -> None:
        super().__init__([Entry("", low * NUMBER, high * NUMBER)])

    def write(self, out: vec[float], at: i64, value: Any, turn: i64) -> None:
        number: int = value
        out[at] = number * NUMBER


class Constant(Part):
    """A value that never changes within an environment: a text, or the rules."""

    def __init__(self) -> None:
        super().__init__([])

    def write(self, out: vec[float], at: i64, value: Any, turn: i64) -> None:
        pass


class Word(Part):
    """One of several words, one-hot."""

    def __init__(self, words: Sequence[str]) -> None:
        super().__init__([Entry(f"={word}") for word in words])
        self._places: dict[str, int] = {word: place for place, word in enumerate(words)}

    def write(self, out: vec[float], at: i64, value: Any, turn: i64) -> None:
        out[at + self._places[value]] = 1.0

    def code(self, value: Any, turn: i64) -> i64:
        return 1 + self._places[value]


class You(Part):
    """The viewer's absolute seat, one-hot; all zero for a spectator."""

    def __init__(self, seats: i64) -> None:
        super().__init__([Entry(f"={seat}") for seat in range(seats)])

    def write(self, out: vec[float], at: i64, value: Any, turn: i64) -> None:
        if value is not None:
            out[at + turn] = 1.0


class SeatPart(Part):
    """A seat relative to the viewer's: +0 is the viewer, +1 sits to the left."""

    def __init__(self, seats: i64, high: float = 1.0) -> None:
        super().__init__([Entry(f"=+{seat}", 0.0, high) for seat in range(seats)])

    def write(self, out: vec[float], at: i64, value: Any, turn: i64) -> None:
        seat: i64 = value
        out[at + (seat - turn) % self.width] = 1.0

    def code(self, value: Any, turn: i64) -> i64:
        seat: i64 = value
        return 1 + (seat - turn) % self.width


class SeatRow(SeatPart):
    """Distinct seats in order."""

    def __init__(self, seats: i64) -> None:
        super().__init__(seats, _highest(seats))

    def write(self, out: vec[float], at: i64, value: Any, turn: i64) -> None:
        row: tuple[int, ...] = value
        worth: float = 1.0
        for number in row:
            seat: i64 = number
            out[at + (seat - turn) % self.width] = worth
            worth += STEP


class CardRow(Part):
    """Up to `most` cards in order.

    A card that the pack has twice has two entries, for its first and second occurrence.
    """

    def __init__(self, pack: Sequence[Card], most: i64) -> None:
        cards = sorted(set(pack))
        copies = max([pack.count(card) for card in cards])
        high = _highest(most)
        super().__init__([Entry(f"={card}{'*' * copy}", 0.0, high) for copy in range(copies) for card in cards])
        self.most: i64 = most
        self.single: i64 = len(cards)
        self._places = vec[i64]([-1] * 64)
        for place, card in enumerate(cards):
            self._places[card] = place

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
        super().__init__(tuple(set(pack)), 1)

    def write(self, out: vec[float], at: i64, value: Any, turn: i64) -> None:
        out[at + self._places[value]] = 1.0


class Maybe(Part):
    """An optional value."""

    def __init__(self, part: Part) -> None:
        super().__init__([Entry("?"), *part.entries])
        self.codes = part.codes
        self.part = part

    def write(self, out: vec[float], at: i64, value: Any, turn: i64) -> None:
        if value is not None:
            out[at] = 1.0
            self.part.write(out, at + 1, value, turn)

    def code(self, value: Any, turn: i64) -> i64:
        return 0 if value is None else self.part.code(value, turn)


class Fields(Part):
    """A struct, field by field."""

    def __init__(self, parts: Mapping[str, Part]) -> None:
        super().__init__([entry for field, part in parts.items() for entry in _nested(f".{field}", part)])
        self.fields = list(parts)
        self.parts = list(parts.values())

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
        super().__init__([entry for seat in range(seats) for entry in _nested(f"[+{seat}]", part)])
        self.part = part
        self.seats: i64 = seats

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
    """A sequence of up to `limit` values."""

    def __init__(self, part: Part, limit: i64) -> None:
        self.part = Maybe(part)
        self.limit: i64 = limit
        super().__init__([entry for row in range(limit) for entry in _nested(f"[{row}]", self.part)])

    def write(self, out: vec[float], at: i64, value: Any, turn: i64) -> None:
        row: tuple[Any, ...] = value
        if len(row) > self.limit:
            raise ValueError(f"expected at most {self.limit} rows, got {len(row)}")
        for item in row:
            self.part.write(out, at, item, turn)
            at += self.part.width


class LongRows(Part):
    """A sequence of up to `limit` structs, each compressed to a few numbers; the last is also in full.

    All cards share one entry per card: the number of its struct, from 1 on, plus 1/64 for each card before it in that
    struct, divided by 32.
    """

    def __init__(self, part: Fields, limit: i64) -> None:
        self.last = Maybe(part)
        self.limit: i64 = limit
        self.cards: list[tuple[str, CardRow]] = []
        self.coded: list[tuple[str, Part]] = []
        for name, field in zip(part.fields, part.parts, strict=True):
            if type(field) is CardRow:
                self.cards.append((name, field))
            else:
                self.coded.append((name, field))
        entries = _nested("[-1]", self.last)
        for name, cards in self.cards:
            high = NUMBER * (float(int(limit)) + _highest(cards.most) - 1.0)
            entries += [Entry(f"[].{name}{entry.name}", 0.0, high) for entry in cards.entries]
        for row in range(limit):
            entries.append(Entry(f"[{row}]?"))
            entries += [Entry(f"[{row}].{name}", 0.0, NUMBER * float(int(coded.codes))) for name, coded in self.coded]
        super().__init__(entries)

    def write(self, out: vec[float], at: i64, value: Any, turn: i64) -> None:
        rows: tuple[Any, ...] = value
        if len(rows) > self.limit:
            raise ValueError(f"expected at most {self.limit} rows, got {len(rows)}")
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
            for name, part in self.coded:
                code: int = part.code(getattr(row, name), turn)
                out[at] = code * NUMBER
                at += 1
