"""Answer a stream of JSON lines with JSON lines, in order and in constant memory.

Input is read in blocks of at most a megabyte, as it arrives. The answers to a block are written before the next one is
read, so a program that sends one question and waits gets its answer at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol

import msgspec

from chieu.core import codec
from chieu.core.game import Illegal

LONGEST_LINE: Final = 64 * 1024
# Errors of a bad question: not JSON, wrong fields, not cards, impossible cards.
REFUSALS: Final = (msgspec.MsgspecError, ValueError, Illegal, RecursionError)

_BLOCK: Final = 1024 * 1024


class Source(Protocol):
    """Readable bytes, such as standard input."""

    def read1(self, size: int, /) -> bytes: ...


class Sink(Protocol):
    """Writable bytes, such as standard output."""

    def write(self, data: bytes, /) -> object: ...

    def flush(self) -> None: ...


class LineTooLong(ValueError):
    """A line longer than `LONGEST_LINE`. Nothing after it is read."""


class Count(msgspec.Struct):
    """Number of lines, of lines that are not blank and of bad lines, and the first bad line."""

    lines: int = 0
    questions: int = 0
    bad: int = 0
    first_bad: int = 0


class Answers:
    """Answers lines: `question` decodes one, `answer` answers it, `why` explains an error."""

    def __init__(
        self, question: Callable[[bytes], Any], answer: Callable[[Any], Any], why: Callable[[Exception], str]
    ) -> None:
        self._question = question
        self._answer = answer
        self._why = why
        self.count = Count()

    def stream(self, source: Source, sink: Sink) -> None:
        """Answer every line that is not blank. A bad line is answered with `{"error": ..., "line": ...}`."""
        rest = b""
        while block := source.read1(_BLOCK):
            lines = (rest + block).split(b"\n")
            if max(map(len, lines)) > LONGEST_LINE:
                good = next(index for index, line in enumerate(lines) if len(line) > LONGEST_LINE)
                sink.write(
                    self._answer_lines(lines[:good]) + self._refused(LineTooLong(), self.count.lines + 1) + b"\n"
                )
                sink.flush()
                self.count.lines += 1
                self.count.questions += 1
                return
            rest = lines.pop()
            if lines:
                sink.write(self._answer_lines(lines))
                sink.flush()
        if rest:
            sink.write(self._answer_lines([rest]))
            sink.flush()

    def _answer_lines(self, lines: Sequence[bytes]) -> bytes:
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
