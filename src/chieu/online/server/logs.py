"""Structured logs: one JSON object per line on standard error.

Logs never contain a card or a token. Events have names and carry ids and counts, not what people sent. Of an unexpected
error only its type and stack are written, because its message might quote anything. The exception is `Unavailable`: an
operator must know whether the disk is full or the database is down.
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
    """Log an event."""
    if _LOG.isEnabledFor(level):
        _LOG.log(level, event, extra={"fields": fields}, exc_info=error)


def set_up(level: str, stream: TextIO | None = None) -> None:
    """Send all log records of this process, libraries included, to one stream as JSON lines."""
    handler = logging.StreamHandler(stream if stream is not None else sys.stderr)
    handler.setFormatter(JsonFormatter())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("uvicorn").setLevel(logging.ERROR)  # its warnings are about clients, who could fill the disk
    _LOG.setLevel(level.upper())


class JsonFormatter(logging.Formatter):
    """Format a record as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.msg if record.name == _LOG.name else "other",
        }
        if record.name != _LOG.name:
            # A library's message may contain anything; only the first line of its format string is constant.
            line |= {"logger": record.name, "form": str(record.msg).partition("\n")[0]}
        line |= getattr(record, "fields", {})
        if record.exc_info and record.exc_info[1] is not None:
            line |= _error_fields(record.exc_info[1])
        return msgspec.json.encode(line).decode()


def _error_fields(error: BaseException) -> dict[str, Any]:
    frames = traceback.extract_tb(error.__traceback__)[-8:]
    where = [f"{frame.filename.rpartition('site-packages')[2]}:{frame.lineno} {frame.name}" for frame in frames]
    fields: dict[str, Any] = {"error": type(error).__name__, "where": where}
    return fields | {"cause": str(error)} if isinstance(error, Unavailable) else fields
