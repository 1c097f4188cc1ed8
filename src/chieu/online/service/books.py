"""PF-38, PF-47: tables as the store has them, for who only looks: their books, and the records of their deals.

Nothing here makes a table one that this house looks after. A book grows with every deal, so it is read in pages.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from typing import Final, NamedTuple

from msgspec.structs import replace

from chieu.online.history import scorebook as books
from chieu.online.history.chronicling import book_deal, result_of
from chieu.online.history.group import EveningRead, Group, group
from chieu.online.history.recording import record
from chieu.online.history.scorebook import Book, BookDeal, KeptBook
from chieu.online.service.actor import NoSuchTable
from chieu.online.service.erasure import rewrite
from chieu.online.service.ports import Archive, Conflict, Log
from chieu.online.service.service import OldLink
from chieu.online.table import entries, snapshots
from chieu.online.table.fold import fold
from chieu.online.table.state import TableState

_FOLDED_AT_ONCE: Final = 200
DEALS_A_PAGE: Final = 200
EVENINGS_AT_MOST: Final = 100  # of a group, in one answer
_REMEMBERED: Final = 2_000  # deals as books have them


class StoredTable(NamedTuple):
    """A table as it is in the log."""

    state: TableState
    opened: int


class Books:
    """What is made of logs, and of what they left behind."""

    def __init__(self, log: Log, archive: Archive) -> None:
        self._log = log
        self._archive = archive
        self._deals: dict[tuple[str, str, int, int], BookDeal] = {}

    async def opened(self, table: str, guest: str | None, key: str) -> KeptBook | StoredTable:
        """Return a table, or its book if its log is gone. Raise `NoSuchTable`, or `OldLink` if the guest is not a
        member and `key` is not that of the current link (PF-8)."""
        kept = await self.kept(table)
        found = await self.table(table) if kept is None else kept
        known = found.members if isinstance(found, KeptBook) else found.state.by_guest
        wanted = found.key if isinstance(found, KeptBook) else found.state.key
        if wanted and key != wanted and guest not in known:
            raise OldLink(table)
        return found

    async def page(self, found: KeptBook | StoredTable, before: int = 0) -> Book:
        """Its book with the latest deals, or the latest before one."""
        if isinstance(found, KeptBook):
            deals = [deal for deal in found.book.deals if not before or deal.deal < before]
            return books.served(replace(found.book, deals=tuple(deals[-DEALS_A_PAGE:])))
        last = min(before - 1, found.state.deals) if before else found.state.deals
        deals = await self._remembered(found, range(max(1, last - DEALS_A_PAGE + 1), last + 1))
        return books.served(books.current(found.state, found.opened, deals))

    async def group(self, found: KeptBook | StoredTable, guest: str | None) -> Group:
        """The evenings of a group of friends, from the one that somebody came to: all before it, and after it those at
        which they are known themselves."""
        own = _book_of(found).table
        while (later := await self._next(found, guest)) is not None:
            found = later
        told, earlier = [_evening(found)], False
        while before := (found.before if isinstance(found, KeptBook) else found.state.before):
            if len(told) == EVENINGS_AT_MOST:
                earlier = True
                break
            try:
                found = await self.kept(before) or await self.table(before)
            except NoSuchTable:  # the store went back to a back-up, say
                break
            told.append(_evening(found))
        return group(told, guest, own, earlier)

    async def _next(self, found: KeptBook | StoredTable, guest: str | None) -> KeptBook | StoredTable | None:
        """Return the next evening, if there is one and the guest is a member of it."""
        table = _continued(found)
        if not table:
            return None
        try:
            later = await self.kept(table) or await self.table(table)
        except NoSuchTable:
            return None
        return later if guest in _evening(later).members else None

    async def results(self, found: KeptBook | StoredTable) -> AsyncIterator[BookDeal]:
        """Every deal of it, with who won what and not why."""
        if isinstance(found, KeptBook):
            for deal in found.book.deals:
                yield deal
            return
        async for span in self._spans(found):
            result = result_of(span)
            if result is not None:
                yield books.placed(found.state, result)

    async def kept(self, table: str) -> KeptBook | None:
        """The book of a table whose log is gone."""
        raw = await self._archive.book(table)
        return None if raw is None else books.read(raw)

    async def forget(self, table: str, guest: str) -> bool:
        """Takes a guest's name out of such a book; False if it is not in there. Somebody else may do so meanwhile: then
        it is taken out of what they left."""
        while (raw := await self._archive.book(table)) is not None:
            without = books.without(books.read(raw), guest)
            if without is None:
                return False
            with suppress(Conflict):
                await self._archive.rebind(table, raw, books.write(without))
                return True
        return False

    async def table(self, table: str) -> StoredTable:
        """A table as it is; `NoSuchTable` if there is none."""
        snapshot = await self._log.snapshot(table)
        state: TableState | None = None
        if snapshot is not None:
            try:
                state = snapshots.read(snapshot.data)
            except snapshots.BadSnapshot:
                state = None
        first = await self._log.read(table, 0, 1)
        if not first:
            raise NoSuchTable(table)
        game = entries.game_of(first[0])
        more = await self._log.read(table, 0 if state is None else state.seq)
        for number, raw in enumerate(more, start=1):
            state = fold(state, entries.read(game, raw))
            if number % _FOLDED_AT_ONCE == 0:
                await asyncio.sleep(0)
        assert state is not None
        if state.taken_back:  # what is made of it must not have it
            for guest in state.taken_back:
                await rewrite(self._archive, state, guest)
        return StoredTable(state, entries.read(game, first[0]).at)

    async def records(self, table: str) -> AsyncIterator[str]:
        """The record of every deal of a table that is over."""
        async for text in self.records_of(await self.table(table)):
            yield text

    async def records_of(self, stored: StoredTable) -> AsyncIterator[str]:
        async for span in self._spans(stored):
            yield await asyncio.to_thread(record, stored.state.game, span)  # a long deal takes a while

    async def deals_of(self, stored: StoredTable) -> AsyncIterator[BookDeal]:
        """Every deal that is over, as a book has it."""
        async for span in self._spans(stored):
            deal = await asyncio.to_thread(book_deal, stored.state.game, span)
            if deal is not None:
                yield deal

    async def _remembered(self, stored: StoredTable, numbers: range) -> list[BookDeal]:
        """Some of them. What a deal came to does not change, unless somebody takes their name back."""
        state, found = stored.state, dict[int, BookDeal]()
        for number in numbers:
            key = (state.id, state.epoch, state.rewrites, number)
            deal = self._deals.get(key)
            if deal is None:
                span = [entries.read(state.game, raw) for raw in await self._log.deal(state.id, number)]
                deal = await asyncio.to_thread(book_deal, state.game, span) if span else None
            if deal is not None:
                self._deals[key] = found[number] = deal
        while len(self._deals) > _REMEMBERED:
            self._deals.pop(next(iter(self._deals)))
        return list(found.values())

    async def _spans(self, stored: StoredTable) -> AsyncIterator[Sequence[entries.AnyEntry]]:
        """The entries of each deal that is over."""
        for number in range(1, stored.state.deals + 1):
            raw = await self._log.deal(stored.state.id, number)
            if raw:
                yield [entries.read(stored.state.game, one) for one in raw]


def _book_of(found: KeptBook | StoredTable) -> Book:
    """Its book without deals."""
    return found.book if isinstance(found, KeptBook) else books.current(found.state, found.opened, ())


def _evening(found: KeptBook | StoredTable) -> EveningRead:
    if isinstance(found, KeptBook):
        return EveningRead(found.book, found.evening, found.members)
    return EveningRead(_book_of(found), found.state.evening, found.state.by_guest)


def _continued(found: KeptBook | StoredTable) -> str:
    return found.continued if isinstance(found, KeptBook) else found.state.continued
