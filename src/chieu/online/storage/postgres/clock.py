"""The time of the database, which all nodes share, whatever their own clocks say.

It is the database's clock plus what that was set back by since the first node came: `chieu.clock` has the latest time
that anybody was told, and by how much the clock is behind it. So the nodes' time never goes back, and no table that is
to be woken waits for the clock to come there again.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import Final

from chieu.online.service.ports import Unavailable
from chieu.online.storage.postgres.connection import HeldConnection

_EVERY_S: Final = 60.0
_AGAIN_S: Final = 1.0
_SAMPLES: Final = 3
SET_BACK: Final = 1_000  # milliseconds; what is less comes of nodes that measure at the same time

_MEASURE: Final = f"""
    UPDATE chieu.clock SET
        ahead = CASE WHEN latest - (raw.ms + ahead) > {SET_BACK} THEN latest - raw.ms ELSE ahead END,
        latest = greatest(latest, raw.ms + ahead)
    FROM (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS ms) AS raw
    RETURNING raw.ms + ahead
"""


class PostgresClock:
    """The `Clock` of a node. Until it is measured it goes by the machine's."""

    def __init__(self, url: str) -> None:
        self._connection = HeldConnection(url)
        self._offset = (time.time_ns() - time.monotonic_ns()) // 1_000_000
        self._latest = 0
        self._measuring: asyncio.Task[None] | None = None

    def now(self) -> int:
        self._latest = max(self._latest, time.monotonic_ns() // 1_000_000 + self._offset)
        return self._latest

    async def sleep_until(self, when: int) -> None:
        while (left := when - self.now()) > 0:
            await asyncio.sleep(left / 1000)

    async def start(self) -> None:
        """Measures, and again every minute."""
        with suppress(Unavailable):
            await self.measure()
        self._measuring = asyncio.create_task(self._go_on())

    async def close(self) -> None:
        if self._measuring is not None:
            self._measuring.cancel()
            with suppress(asyncio.CancelledError):
                await self._measuring
        await self._connection.close()

    async def measure(self) -> None:
        """Takes the quickest of some answers: it was on its way for half of the time that it took, more or less."""
        found: list[tuple[int, int]] = []
        for _ in range(_SAMPLES):
            asked = time.monotonic_ns()
            ((theirs,),) = await self._connection.fetch(_MEASURE)
            answered = time.monotonic_ns()
            found.append((answered - asked, theirs - (asked + answered) // 2_000_000))
        self._offset = min(found)[1]

    async def _go_on(self) -> None:
        wait = _EVERY_S
        while True:
            await asyncio.sleep(wait)
            try:
                await self.measure()
                wait = _EVERY_S
            except Unavailable:
                wait = _AGAIN_S
