"""PF-38, PF-47: read-only access to stored tables: their books, and the records of their deals.

Nothing here loads a table into the service. A book grows with every deal, so it is read in pages.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from typing import Final, NamedTuple, TypeAlias

from msgspec.structs import replace

from chieu.online.history import scorebook as books
from chieu.online.history.group import EveningRead, Group, group
from chieu.online.history.replay import record
from chieu.online.history.scorebook import Scorebook, ScorebookDeal, StoredScorebook, book_deal, result_of
from chieu.online.service.actor import NoSuchTable, last_snapshot
from chieu.online.service.erasure import erase
from chieu.online.service.ports import Archive, Conflict, Log
from chieu.online.service.service import NotAdmitted
from chieu.online.table import entries
from chieu.online.table.fold import fold
from chieu.online.table.seating import closed_by, not_admitted
from chieu.online.table.state import TableState

_FOLDED_AT_ONCE: Final = 200
DEALS_A_PAGE: Final = 200
EVENINGS_AT_MOST: Final = 100  # of a group, in one answer
_CACHED_DEALS: Final = 2_000


class StoredTable(NamedTuple):
    """A table read from the log. `opened` is the time of its first entry."""

    state: TableState
    opened: int


Stored: TypeAlias = StoredScorebook | StoredTable


class Books:
    """Books of tables, made from their logs or read from the archive."""

    def __init__(self, log: Log, archive: Archive) -> None:
        self._log = log
        self._archive = archive
        self._deals: dict[tuple[str, str, int, int], ScorebookDeal] = {}

    async def opened(self, table: str, guest: str | None, key: str) -> Stored:
        """Return a table, or its book if it is retired.

        Raise `NoSuchTable`, or `NotAdmitted` if the guest is not a member, and the table is locked or `key` is not that
        of the current link (PF-8).
        """
        stored = await self.kept(table) or await self.table(table)
        if isinstance(stored, StoredTable):
            code = not_admitted(stored.state, guest, key)
        else:
            code = "" if guest in stored.members else closed_by(stored.key, stored.locked, key)
        if code:
            raise NotAdmitted(table, code)
        return stored

    async def page(self, stored: Stored, before: int = 0) -> Scorebook:
        """Return the book with the latest page of deals, or the page before deal `before`."""
        if isinstance(stored, StoredScorebook):
            deals = [deal for deal in stored.book.deals if not before or deal.deal < before]
            return books.served(replace(stored.book, deals=tuple(deals[-DEALS_A_PAGE:])))
        last = min(before - 1, stored.state.deals) if before else stored.state.deals
        deals = await self._some_deals(stored, range(max(1, last - DEALS_A_PAGE + 1), last + 1))
        return books.served(books.current(stored.state, stored.opened, deals))

    async def group(self, stored: Stored, guest: str | None) -> Group:
        """Return the evenings of a group: all up to the given one, and later ones that the guest joined."""
        own = _book_of(stored).table
        while (later := await self._next(stored, guest)) is not None:
            stored = later
        evenings, earlier = [_evening(stored)], False
        while before := (stored.before if isinstance(stored, StoredScorebook) else stored.state.before):
            if len(evenings) == EVENINGS_AT_MOST:
                earlier = True
                break
            try:
                stored = await self.kept(before) or await self.table(before)
            except NoSuchTable:  # e.g. the store was restored from a backup
                break
            evenings.append(_evening(stored))
        return group(evenings, guest, own, earlier)

    async def _next(self, stored: Stored, guest: str | None) -> Stored | None:
        """Return the next evening, if there is one and the guest is a member of it."""
        table = _continued(stored)
        if not table:
            return None
        try:
            later = await self.kept(table) or await self.table(table)
        except NoSuchTable:
            return None
        return later if guest in _evening(later).members else None

    async def results(self, stored: Stored) -> AsyncIterator[ScorebookDeal]:
        """Yield every deal with its payoffs, without replaying it."""
        if isinstance(stored, StoredScorebook):
            for deal in stored.book.deals:
                yield deal
            return
        if stored.state.real:
            async for deal in self.deals_of(stored):
                yield books.placed(stored.state, deal)
            return
        async for span in self._spans(stored):
            result = result_of(span)
            if result is not None:
                yield books.placed(stored.state, result)

    async def kept(self, table: str) -> StoredScorebook | None:
        """Return the book of a retired table."""
        raw = await self._archive.book(table)
        return None if raw is None else books.read(raw)

    async def forget(self, table: str, guest: str) -> bool:
        """Erase a guest's name from the book of a retired table. Return False if it is not in there.

        Retry if the book was replaced meanwhile.
        """
        while (raw := await self._archive.book(table)) is not None:
            without = books.without(books.read(raw), guest)
            if without is None:
                return False
            with suppress(Conflict):
                await self._archive.replace_book(table, raw, books.write(without))
                return True
        return False

    async def table(self, table: str) -> StoredTable:
        """Read a table from its log. Raise `NoSuchTable`."""
        state = await last_snapshot(self._log, table)
        first = await self._log.read(table, 0, 1)
        if not first:
            raise NoSuchTable(table)
        more = await self._log.read(table, 0 if state is None else state.seq)
        for number, entry in enumerate(map(entries.Reader().read, more), start=1):
            state = fold(state, entry)
            if number % _FOLDED_AT_ONCE == 0:
                await asyncio.sleep(0)
        assert state is not None
        for guest in state.to_erase:  # the deals read next must not contain it
            await erase(self._archive, state, guest)
        return StoredTable(state, entries.read_plain(first[0]).at)

    async def records(self, table: str) -> AsyncIterator[str]:
        """Yield the record of every finished deal of a table."""
        async for text in self.records_of(await self.table(table)):
            yield text

    async def records_of(self, stored: StoredTable) -> AsyncIterator[str]:
        async for span in self._spans(stored):
            yield await asyncio.to_thread(record, span)  # slow for a long deal

    async def deals_of(self, stored: StoredTable) -> AsyncIterator[ScorebookDeal]:
        """Yield every finished deal as a book has it."""
        if stored.state.real:
            for entered in await self._some_deals(stored, range(1, 1 + stored.state.deals)):
                yield entered
            return
        async for span in self._spans(stored):
            deal = await asyncio.to_thread(book_deal, span)
            if deal is not None:
                yield deal

    async def _some_deals(self, stored: StoredTable, numbers: range) -> list[ScorebookDeal]:
        """Return some finished deals as a book has them. Cached: only an erasure changes a dealt one."""
        state, deals = stored.state, dict[int, ScorebookDeal]()
        if state.real:
            return await asyncio.to_thread(_entered, state, numbers)
        for number in numbers:
            key = (state.id, state.epoch, state.erasures, number)
            deal = self._deals.get(key)
            if deal is None:
                span = entries.read_all(await self._log.deal(state.id, number))
                deal = await asyncio.to_thread(book_deal, span) if span else None
            if deal is not None:
                self._deals[key] = deals[number] = deal
        while len(self._deals) > _CACHED_DEALS:
            self._deals.pop(next(iter(self._deals)))
        return list(deals.values())

    async def _spans(self, stored: StoredTable) -> AsyncIterator[Sequence[entries.AnyEntry]]:
        """Yield the entries of each finished deal. RT-2: deals with real cards have none of their own."""
        if stored.state.real:
            return
        for number in range(1, stored.state.deals + 1):
            raw = await self._log.deal(stored.state.id, number)
            if raw:
                yield entries.read_all(raw)


def _entered(state: TableState, numbers: range) -> list[ScorebookDeal]:
    """RT-5: return some of the deals that were entered at a table with real cards."""
    return [books.entered_deal(state, deal) for deal in state.entered[numbers.start - 1 : numbers.stop - 1]]


def _book_of(stored: Stored) -> Scorebook:
    """Return the book without deals."""
    return stored.book if isinstance(stored, StoredScorebook) else books.current(stored.state, stored.opened, ())


def _evening(stored: Stored) -> EveningRead:
    if isinstance(stored, StoredScorebook):
        return EveningRead(stored.book, stored.evening, stored.members, stored.persons)
    return EveningRead(_book_of(stored), stored.state.evening, stored.state.by_guest, books.persons_of(stored.state))


def _continued(stored: Stored) -> str:
    return stored.continued if isinstance(stored, StoredScorebook) else stored.state.continued
