"""PF-38: retire tables that nobody has used for long: export or drop their logs and keep their books.

Any number of nodes may do this on one store. The archive leases each table to one node, and retiring is a
compare-and-set on the table's sequence number, so a table that is written to meanwhile stays.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Final, TypeAlias

from chieu.online.history import scorebook
from chieu.online.service.books import Books
from chieu.online.service.ports import RETIRED, Archive, Bus, Clock, Conflict, Log, Presence

EVERY: Final = 60_000  # milliseconds between two passes
_BATCH: Final = 8  # tables retired in one pass
_BREATHER_S: Final = 0.02  # between two steps of a purge

Export: TypeAlias = Callable[[str, AsyncIterator[str]], Awaitable[None]]
"""Store the records of a table's deals. If it raises, the table is not retired."""
Retired: TypeAlias = Callable[[str, int, int], None]
"""Note that a table was retired, and how many deals and entries its log had."""


class Occupied(Exception):
    """Somebody is connected to the table."""


class Retention:
    """Retires tables unused for `keep` milliseconds, and purges their entries. `keep` of None: never."""

    def __init__(
        self,
        log: Log,
        archive: Archive,
        bus: Bus,
        presence: Presence,
        clock: Clock,
        keep: int | None = None,
        export: Export | None = None,
        retired: Retired | None = None,
    ) -> None:
        self.books = Books(log, archive)
        self._bus = bus
        self._archive = archive
        self._presence = presence
        self._clock = clock
        self._keep = keep
        self._export = export
        self._retired = retired
        self.size = 0  # bytes of the store on disk at the last pass

    async def run(self) -> None:
        """Retire and purge until cancelled. Errors are reported to the event loop and retried."""
        while True:
            try:
                self.size = await self._archive.size()
                if self._keep is not None:
                    await self.retire_unused()
                while await self._archive.purge():
                    await asyncio.sleep(_BREATHER_S)
            except Exception as error:
                _report(error)
            await self._clock.sleep_until(self._clock.now() + EVERY)

    async def retire_unused(self) -> int:
        """Retire a few unused tables. Return their number."""
        assert self._keep is not None
        now, retired = self._clock.now(), 0
        for table in await self._archive.claim_untouched(now - self._keep, now, _BATCH):
            try:
                await self.retire(table)
                retired += 1
            except Occupied:
                await self._archive.touch(table)
            except Conflict:  # it has just been written to
                continue
            except Exception as error:  # retried with the next lease; the other tables go on
                _report(error)
        return retired

    async def retire(self, table: str) -> None:
        """Export a table if there is an exporter, then replace its log by its book.

        Raise `Occupied` if somebody is connected, `Conflict` if it was written to meanwhile, or `NoSuchTable`.
        """
        if await self._presence.anybody(table):
            raise Occupied(table)
        stored = await self.books.table(table)
        if self._export is not None and stored.state.deals and not stored.state.real:
            await self._export(table, self.books.records_of(stored))
        deals = [deal async for deal in self.books.deals_of(stored)]
        written = scorebook.write(scorebook.keep(stored.state, stored.opened, self._clock.now(), deals))
        if await self._presence.anybody(table):
            raise Occupied(table)
        await self._archive.retire(table, stored.state.seq, written)
        self._bus.publish(table, RETIRED)
        if self._retired is not None:
            self._retired(table, stored.state.deals, stored.state.seq)


def _report(error: Exception) -> None:
    asyncio.get_running_loop().call_exception_handler({"message": "retiring tables", "exception": error})
