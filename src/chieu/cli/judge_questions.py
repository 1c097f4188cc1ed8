"""Questions for a game's judge as a stream of JSON lines, answered in order and in constant memory.

Cards may be given as one string (`"10S 6H"`) or as a list (`["10S", "6H"]`). Input is read in blocks of at most a
megabyte, as it arrives. The answers to a block are written before the next one is read, so a program that sends one
question and waits gets its answer at once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BufferedReader
from typing import Any, BinaryIO, Final, get_type_hints

import msgspec

from chieu.cli.text.texts import say
from chieu.core import codec
from chieu.core.cards import CARDS, BadCard, Card, Cards, parse
from chieu.core.game import Illegal
from chieu.core.judge import without_none
from chieu.core.text.languages import Lang

LONGEST_LINE: Final = 64 * 1024
_BLOCK: Final = 1024 * 1024
# Errors of a bad question: not JSON, wrong fields, not cards, impossible cards.
_REFUSALS: Final = (msgspec.MsgspecError, ValueError, Illegal, RecursionError)
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


class LineTooLong(ValueError):
    """A line longer than `LONGEST_LINE`. Nothing after it is read."""


@dataclass
class Answers:
    """Answers lines: `question` decodes one, `answer` answers it, `why` explains an error.

    It counts the lines, those that are not blank and bad ones, and remembers the first bad one.
    """

    question: Callable[[bytes], Any]
    answer: Callable[[Any], Any]
    why: Callable[[Exception], str]
    lines: int = 0
    questions: int = 0
    bad: int = 0
    first_bad: int = 0

    def stream(self, source: BufferedReader, sink: BinaryIO) -> None:
        """Answer every line that is not blank. A bad line is answered with `{"error": ..., "line": ...}`."""
        rest = b""
        while block := source.read1(_BLOCK):
            lines = (rest + block).split(b"\n")
            too_long = max(map(len, lines)) > LONGEST_LINE
            if not too_long:
                rest = lines.pop()
            sink.write(self._answer_lines(lines))
            sink.flush()
            if too_long:
                return
        sink.write(self._answer_lines([rest]))
        sink.flush()

    def _answer_lines(self, lines: Sequence[bytes]) -> bytes:
        """Answer lines up to the first that is too long."""
        question, answer, encode = self.question, self.answer, codec.encode
        out: list[bytes] = []
        for number, line in enumerate(lines, start=self.lines + 1):
            if len(line) <= LONGEST_LINE and (not line or line.isspace()):
                continue
            try:
                if len(line) > LONGEST_LINE:
                    raise LineTooLong
                out.append(encode(answer(question(line))))
            except _REFUSALS as error:
                self.bad += 1
                self.first_bad = self.first_bad or number
                out.append(encode({"error": self.why(error), "line": number}))
                if isinstance(error, LineTooLong):
                    break
        self.lines += len(lines)
        self.questions += len(out)
        return b"".join(line + b"\n" for line in out)


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
