"""A log that is watched: how long appends take."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from functools import partial

from chieu.house.ports import Log, Snapshot
from chieu.server.metrics import Durations
from chieu.table.state import DealSpan


class TimedLog:
    """Another log, with its appends timed."""

    def __init__(self, log: Log, durations: Durations) -> None:
        self._log = log
        self._durations = durations
        self.read = log.read
        self.snapshot = log.snapshot
        self.deal = log.deal
        self.claim = log.claim
        self.check = log.check

    def append(
        self,
        table: str,
        expected: int,
        entries: Sequence[bytes],
        wake: int | None,
        snapshot: Snapshot | None = None,
        deals: Sequence[DealSpan] = (),
    ) -> asyncio.Future[None]:
        appended = self._log.append(table, expected, entries, wake, snapshot, deals)
        if not isinstance(appended, asyncio.Future):
            appended = asyncio.ensure_future(appended)
        appended.add_done_callback(partial(self._time, time.perf_counter()))
        return appended

    def _time(self, since: float, appended: asyncio.Future[None]) -> None:
        if not appended.cancelled() and appended.exception() is None:
            self._durations.add(time.perf_counter() - since)
