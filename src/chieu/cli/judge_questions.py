"""Decode questions for a game's judge from lines of JSON, and explain lines that cannot be decoded.

Cards may be given as one string (`"10S 6H"`) or as a list (`["10S", "6H"]`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final, get_type_hints

import msgspec

from chieu.cli.text.texts import say
from chieu.core import codec
from chieu.core.cards import CARDS, BadCard, Card, Cards, parse
from chieu.core.judge import without_none
from chieu.core.text.languages import Lang

_BY_TEXT: Final = {str(card): card for card in CARDS}


# msgspec reports errors as English sentences only. Sentences that are not listed here are passed on unchanged.
_JSON_ERRORS: Final = tuple(
    (key, re.compile(pattern, re.DOTALL))
    for key, pattern in (
        ("error.json_truncated", r"Input data was truncated"),
        ("error.json_malformed", r"JSON is malformed: .*\(byte (?P<byte>[0-9]+)\)"),
        ("error.json_not_text", r"'utf-8' codec can't decode .*"),
        ("error.json_not_text", r"Invalid UTF-8 .*"),
        ("error.json_unknown_field", r"Object contains unknown field `(?P<field>.*)`"),
        ("error.json_missing_field", r"Object missing required field `(?P<field>.*)`"),
        ("error.json_field_kind", r"Expected `(?P<wanted>.*)`, got `(?P<given>.*)` - at `\$\.(?P<field>.*)`"),
        ("error.json_kind", r"Expected `(?P<wanted>.*)`, got `(?P<given>.*)`"),
    )
)


class _Hand(tuple[Card, ...]):
    """Cards that JSON may give as a string or a list. Decoding them in one call keeps long streams fast."""

    __slots__ = ()


def line_decoder(question: type[msgspec.Struct]) -> Callable[[bytes], Any]:
    """Return a decoder from a line of JSON to a subclass of `question` whose hands may be strings."""
    hints = get_type_hints(question)
    fields = [
        (field.name, _with_hand(hints[field.name]), _default(field)) for field in msgspec.structs.fields(question)
    ]
    line_type = msgspec.defstruct(
        question.__name__, fields, bases=(question,), frozen=True, kw_only=True, forbid_unknown_fields=True
    )
    return msgspec.json.Decoder(line_type, dec_hook=_decode_hand).decode


def _decode_hand(expected: type, value: Any) -> Any:
    if expected is not _Hand:
        return codec.decode_card(expected, value)
    words = value.split() if isinstance(value, str) else value
    try:
        return _Hand(map(_BY_TEXT.__getitem__, words))
    except (KeyError, TypeError):
        pass
    if isinstance(value, str):
        return _Hand(parse(value))
    if isinstance(value, list):
        return _Hand([codec.decode_card(Card, word) for word in value])
    raise BadCard(str(value)[:24], 'is not a hand: write "10S 6H" or ["10S", "6H"]', "no_hand")


def _default(field: msgspec.structs.FieldInfo) -> Any:
    if field.required:
        return msgspec.field()
    if field.default is msgspec.NODEFAULT:
        return msgspec.field(default_factory=field.default_factory)
    return field.default


def _with_hand(hint: Any) -> Any:
    if hint == Cards:
        return _Hand
    if without_none(hint) == Cards:
        return _Hand | None
    return hint


def explain_bad_json(error: msgspec.MsgspecError | UnicodeDecodeError, lang: Lang) -> str:
    """Translate an error of msgspec."""
    message = str(error)
    for key, pattern in _JSON_ERRORS:
        if match := pattern.fullmatch(message):
            return say(key, lang, **{name: value[:40] for name, value in match.groupdict().items()})
    return message
