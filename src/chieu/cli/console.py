"""Where lines go: colours on a terminal, plain text in a pipe."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, Final

from rich.console import Console, RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.text import Text as Painted

from chieu.core import codec
from chieu.core.text.languages import SHARED

_DRAW_EVERY: Final = 0.1  # seconds
_WIDTH_IN_A_PIPE: Final = 120

# Four colours, as on the page: spades stay the terminal's own.
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


def output() -> Console:
    """Standard output."""
    width = None if sys.stdout.isatty() or "COLUMNS" in os.environ else _WIDTH_IN_A_PIPE
    return Console(highlight=False, emoji=False, markup=False, width=width)


def show(console: Console, what: RenderableType) -> None:
    """A table or a paragraph. In a pipe without the blanks that fill lines up to the edge."""
    if console.is_terminal:
        console.print(what)
        return
    with console.capture() as captured:
        console.print(what)
    sys.stdout.write(re.sub(r" +$", "", captured.get(), flags=re.MULTILINE))


def painted(line: str, style: str = "") -> Painted:
    """A line with its cards, chips and rule numbers in colours."""
    text = Painted(line, style=style)
    for pattern, colour in (*_COLOURS, (_jokers(), "bold")):
        text.highlight_regex(pattern, colour)
    return text


@cache
def _jokers() -> re.Pattern[str]:
    """What a joker is called, in any language."""
    return re.compile("|".join(SHARED["card.joker"]))


def tell(console: Console, line: str, style: str = "") -> None:
    """A line with its colours. In a pipe it is just written: colouring nothing would be most of the work."""
    if console.is_terminal:
        console.print(painted(line, style))
    else:
        sys.stdout.write(line + "\n")


def print_json(value: Any) -> None:
    """A value as one line of JSON."""
    sys.stdout.write(codec.encode(value).decode() + "\n")


def complain(line: str) -> None:
    """One line on standard error."""
    console = Console(stderr=True, highlight=False, emoji=False, markup=False, soft_wrap=True)
    console.print(Painted.assemble(("chieu: ", "bold red"), line))


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar on standard error while something long runs; nothing where nobody looks. Gives what to call with the
    amount done, as often as one likes: it draws a few times a second."""
    console = Console(stderr=True)
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
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield update
