"""Any view as lines of text, for games without a `show` of their own.

The generic skin is its counterpart on the page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from chieu.core.text.field_phrasing import FieldPhraser
from chieu.core.text.languages import SHARED, Lang, Text, bracketed, seat_head
from chieu.core.text.presentation import Show

_SHOWN_BY_SEATS: Final = ("you", "seats", "to_act")
_HAND: Final = ("cards", "count")
_BACK: Final = "▒▒"


def plain_show(texts: Mapping[str, Text]) -> Show[Any]:
    """Return a `show` that prints a line for the table and one for each of the view's `seats`.

    Every field that has a value is printed after its label `field.<name>`, a true flag as its label alone. The viewer
    and the seats to act are marked.
    """

    def show(view: Any, lang: Lang, names: Sequence[str] = (), /) -> list[str]:
        phraser = FieldPhraser(texts, lang, names)
        table = _notes(phraser, view, _SHOWN_BY_SEATS)
        lines = [" · ".join(table)] if table else []
        for seat, part in enumerate(view.seats):
            tags = _notes(phraser, part, _HAND)
            tags += [SHARED["show.you"].say(lang)] if seat == view.you else []
            tags += [SHARED["show.turn"].say(lang)] if seat in view.to_act else []
            lines.append(f"{seat_head(seat, names)}  {_hand(phraser, part)}{bracketed(tags, lang)}")
        return lines

    return show


def _notes(phraser: FieldPhraser, struct: msgspec.Struct, without: Sequence[str]) -> list[str]:
    notes = (_note(phraser, struct, name) for name in struct.__struct_fields__ if name not in without)
    return [note for note in notes if note]


def _hand(phraser: FieldPhraser, seat: msgspec.Struct) -> str:
    if (cards := getattr(seat, "cards", None)) is not None:
        return phraser.field(seat, "cards") if cards else ""
    return " ".join([_BACK] * (getattr(seat, "count", 0) or 0))


def _note(phraser: FieldPhraser, struct: msgspec.Struct, name: str) -> str:
    """A field with its label; empty if the field is hidden, false or empty."""
    value = getattr(struct, name)
    if value is None or value is False or value == ():
        return ""
    label = phraser.texts.get(f"field.{name}", name.replace("_", " "))
    return label if value is True else f"{label} {phraser.field(struct, name)}"
