"""Records that a command reads from files or standard input."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from itertools import chain
from pathlib import Path
from typing import IO, Final

from chieu.cli.console import BadInput, tell
from chieu.cli.text.texts import say
from chieu.core import sheets
from chieu.core.records import BadRecord, Record, read
from chieu.core.registry import GamesByName
from chieu.core.text.languages import Lang

STDIN: Final = "-"
_LONGEST_LINE: Final = 64 * 1024
_MARKS: Final = (b"chieu", b"record")  # in the first line: one changed byte leaves at least one of them
_MARKS_WITHIN: Final = 64


def display_name(name: str) -> str:
    """Return a file's name for messages."""
    return "stdin" if name == STDIN else name


def records(name: str, lang: Lang) -> Iterator[Record]:
    """Yield the deals of a file, or of standard input for `-`. Only the games they need are imported."""
    return read(GamesByName(), lines(name, lang))


def lines(name: str, lang: Lang) -> Iterator[str]:
    """Yield the lines of a record file, or of standard input for `-`.

    Raise `BadInput` if the file is not a record at all, `BadRecord` if it is a damaged one.
    """
    limit = _LONGEST_LINE + 1
    with _opened(name, lang) as source:
        first, second = source.readline(limit), source.readline(limit)
        if not (first + second).strip():
            raise BadInput(say("error.empty_record", lang, file=display_name(name)))
        # Look at two lines, because the changed byte may have become a line end.
        if not any(mark in (first + second)[:_MARKS_WITHIN] for mark in _MARKS):
            raise BadInput(say("error.no_record", lang, file=display_name(name)))
        rest = iter(partial(source.readline, limit), b"")
        for number, raw in enumerate(chain([first], [second] if second else [], rest), start=1):
            if len(raw) > _LONGEST_LINE:
                raise BadRecord(number, f"a line has at most {_LONGEST_LINE} bytes")
            try:
                yield raw.decode()
            except UnicodeDecodeError:
                raise BadRecord(number, "this line was changed: it is not UTF-8 text") from None


def _opened(name: str, lang: Lang) -> AbstractContextManager[IO[bytes]]:
    if name == STDIN:
        return nullcontext(sys.stdin.buffer)
    try:
        return Path(name).open("rb")
    except FileNotFoundError:
        raise BadInput(say("error.no_file", lang, file=name)) from None
    except IsADirectoryError:
        raise BadInput(say("error.is_directory", lang, file=name)) from None
    except (OSError, ValueError) as error:
        raise BadInput(say("error.cannot_read", lang, file=name, reason=error)) from None


def print_head(args: Namespace, record: Record, number: int) -> None:
    """Print the heading of deal `number`. Raise `BadInput` if the deal lacks the seat of `--seat`."""
    if args.seat is not None and args.seat > record.seats:
        raise BadInput(say("error.no_seat", args.lang, seat=args.seat, last=record.seats))
    title = record.game.presentation.title.say(args.lang)
    rules = sheets.canonical(record.game, record.rules)
    tell(say("replay.head", args.lang, deal=number, game=title, rules=rules, seats=record.seats), "bold")


def check_deal(args: Namespace, files: Sequence[str], deals: int) -> None:
    """Raise `BadInput` if the files have fewer deals than `--deal` asks for."""
    if args.deal is not None and args.deal > deals:
        names = ", ".join(map(display_name, files))
        raise BadInput(say("error.no_deal", args.lang, file=names, deal=args.deal, deals=deals))
