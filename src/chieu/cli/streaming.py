"""Lines of JSON in, lines of JSON out: as fast as the judge thinks, in the same order, in constant memory.

Input is read as it comes, in blocks, and each block's answers go out together before the next is waited for. A file is
so read a megabyte at a time, and another program that asks one question and waits gets its answer at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol

import msgspec

from chieu.core import codec
from chieu.core.game import Illegal

LONGEST_LINE: Final = 64 * 1024
REFUSALS: Final = (msgspec.MsgspecError, ValueError, Illegal, RecursionError)
"""What a question can be refused with: no JSON, other fields, no cards, cards that cannot be."""

_BLOCK: Final = 1024 * 1024


class Source(Protocol):
    """Bytes as they come."""

    def read1(self, size: int, /) -> bytes: ...


class Sink(Protocol):
    """Where bytes go."""

    def write(self, data: bytes, /) -> object: ...

    def flush(self) -> None: ...


class LineTooLong(ValueError):
    """A line that goes on and on. Nothing after it is read."""


class Count(msgspec.Struct):
    """How many lines there were, how many of them not blank, how many bad, and which was the first of those."""

    lines: int = 0
    questions: int = 0
    bad: int = 0
    first_bad: int = 0


class Answers:
    """Answers lines: `question` reads one, `answer` answers it, `why` puts a refusal into words."""

    def __init__(
        self, question: Callable[[bytes], Any], answer: Callable[[Any], Any], why: Callable[[Exception], str]
    ) -> None:
        self._question = question
        self._answer = answer
        self._why = why
        self.count = Count()

    def stream(self, source: Source, sink: Sink) -> None:
        """Every line of the source but blank ones. A bad one gets `{"error": ..., "line": ...}` in its place."""
        rest = b""
        while block := source.read1(_BLOCK):
            lines = (rest + block).split(b"\n")
            if max(map(len, lines)) > LONGEST_LINE:
                good = next(place for place, line in enumerate(lines) if len(line) > LONGEST_LINE)
                sink.write(self._answered(lines[:good]) + self._refused(LineTooLong(), self.count.lines + 1) + b"\n")
                sink.flush()
                self.count.lines += 1
                self.count.questions += 1
                return
            rest = lines.pop()
            if lines:
                sink.write(self._answered(lines))
                sink.flush()
        if rest:
            sink.write(self._answered([rest]))
            sink.flush()

    def _answered(self, lines: Sequence[bytes]) -> bytes:
        question, answer, encode = self._question, self._answer, codec.encode
        out: list[bytes] = []
        for number, line in enumerate(lines, start=self.count.lines + 1):
            if not line or line.isspace():
                continue
            try:
                out.append(encode(answer(question(line))))
            except REFUSALS as error:
                out.append(self._refused(error, number))
        self.count.lines += len(lines)
        self.count.questions += len(out)
        out.append(b"")
        return b"\n".join(out)

    def _refused(self, error: Exception, number: int) -> bytes:
        self.count.bad += 1
        self.count.first_bad = self.count.first_bad or number
        return codec.encode({"error": self._why(error), "line": number})
