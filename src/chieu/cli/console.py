"""Output of the command line (colours on a terminal, plain text in a pipe), exit codes and `BadInput`."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, TextIO

from rich.console import Console, RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text as Painted

from chieu.cli.text.texts import say
from chieu.core import codec
from chieu.core.text.languages import SHARED, Lang

OK: Final = 0
WRONG: Final = 1  # a check failed
BAD_INPUT: Final = 2

_LONGEST_MESSAGE: Final = 1000
_DRAW_EVERY: Final = 0.1  # seconds
_CLEAR: Final = "\x1b[H\x1b[2J\x1b[3J"  # the cursor, the screen and its history
_WIDTH_IN_A_PIPE: Final = 120

# Four-colour deck, as on the page. Spades keep the terminal's own colour.
_COLOURS: Final = (
    (re.compile(r"(?:10|[2-9AJQK])♥"), "bold red"),
    (re.compile(r"(?:10|[2-9AJQK])♦"), "bold bright_blue"),
    (re.compile(r"(?:10|[2-9AJQK])♣"), "bold green"),
    (re.compile(r"(?:10|[2-9AJQK])♠"), "bold"),
    (re.compile(r"▒+"), "dim"),
    (re.compile(r"(?<![\w-])[A-Z]{2}-[0-9]+\b"), "cyan"),
    (re.compile(r"(?<![\w.-])\+[0-9.]+"), "green"),
    (re.compile(r"(?<![\w.-])-[0-9.]+\b"), "red"),
)


class BadInput(Exception):
    """A command line, file or value that cannot be used. Its text says what is allowed."""

    def __str__(self) -> str:
        line = " ".join(str(self.args[0]).split())
        return line if len(line) <= _LONGEST_MESSAGE else line[:_LONGEST_MESSAGE] + "…"


def cannot_write(file: str, error: OSError | ValueError, lang: Lang) -> BadInput:
    """Return the error for a file that cannot be written. A name with a NUL in it is a `ValueError`."""
    reason = getattr(error, "strerror", None) or str(error)
    return BadInput(say("error.cannot_write", lang, file=file, reason=reason))


def write_file(name: str, text: str, lang: Lang) -> None:
    """Write a text to a file; raise `BadInput` if that is impossible."""
    try:
        Path(name).write_text(text, encoding="utf-8")
    except (OSError, ValueError) as error:
        raise cannot_write(name, error, lang) from None


@lru_cache(maxsize=1)
def _console(stdout: TextIO) -> Console:
    width = None if stdout.isatty() or "COLUMNS" in os.environ else _WIDTH_IN_A_PIPE
    return Console(file=stdout, highlight=False, emoji=False, markup=False, width=width)


def show(*contents: RenderableType) -> None:
    """Print tables and paragraphs; in a pipe, without trailing blanks."""
    console = _console(sys.stdout)
    for content in contents:
        if console.is_terminal:
            console.print(content)
        else:
            with console.capture() as captured:
                console.print(content)
            sys.stdout.write(re.sub(r" +$", "", captured.get(), flags=re.MULTILINE))


def table(*headings: str, gap: int = 3) -> Table:
    """Return an empty table without lines: the first column is aligned left, the others right."""
    out = Table(box=None, pad_edge=False, padding=(0, gap, 0, 0), header_style="bold")
    for index, heading in enumerate(headings):
        out.add_column(heading, justify="right" if index else "left", no_wrap=True)
    return out


def highlight(line: str, style: str = "") -> Painted:
    """Colour the cards, chips and rule numbers of a line."""
    text = Painted(line, style=style)
    for pattern, colour in _COLOURS:
        text.highlight_regex(pattern, colour)
    text.highlight_regex("|".join(SHARED["card.joker"]), "bold")
    return text


def tell(line: str, style: str = "") -> None:
    """Print a line in colours. A pipe skips the colouring, which would take most of the time."""
    console = _console(sys.stdout)
    if console.is_terminal:
        console.print(highlight(line, style))
    else:
        sys.stdout.write(line + "\n")


class Transcript:
    """Lines about a deal. A terminal hides those of past rounds until the deal is over (BT-18)."""

    def __init__(self) -> None:
        self._past: list[str] = []
        self._round: list[str] = []

    def tell(self, line: str) -> None:
        self._round.append(line)
        tell(line)

    def clear(self) -> None:
        """A round is over: clear the screen and what can be scrolled back to."""
        if _console(sys.stdout).is_terminal:
            self._past += self._round
            sys.stdout.write(_CLEAR)
            sys.stdout.flush()
        self._round = []

    def end(self) -> None:
        """The deal is over: print the lines of past rounds again."""
        for line in self._past:
            tell(line, "dim")
        self._past, self._round = [], []


def print_json(value: Any) -> None:
    """Print a value as one line of JSON."""
    sys.stdout.write(codec.encode(value).decode() + "\n")


def complain(line: str) -> None:
    """Print an error as one line on standard error, after all output so far."""
    sys.stdout.flush()
    console = Console(stderr=True, highlight=False, emoji=False, markup=False, soft_wrap=True)
    console.print(Painted.assemble(("chieu: ", "bold red"), line))


@contextmanager
def progress(title: str, total: int) -> Iterator[Callable[[int], None]]:
    """Show a progress bar on standard error, if that is a terminal.

    Yield a function to call with the amount done. It may be called at any rate: the bar is drawn ten times a second.
    """
    if not sys.stderr.isatty():
        yield lambda *_: None
        return
    drawn = time.monotonic()

    def update(done: int) -> None:
        nonlocal drawn
        now = time.monotonic()
        if now - drawn >= _DRAW_EVERY:
            drawn = now
            bar.update(task, completed=done)

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=total)
        yield update
