"""The database's time, shared by all nodes.

It is the database's clock plus the amount by which that clock has been set back: `chieu.clock` stores the latest time
that any node got, and how far the clock is behind it (`ahead`). So the nodes' time never goes back, and no table has to
wait until a clock that was set back catches up.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import Final

from chieu.online.service.ports import Unavailable
from chieu.online.storage.local import SystemClock
from chieu.online.storage.postgres.connection import HeldConnection, stop

_MEASURE_EVERY_S: Final = 60.0
_RETRY_S: Final = 1.0
_SAMPLES: Final = 3
SET_BACK: Final = 1_000  # milliseconds; a smaller step comes from nodes that measure at the same time

_MEASURE: Final = f"""
    UPDATE chieu.clock SET
        ahead = CASE WHEN latest - (raw.ms + ahead) > {SET_BACK} THEN latest - raw.ms ELSE ahead END,
        latest = greatest(latest, raw.ms + ahead)
    FROM (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS ms) AS raw
    RETURNING raw.ms + ahead
"""


class PostgresClock(SystemClock):
    """`Clock` of a node. Before the first measurement it is the machine's clock."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self._connection = HeldConnection(url)
        self._latest = 0
        self._measuring: asyncio.Task[None] | None = None

    def now(self) -> int:
        self._latest = max(self._latest, super().now())
        return self._latest

    async def start(self) -> None:
        """Measure now and then every minute."""
        with suppress(Unavailable):
            await self.measure()
        self._measuring = asyncio.create_task(self._keep_measuring())

    async def close(self) -> None:
        await stop(self._measuring)
        await self._connection.close()

    async def measure(self) -> None:
        """Set the time from the fastest of some round trips, assuming that both ways took equally long."""
        samples: list[tuple[int, int]] = []
        for _ in range(_SAMPLES):
            sent = time.monotonic_ns()
            ((database_time,),) = await self._connection.fetch(_MEASURE)
            received = time.monotonic_ns()
            samples.append((received - sent, database_time * 1_000_000 - (sent + received) // 2))
        self._ahead = min(samples)[1]

    async def _keep_measuring(self) -> None:
        wait = _MEASURE_EVERY_S
        while True:
            await asyncio.sleep(wait)
            try:
                await self.measure()
                wait = _MEASURE_EVERY_S
            except Unavailable:
                wait = _RETRY_S
