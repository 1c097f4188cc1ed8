"""The form in which people enter a deal: what is asked, once for the deal and once for each seat.

A client draws the form without knowing the game. Fields have the names of the fields of the game's entry type; labels
are text keys of the game or, if it has no such text, of the texts that all games share.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from chieu.core.codec import whole
from chieu.core.field_types import Seat

RankOrCard: TypeAlias = Annotated[str, msgspec.Meta(pattern=whole("(10|[2-9AJQK])[SHDC]?"))]
"""A card whose suit does not matter (`K`), or a card (`AS`)."""
Ranks: TypeAlias = Annotated[tuple[RankOrCard, ...], msgspec.Meta(max_length=5)]

AskedFor: TypeAlias = Literal["all", "dealer", "others"]
Asked: TypeAlias = Literal["seat", "choice", "number", "cards", "ranks", "rank"]


class FieldChoice(msgspec.Struct, frozen=True):
    """A value of a field, and the key of its text. A value without a text is shown as it is."""

    value: str
    label: str = ""


class Field(msgspec.Struct, frozen=True, omit_defaults=True):
    """A question of the form.

    `least` and `most` bound a number, or how many cards are entered. `asked_for` restricts the question to the dealer's
    line or to all others. `when` restricts it to values of another field of the same line. An `optional` question
    may be left open; where the answer decides, a refusal says so. `repeats`: the last answer of the same
    question is offered again. `nobody` is the text key of a seat that is not entered, if that is an answer too.
    A refusal `which_<name>` with `seat` (and `other`) asks for the optional field whose name ends in `<name>`.
    """

    name: str
    kind: Asked
    label: str
    choices: tuple[FieldChoice, ...] = ()
    least: int | None = None
    most: int | None = None
    default: int | str | None = None
    optional: bool = False
    asked_for: AskedFor = "all"
    when: dict[str, tuple[str, ...]] = {}
    repeats: bool = False
    nobody: str = ""


class Way(msgspec.Struct, frozen=True):
    """One of several ways to enter a line. A line takes the fields of one way."""

    name: str
    label: str
    fields: tuple[Field, ...]
    asked_for: AskedFor = "all"


class Form(msgspec.Struct, frozen=True):
    """The questions under a sheet.

    `deal` is asked once, `ways` and `always` for each of `seats`, whose lines are in `lines` of the entry by seat.
    `dealer` names the field of `deal` that holds the seat whose line differs from the others: the dealer, the banker,
    the winner; empty if there is none. `round` is the number of the round, if a match has several.
    """

    deal: tuple[Field, ...]
    ways: tuple[Way, ...]
    always: tuple[Field, ...]
    seats: tuple[Seat, ...]
    dealer: str = ""
    round: int | None = None
