"""Structured logs: one JSON object per line on standard error.

Logs never contain a card or a token. Events have names and carry ids and counts, not what people sent. Of an unexpected
error only its type and stack are written, because its message might quote anything. The exception is `Unavailable`: an
operator must know whether the disk is full or the database is down. Of an outage of the store only the first failure is
written, and later how many there were.
"""

from __future__ import annotations

import logging
import re
import secrets
import sys
import time
import traceback
from collections import Counter
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any, Final, TextIO

import msgspec

from chieu.online.service.ports import Unavailable

_LOG: Final = logging.getLogger("chieu")
REQUEST: Final[ContextVar[str]] = ContextVar("request", default="")
"""Id of the HTTP request or WebSocket that is being handled, which goes into its log lines."""
QUIET_S: Final = 5.0  # without a failure: the outage is over
_SUMMARY_EVERY_S: Final = 60.0
_REQUEST_ID: Final = re.compile(r"[A-Za-z0-9._:/+=-]{1,64}")


def request_id(header: str | None) -> str:
    """Return the id that the proxy gave a request, or a new one if it gave none or a bad one."""
    return header if header and _REQUEST_ID.fullmatch(header) else secrets.token_hex(8)


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
    handler.addFilter(OUTAGE)
    OUTAGE.clear()
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("uvicorn").setLevel(logging.ERROR)  # its warnings are about clients, who could fill the disk
    _LOG.setLevel(level.upper())


class OutageFilter(logging.Filter):
    """Drops all `Unavailable` errors of an outage of the store but the first, and counts them by event.

    `summarize` logs the counts: every minute during the outage, and at its end.
    """

    def __init__(self) -> None:
        super().__init__()
        self.clear()

    def clear(self) -> None:
        self._counts: Counter[str] = Counter()
        self._began = self._latest = self._logged = 0.0

    @property
    def going_on(self) -> bool:
        """True until `summarize` has logged the end of the outage."""
        return bool(self._counts)

    def filter(self, record: logging.LogRecord) -> bool:
        if record.exc_info is None or not isinstance(record.exc_info[1], Unavailable):
            return True
        now = time.monotonic()
        if not self._counts:
            self._began = self._logged = now
        self._latest = now
        self._counts[str(record.msg) if record.name == _LOG.name else "other"] += 1
        return self._counts.total() == 1

    def summarize(self, at_end: bool = False) -> None:
        """Log the counts if the outage is over, or has lasted for another minute. `at_end`: of the process."""
        now = time.monotonic()
        over = at_end or now - self._latest >= QUIET_S
        if not self._counts or not (over or now - self._logged >= _SUMMARY_EVERY_S):
            return
        counts, seconds, self._logged = dict(self._counts), round(self._latest - self._began, 1), now
        if over:
            self.clear()
        fields = {"failures": sum(counts.values()), "seconds": seconds, **counts}
        _LOG.warning("outage_over" if over else "outage", extra={"fields": fields})


OUTAGE: Final = OutageFilter()


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
        if request := REQUEST.get():
            line["request"] = request
        line |= getattr(record, "fields", {})
        if record.exc_info and record.exc_info[1] is not None:
            line |= _error_fields(record.exc_info[1])
        return msgspec.json.encode(line).decode()


def _error_fields(error: BaseException) -> dict[str, Any]:
    frames = traceback.extract_tb(error.__traceback__)[-8:]
    where = [f"{frame.filename.rpartition('site-packages')[2]}:{frame.lineno} {frame.name}" for frame in frames]
    fields: dict[str, Any] = {"error": type(error).__name__, "where": where}
    return fields | {"cause": str(error)} if isinstance(error, Unavailable) else fields
