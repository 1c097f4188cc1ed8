"""All ports of a node on one database."""

from __future__ import annotations

from chieu.online.storage.backends import BadBackend, shown
from chieu.online.storage.postgres.archive import PostgresArchive
from chieu.online.storage.postgres.bus import PostgresBus
from chieu.online.storage.postgres.clock import PostgresClock
from chieu.online.storage.postgres.connection import LOST, connect_patiently, described
from chieu.online.storage.postgres.log import CHECK, PostgresLog
from chieu.online.storage.postgres.presence import PostgresPresence
from chieu.online.storage.postgres.schema import create


async def prepare(url: str, writes: bool = True) -> None:
    """Create the tables if there are none. Raise `BadBackend` if the database cannot be used."""
    try:
        connection = await connect_patiently(url)
        try:
            await create(connection)
            if writes:
                await connection.execute(CHECK)
        finally:
            connection.terminate()
    except (*LOST, ValueError) as error:
        raise BadBackend(f"{shown(url)}: {described(error)}") from None


class Ports:
    """The ports of one node."""

    def __init__(self, url: str) -> None:
        self.log = PostgresLog(url)
        self.bus = PostgresBus(url, lambda: self.log.pid)
        self.presence = PostgresPresence(url)
        self.clock = PostgresClock(url)
        self.archive = PostgresArchive(url)

    async def start(self) -> None:
        """Start the ports, the clock first: everything written later uses its time."""
        await self.clock.start()
        await self.bus.start()
        await self.presence.start()

    async def close(self) -> None:
        """Close the ports, the log last: the others may still write through it."""
        await self.archive.close()
        await self.presence.close()
        await self.bus.close()
        await self.clock.close()
        await self.log.close()
