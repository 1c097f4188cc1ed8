"""Any view as lines of text, for a game that has no `show` of its own: what `web/src/skins/generic` is on the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from chieu.core.text.field_phrasing import FieldPhraser
from chieu.core.text.languages import SHARED, Lang, Text, bracketed, seat_head
from chieu.core.text.presentation import Show

_TOLD_BY_SEATS: Final = ("you", "seats", "to_act")
_HAND: Final = ("cards", "count")
_BACK: Final = "▒▒"


def plain_show(texts: Mapping[str, Text]) -> Show[Any]:
    """A line for the table and one for each of a view's `seats`: cards as cards, every other field that says something
    as `field.<name>` and its value, a flag that is up as its name alone. Who looks and who is to act are marked."""

    def show(view: Any, lang: Lang, names: Sequence[str] = (), /) -> list[str]:
        teller = FieldPhraser(texts, lang, names)
        table = _notes(teller, view, _TOLD_BY_SEATS)
        lines = [" · ".join(table)] if table else []
        for seat, one in enumerate(view.seats):
            tags = _notes(teller, one, _HAND)
            tags += [SHARED["show.you"].say(lang)] if seat == view.you else []
            tags += [SHARED["show.turn"].say(lang)] if seat in view.to_act else []
            lines.append(f"{seat_head(seat, names)}  {_hand(teller, one)}{bracketed(tags, lang)}")
        return lines

    return show


def _notes(teller: FieldPhraser, struct: msgspec.Struct, without: Sequence[str]) -> list[str]:
    told = (_told(teller, struct, name) for name in struct.__struct_fields__ if name not in without)
    return [said for said in told if said]


def _hand(teller: FieldPhraser, seat: msgspec.Struct) -> str:
    if (cards := getattr(seat, "cards", None)) is not None:
        return teller.field(seat, "cards") if cards else ""
    return " ".join([_BACK] * (getattr(seat, "count", 0) or 0))


def _told(teller: FieldPhraser, struct: msgspec.Struct, name: str) -> str:
    """What a field says with its name; nothing if it is hidden, down or empty."""
    value = getattr(struct, name)
    if value is None or value is False or value == ():
        return ""
    called = teller.texts.get(f"field.{name}")
    label = called.say(teller.lang) if called is not None else name.replace("_", " ")
    return label if value is True else f"{label} {teller.field(struct, name)}"
