"""PF-38: tables that nobody has touched for long: their logs are exported or dropped, their books stay.

Any number of houses may do this on one store: the archive gives each table to one of them, and retiring is a
compare-and-set on the table's number. Whoever writes to a table meanwhile keeps it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Final, TypeAlias

from chieu.online.history import scorebook
from chieu.online.service.books import Books
from chieu.online.service.ports import RETIRED, Archive, Bus, Clock, Conflict, Log, Presence

EVERY: Final = 60_000  # milliseconds between looks
_FEW: Final = 8  # tables at a time
_BREATHER_S: Final = 0.02  # between two pieces of what is removed

Export: TypeAlias = Callable[[str, AsyncIterator[str]], Awaitable[None]]
"""Gets a table and the records of its deals, one after the other, and keeps them; what it raises keeps the table."""


class Occupied(Exception):
    """Somebody is connected to the table."""


class Retention:
    """Looks after what is kept for long. `keep` is how long a table may lie untouched, in milliseconds; None: for
    ever."""

    def __init__(
        self,
        log: Log,
        archive: Archive,
        bus: Bus,
        presence: Presence,
        clock: Clock,
        keep: int | None = None,
        export: Export | None = None,
    ) -> None:
        self.books = Books(log, archive)
        self._bus = bus
        self._archive = archive
        self._presence = presence
        self._clock = clock
        self._keep = keep
        self._export = export
        self.size = 0  # of the store on disk, as of the last look

    async def run(self) -> None:
        """Looks again and again until it is cancelled. What fails is reported to the loop and tried again."""
        while True:
            try:
                self.size = await self._archive.size()
                if self._keep is not None:
                    await self.look()
                while await self._archive.shed():
                    await asyncio.sleep(_BREATHER_S)
            except Exception as error:
                _report(error)
            await self._clock.sleep_until(self._clock.now() + EVERY)

    async def look(self) -> int:
        """Retires a few tables that are due; how many."""
        assert self._keep is not None
        now, retired = self._clock.now(), 0
        for table in await self._archive.untouched(now - self._keep, now, _FEW):
            try:
                await self.retire(table)
                retired += 1
            except Occupied:
                await self._archive.touch(table)
            except Conflict:  # somebody has just written to it
                continue
            except Exception as error:  # another try comes with another claim; the others do not wait for it
                _report(error)
        return retired

    async def retire(self, table: str) -> None:
        """Exports a table if that is wanted, writes its book and lets its log go. `Occupied` if somebody is there,
        `Conflict` if somebody wrote to it meanwhile, `NoSuchTable` if there is none."""
        if await self._presence.anybody(table):
            raise Occupied(table)
        stored = await self.books.table(table)
        if self._export is not None and stored.state.deals:
            await self._export(table, self.books.records_of(stored))
        deals = [deal async for deal in self.books.deals_of(stored)]
        written = scorebook.write(scorebook.keep(stored.state, stored.opened, self._clock.now(), deals))
        if await self._presence.anybody(table):
            raise Occupied(table)
        await self._archive.retire(table, stored.state.seq, written)
        self._bus.publish(table, RETIRED)


def _report(error: Exception) -> None:
    asyncio.get_running_loop().call_exception_handler({"message": "retiring tables", "exception": error})
