"""Reads a deal in one line of text: `19 quac xi_dach,stake=2 dealer=1`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from chieu.core.cards import parse
from chieu.core.game import Illegal
from chieu.core.scoring.form import Field, Form

_NO_LINE: Final = "-"


def count_lines(form: Form, words: Sequence[str]) -> int:
    """Return how many of the words are lines of seats; the others are about the deal."""
    return sum(_of_deal(form, word) is None for word in words)


def read_deal(form: Form, words: Sequence[str]) -> dict[str, Any]:
    """Return the entry with a line per seat, in their order. Raise `Illegal` or `BadCard`."""
    entry: dict[str, Any] = {}
    lines = []
    for word in words:
        field = _of_deal(form, word)
        if field is None:
            lines.append(_line(form, word))
        else:
            _put(entry, field, word.partition("=")[2])
    return {**entry, "lines": lines}


def read_value(field: Field, text: str) -> Any:
    """Return a typed answer as an entry has it; people count seats from 1."""
    if field.kind in ("seat", "number"):
        number = int(text) if re.fullmatch(r"-?\d{1,9}", text) else text
        return number - 1 if field.kind == "seat" and isinstance(number, int) else number
    if field.kind == "cards":
        return [str(card) for card in parse(text)]
    if field.kind in ("ranks", "rank"):
        return text.upper().split() if field.kind == "ranks" else text.upper()
    return text


def _of_deal(form: Form, word: str) -> Field | None:
    name = word.partition("=")[0]
    return next((field for field in form.deal if field.name == name), None)


def _line(form: Form, word: str) -> dict[str, Any] | None:
    """Return the line of a seat: fields by name, or a value of the first field that takes it."""
    if word == _NO_LINE:
        return None
    fields = [field for way in form.ways for field in way.fields] + list(form.always)
    line: dict[str, Any] = {}
    for part in word.split(","):
        name, equals, text = part.partition("=")
        if not equals:
            name, text = next((field.name for field in fields if _takes(field, part)), ""), part
        known = [field for field in fields if field.name == name]
        if not known:
            names = ", ".join(dict.fromkeys(field.name for field in fields))
            raise Illegal("no_field", "RT-3", text=part[:40], fields=names)
        _put(line, known[0], text)
    return line


def _put(values: dict[str, Any], field: Field, text: str) -> None:
    """Add the value of a field, which is given once."""
    if field.name in values:
        raise Illegal("field_twice", "RT-3", field=field.name)
    values[field.name] = read_value(field, text)


def _takes(field: Field, text: str) -> bool:
    """Return whether a value without a name may be this field's."""
    if field.optional:
        return False
    if field.kind == "number":
        return text.isdecimal()
    if field.kind == "choice":
        return text in [choice.value for choice in field.choices]
    return len(text.split()) > 1
