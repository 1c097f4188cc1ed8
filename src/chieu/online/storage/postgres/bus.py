"""Wake-ups between nodes, by PostgreSQL's LISTEN and NOTIFY.

`PostgresLog` sends them in the transaction of the append, so there is one for each append and none without. While the
connection is lost, notifications are lost too; after that all subscribers get `UNKNOWN`. The bus probes its connection,
so it is the first to know that the database is away, or back.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from chieu.online.service.ports import UNKNOWN
from chieu.online.storage.local import LocalBus
from chieu.online.storage.postgres.connection import LOST, RETRY_EVERY_S, connect, stop
from chieu.online.storage.postgres.log import CHANNEL

_PROBE_EVERY_S: Final = 0.5  # a connection can die silently
_ANSWER_WITHIN_S: Final = 1.5


class PostgresBus(LocalBus):
    """`Bus` of a node whose log is `PostgresLog`.

    `publish` wakes this node only, as the append notified all others. `own` returns the PID of the PostgreSQL backend
    that writes for this node; its notifications are skipped.
    """

    def __init__(self, url: str, own: Callable[[], int | None]) -> None:
        super().__init__()
        self._url = url
        self._own = own
        self._listening: asyncio.Task[None] | None = None
        self._lost_at: float | None = None

    def silent(self) -> float:
        """Return the seconds for which the database has not answered; 0 while it does."""
        return 0.0 if self._lost_at is None else time.monotonic() - self._lost_at

    async def start(self) -> None:
        """Start to listen."""
        self._listening = asyncio.create_task(self._listen())

    async def close(self) -> None:
        await stop(self._listening)

    async def _listen(self) -> None:
        while True:
            try:
                connection = await connect(self._url)
                try:
                    await self._listen_on(connection)
                finally:
                    connection.terminate()
            except LOST as error:
                if self._lost_at is None:  # not since the last answer: this process itself may have been suspended
                    self._lost_at = time.monotonic() - (_ANSWER_WITHIN_S if isinstance(error, TimeoutError) else 0)
                await asyncio.sleep(RETRY_EVERY_S)

    async def _listen_on(self, connection: Any) -> None:
        """Listen until the connection is lost."""
        lost = asyncio.Event()
        connection.add_termination_listener(lambda _: lost.set())
        async with asyncio.timeout(_ANSWER_WITHIN_S):
            await connection.add_listener(CHANNEL, self._notified)
        self._lost_at = None
        self.publish_to_all(UNKNOWN)
        while not lost.is_set():
            with suppress(TimeoutError):
                async with asyncio.timeout(_PROBE_EVERY_S):
                    await lost.wait()
            async with asyncio.timeout(_ANSWER_WITHIN_S):
                await connection.fetchval("SELECT 1")

    def _notified(self, connection: Any, pid: int, channel: str, payload: str) -> None:
        del connection, channel
        if pid != self._own():
            table, _, seq = payload.rpartition(":")
            self.publish(table, int(seq))
