"""Lines that a person types, or that a pipe holds instead."""

from __future__ import annotations

import contextlib
import sys
from typing import Final, Protocol

_LONGEST: Final = 4096


class Lines(Protocol):
    """Wherever lines come from."""

    is_terminal: bool

    def line(self, prompt: str) -> str: ...


class Keyboard:
    """Reads a line at a time. On a terminal with the comforts of one: arrow keys, the lines before."""

    def __init__(self) -> None:
        self.is_terminal = sys.stdin.isatty()
        if self.is_terminal:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401, PLC0415  # importing it is what gives `input` its comforts

    def forget(self) -> None:
        """Drops what was typed before there was anything to answer. What a pipe holds was written to be read."""
        if self.is_terminal:
            with contextlib.suppress(ImportError, OSError):
                import termios  # noqa: PLC0415  # not everywhere

                termios.tcflush(sys.stdin, termios.TCIFLUSH)

    def line(self, prompt: str) -> str:
        """The next line, or `EOFError` when there are no more. From a pipe it is shown, so that what is printed reads
        like what one would have seen; a line without end is cut, since nobody means it."""
        if self.is_terminal:
            try:
                return input(prompt).strip()
            except UnicodeDecodeError:
                return "�"
        sys.stdout.write(prompt)
        raw = sys.stdin.buffer.readline(_LONGEST)
        if not raw:
            sys.stdout.write("\n")
            raise EOFError
        text = "".join(letter for letter in raw.decode(errors="replace").strip() if letter.isprintable())
        sys.stdout.write(text + "\n")
        return text
