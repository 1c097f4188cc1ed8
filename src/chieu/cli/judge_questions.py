"""Questions for a game's judge from lines of JSON. Cards may be given as one text (`"10S 6H"`) or as a list
(`["10S", "6H"]`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, get_type_hints

import msgspec

from chieu.core import codec
from chieu.core.cards import CARDS, BadCard, Card, Cards, parse
from chieu.core.judge import without_none

_BY_TEXT: Final = {str(one): one for one in CARDS}


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


def _with_hand(hint: Any) -> Any:
    if hint == Cards:
        return _Hand
    if without_none(hint) == Cards:
        return _Hand | None
    return hint
