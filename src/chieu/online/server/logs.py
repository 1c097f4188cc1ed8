"""Structured logs: one JSON object a line on standard error.

No card and no token ever gets in: events have names and carry ids and counts, never what people sent; and of an error
that nobody expected the place is written, not its message, which might quote anything. Only what a store says of itself
(`Unavailable`) is written as it is: whoever is to help must know whether the disk is full or the database is down.
"""

from __future__ import annotations

import logging
import sys
import traceback
from datetime import UTC, datetime
from typing import Any, Final, TextIO

import msgspec

from chieu.online.service.ports import Unavailable

_LOG: Final = logging.getLogger("chieu")


def say(
    event: str, *, level: int = logging.INFO, error: BaseException | None = None, **fields: str | int | float
) -> None:
    """Logs an event."""
    if _LOG.isEnabledFor(level):
        _LOG.log(level, event, extra={"fields": fields}, exc_info=error)


def set_up(level: str, stream: TextIO | None = None) -> None:
    """Sends everything that is logged by anybody here to one stream, in one form."""
    handler = logging.StreamHandler(stream if stream is not None else sys.stderr)
    handler.setFormatter(Lines())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("uvicorn").setLevel(logging.ERROR)  # it warns of what clients send: anybody could fill the disk
    _LOG.setLevel(level.upper())


class Lines(logging.Formatter):
    """A record as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.msg if record.name == _LOG.name else "other",
        }
        if record.name != _LOG.name:
            # Other people's messages are not ours to vouch for: the first line of their form is constant, no more.
            line |= {"logger": record.name, "form": str(record.msg).partition("\n")[0]}
        line |= getattr(record, "fields", {})
        if record.exc_info and record.exc_info[1] is not None:
            line |= _place(record.exc_info[1])
        return msgspec.json.encode(line).decode()


def _place(error: BaseException) -> dict[str, Any]:
    """What kind of error it was, and where it came from."""
    frames = traceback.extract_tb(error.__traceback__)[-8:]
    where = [f"{frame.filename.rpartition('site-packages')[2]}:{frame.lineno} {frame.name}" for frame in frames]
    told: dict[str, Any] = {"error": type(error).__name__, "where": where}
    return told | {"cause": str(error)} if isinstance(error, Unavailable) else told
