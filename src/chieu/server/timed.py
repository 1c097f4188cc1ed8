"""A log that is watched: how long appends take."""

from __future__ import annotations

import time
from collections.abc import Sequence

from chieu.house.ports import Log
from chieu.server.metrics import Durations


class TimedLog:
    """Another log, with its appends timed."""

    def __init__(self, log: Log, durations: Durations) -> None:
        self._log = log
        self._durations = durations
        self.read = log.read
        self.waking = log.waking

    async def append(self, table: str, expected: int, entries: Sequence[bytes], wake: int | None) -> None:
        since = time.perf_counter()
        await self._log.append(table, expected, entries, wake)
        self._durations.add(time.perf_counter() - since)
