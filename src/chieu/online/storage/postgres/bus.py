"""Wake-ups between nodes, by PostgreSQL's notifications.

They are sent by `PostgresLog` in the transaction of the append: there is none without an append, and no append without
one. A connection that is lost takes the notifications of that time with it: whoever subscribed is told to go and see.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from chieu.online.service.ports import UNKNOWN
from chieu.online.storage.memory import MemoryBus
from chieu.online.storage.postgres.connection import BACKOFF_S, LOST, connect
from chieu.online.storage.postgres.log import CHANNEL

_LOOK_EVERY_S: Final = 2.0  # a connection can be dead without anybody having said so
_ANSWER_WITHIN_S: Final = 3.0


class PostgresBus:
    """The `Bus` of a house whose log is `PostgresLog`. `own` tells the server's process that writes for this house:
    what it wrote the house knows already."""

    def __init__(self, url: str, own: Callable[[], int | None]) -> None:
        self._url = url
        self._own = own
        self._here = MemoryBus()
        self._listening: asyncio.Task[None] | None = None

    def publish(self, table: str, seq: int) -> None:
        """Tells this process. All others were told with the append."""
        self._here.publish(table, seq)

    def subscribe(self, table: str, wake: Callable[[int], None]) -> Callable[[], None]:
        return self._here.subscribe(table, wake)

    async def start(self) -> None:
        """Begins to listen."""
        self._listening = asyncio.create_task(self._listen())

    async def close(self) -> None:
        if self._listening is not None:
            self._listening.cancel()
            with suppress(asyncio.CancelledError):
                await self._listening

    async def _listen(self) -> None:
        tries = 0
        while True:
            try:
                connection = await connect(self._url)
                try:
                    tries = 0
                    await self._hear(connection)
                finally:
                    connection.terminate()
            except LOST:
                await asyncio.sleep(BACKOFF_S[min(tries, len(BACKOFF_S) - 1)])
                tries += 1

    async def _hear(self, connection: Any) -> None:
        """Listens until the connection is lost."""
        lost = asyncio.Event()
        connection.add_termination_listener(lambda _: lost.set())
        async with asyncio.timeout(_ANSWER_WITHIN_S):
            await connection.add_listener(CHANNEL, self._heard)
        self._here.publish_to_all(UNKNOWN)
        while not lost.is_set():
            with suppress(TimeoutError):
                async with asyncio.timeout(_LOOK_EVERY_S):
                    await lost.wait()
            async with asyncio.timeout(_ANSWER_WITHIN_S):
                await connection.fetchval("SELECT 1")

    def _heard(self, connection: Any, pid: int, channel: str, payload: str) -> None:
        del connection, channel
        if pid != self._own():
            table, _, seq = payload.rpartition(":")
            self._here.publish(table, int(seq))
