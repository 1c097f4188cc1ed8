"""Input lines, from a terminal or a pipe."""

from __future__ import annotations

import contextlib
import sys
from typing import Final

_LONGEST: Final = 4096


class Leave(Exception):
    """The person leaves."""


class Keyboard:
    """Standard input by lines. On a terminal, with line editing and history."""

    def __init__(self) -> None:
        self.is_terminal = sys.stdin.isatty()
        if self.is_terminal:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401, PLC0415  # importing it adds line editing to `input`

    def forget(self) -> None:
        """Discard input typed before the prompt. Input from a pipe is never discarded."""
        if self.is_terminal:
            with contextlib.suppress(ImportError, OSError):
                import termios  # noqa: PLC0415  # not on Windows

                termios.tcflush(sys.stdin, termios.TCIFLUSH)

    def line(self, prompt: str) -> str:
        """Return the next line; raise `EOFError` at the end.

        A line from a pipe is echoed, so that the output reads like a session on a terminal. Long lines are cut.
        """
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
