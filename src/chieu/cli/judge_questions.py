"""Questions for a game's judge, from words on a command line or from lines of JSON.

What a question holds is the game's business: its fields are read from its type. Cards may be given as one text in both
places (`"10S 6H"`), in JSON as a list as well (`["10S", "6H"]`).
"""

from __future__ import annotations

from collections.abc import Callable
from types import NoneType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from chieu.core import codec
from chieu.core.cards import CARDS, BadCard, Card, Cards, card, parse, spell, typed
from chieu.core.extras import Judge

_BY_TEXT: Final = {str(one): one for one in CARDS}
_YES_NO: Final = {"yes": True, "no": False, "true": True, "false": False}


class Field(msgspec.Struct, frozen=True):
    """One thing a question holds, with an example of it."""

    name: str
    hint: Any
    required: bool
    example: Any

    def read(self, text: str) -> Any:
        """The value a text stands for; `ValueError` says what it takes."""
        hint = self.hint
        if hint == Cards:
            return parse(text)
        if hint == tuple[Cards, ...]:
            return tuple(parse(group) for group in text.split("/"))
        if hint is Card:
            return card(text.strip())
        if hint is bool and text.lower() in _YES_NO:
            return _YES_NO[text.lower()]
        if hint is int and text.removeprefix("-").isdecimal() and text.isascii() and len(text) <= 12:
            return int(text)
        if get_origin(hint) is Literal and text in get_args(hint):
            return text
        if hint is str:
            return text
        raise ValueError(f"{text[:40]!r}: {self.takes()}")

    def takes(self) -> str:
        """The form of its values: all of them where they are few, else an example."""
        if self.hint is bool:
            return "yes, no"
        if get_origin(self.hint) is Literal:
            return ", ".join(str(one) for one in get_args(self.hint))
        return self.written()

    def written(self) -> str:
        """The example as it is typed."""
        if isinstance(self.example, tuple):
            groups = self.example if self.hint == tuple[Cards, ...] else (self.example,)
            return f'"{typed(" / ".join(map(spell, groups)))}"'
        if isinstance(self.example, bool):
            return "yes" if self.example else "no"
        return str(self.example)


def fields_of(judge: Judge[Any]) -> tuple[Field, ...]:
    """What a judge's question holds, in order."""
    hints = get_type_hints(judge.question)
    return tuple(
        Field(entry.name, _without_none(hints[entry.name]), entry.required, getattr(judge.example, entry.name))
        for entry in msgspec.structs.fields(judge.question)
    )


class _Hand(tuple[Card, ...]):
    """Cards that JSON may give as a text or a list, read in one go: this is what makes long streams quick."""

    __slots__ = ()


def line_decoder(question: type[msgspec.Struct]) -> Callable[[bytes], Any]:
    """Reads a question from a line of JSON. It gives a kind of `question` whose hands may come as text."""
    hints = get_type_hints(question)
    fields = [
        (entry.name, _with_hand(hints[entry.name]), _default(entry)) for entry in msgspec.structs.fields(question)
    ]
    wanted = msgspec.defstruct(
        question.__name__, fields, bases=(question,), frozen=True, kw_only=True, forbid_unknown_fields=True
    )
    return msgspec.json.Decoder(wanted, dec_hook=_read_hand).decode


def _read_hand(wanted: type, value: Any) -> Any:
    if wanted is not _Hand:
        return codec.decode_card(wanted, value)
    words = value.split() if isinstance(value, str) else value
    try:
        return _Hand(map(_BY_TEXT.__getitem__, words))
    except (KeyError, TypeError):
        pass
    if isinstance(value, str):
        return _Hand(parse(value))
    if isinstance(value, list):
        return _Hand([codec.decode_card(Card, word) for word in value])
    raise BadCard(str(value)[:24], 'is no hand: write "10S 6H" or ["10S", "6H"]', "no_hand")


def _default(entry: msgspec.structs.FieldInfo) -> Any:
    if entry.required:
        return msgspec.field()
    if entry.default is msgspec.NODEFAULT:
        return msgspec.field(default_factory=entry.default_factory)
    return entry.default


def _without_none(hint: Any) -> Any:
    if get_origin(hint) in (Union, UnionType):
        rest = [part for part in get_args(hint) if part is not NoneType]
        return rest[0] if len(rest) == 1 else hint
    return hint


def _with_hand(hint: Any) -> Any:
    if hint == Cards:
        return _Hand
    if _without_none(hint) == Cards:
        return _Hand | None
    return hint
