"""Wake-ups between nodes, by PostgreSQL's LISTEN and NOTIFY.

`PostgresLog` sends them in the transaction of the append, so there is one for each append and none without. While the
connection is lost, notifications are lost too; after that all subscribers get `UNKNOWN`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from chieu.online.service.ports import UNKNOWN
from chieu.online.storage.local import LocalBus
from chieu.online.storage.postgres.connection import BACKOFF_S, LOST, connect, stop
from chieu.online.storage.postgres.log import CHANNEL

_PROBE_EVERY_S: Final = 2.0  # a connection can die silently
_ANSWER_WITHIN_S: Final = 3.0


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

    async def start(self) -> None:
        """Start to listen."""
        self._listening = asyncio.create_task(self._listen())

    async def close(self) -> None:
        await stop(self._listening)

    async def _listen(self) -> None:
        tries = 0
        while True:
            try:
                connection = await connect(self._url)
                try:
                    tries = 0
                    await self._listen_on(connection)
                finally:
                    connection.terminate()
            except LOST:
                await asyncio.sleep(BACKOFF_S[min(tries, len(BACKOFF_S) - 1)])
                tries += 1

    async def _listen_on(self, connection: Any) -> None:
        """Listen until the connection is lost."""
        lost = asyncio.Event()
        connection.add_termination_listener(lambda _: lost.set())
        async with asyncio.timeout(_ANSWER_WITHIN_S):
            await connection.add_listener(CHANNEL, self._notified)
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
