"""Read records line by line from a file or standard input."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from itertools import chain
from pathlib import Path
from typing import IO, Final

from chieu.cli.console import BadInput
from chieu.cli.text.texts import say
from chieu.core.records import BadRecord
from chieu.core.text.languages import Lang

STDIN: Final = "-"
_LONGEST_LINE: Final = 64 * 1024
_MARKS: Final = (b"chieu", b"record")  # in the first line: one changed byte leaves at least one of them
_MARKS_WITHIN: Final = 64


def shown(name: str) -> str:
    """Return a file's name for messages."""
    return "stdin" if name == STDIN else name


@contextmanager
def opened(name: str, lang: Lang) -> Iterator[IO[bytes]]:
    """Open a file by name, or standard input for `-`."""
    if name == STDIN:
        yield sys.stdin.buffer
        return
    path = Path(name)
    try:
        file = path.open("rb")
    except FileNotFoundError:
        raise BadInput(say("error.no_file", lang, file=name)) from None
    except IsADirectoryError:
        raise BadInput(say("error.is_directory", lang, file=name)) from None
    except (OSError, ValueError) as error:
        raise BadInput(say("error.cannot_read", lang, file=name, reason=error)) from None
    with file:
        yield file


def lines(source: IO[bytes], name: str, lang: Lang) -> Iterator[str]:
    """Yield the lines of a record file.

    Raise `BadInput` if the file is not a record at all, `BadRecord` if it is a damaged one.
    """
    limit = _LONGEST_LINE + 1
    first, second = source.readline(limit), source.readline(limit)
    if not (first + second).strip():
        raise BadInput(say("error.empty_record", lang, file=shown(name)))
    # Look at two lines, because the changed byte may have become a line end.
    if not any(mark in (first + second)[:_MARKS_WITHIN] for mark in _MARKS):
        raise BadInput(say("error.no_record", lang, file=shown(name)))
    rest = iter(partial(source.readline, limit), b"")
    for number, raw in enumerate(chain([first], [second] if second else [], rest), start=1):
        if len(raw) > _LONGEST_LINE:
            raise BadRecord(number, f"a line has at most {_LONGEST_LINE} bytes")
        try:
            yield raw.decode()
        except UnicodeDecodeError:
            raise BadRecord(number, "this line was changed: it is not UTF-8 text") from None
