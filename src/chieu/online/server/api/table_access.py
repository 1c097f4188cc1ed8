"""Access to tables for HTTP requests: the guest, the link check (PF-8), records and cached responses."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable
from typing import Any, Final

from starlette.requests import Request

from chieu.online.server.api.refusals import HttpRefusal
from chieu.online.server.api.requests import key_of, table_of
from chieu.online.server.guests import Tokens
from chieu.online.server.pages import File
from chieu.online.service.actor import NoSuchTable
from chieu.online.service.books import Books
from chieu.online.service.service import NoSuchRecord, OldLink, TableService

_CACHED_AT_MOST: Final = 128


class ResponseCache:
    """Cache of the responses used last. For finished deals and charts, which do not change."""

    def __init__(self) -> None:
        self._files: dict[Hashable, File] = {}

    async def get(self, key: Hashable, make: Callable[[], Awaitable[File]]) -> File:
        """Return the response of a key; make it if it is not cached."""
        file = self._files.pop(key, None) or await make()
        self._files[key] = file
        if len(self._files) > _CACHED_AT_MOST:
            del self._files[next(iter(self._files))]
        return file


class TableAccess:
    """Opens tables for requests."""

    def __init__(self, service: TableService, books: Books, tokens: Tokens) -> None:
        self._service = service
        self._books = books
        self._tokens = tokens
        self._responses = ResponseCache()

    def guest(self, request: Request) -> str | None:
        """Return the guest who sent a request, or None."""
        return self._tokens.guest(request.headers, request.url.scheme)

    async def linked(self, request: Request) -> str:
        """PF-8: return the table of a request if its link is valid for the guest."""
        table = table_of(request)
        try:
            await self._service.check_link(table, self.guest(request), key_of(request))
        except NoSuchTable:
            raise await no_table(self._books, table) from None
        except OldLink:
            raise HttpRefusal(404, "old_link", "PF-8") from None
        return table

    async def record(self, table: str, deal: int) -> str:
        """Return the record of a finished deal."""
        try:
            return await self._service.record(table, deal)
        except NoSuchTable:
            raise await no_table(self._books, table) from None
        except NoSuchRecord:
            raise HttpRefusal(404, "no_such_record") from None

    async def cached(self, table: str, key: tuple[Any, ...], make: Callable[[], Awaitable[File]]) -> File:
        """Return a response about a table from the cache. An erasure at the table invalidates earlier ones."""
        try:
            erasures = await self._service.erasures(table)
        except NoSuchTable:
            raise await no_table(self._books, table) from None
        return await self._responses.get((table, *key, erasures), make)


async def no_table(books: Books, table: str) -> HttpRefusal:
    """Return the refusal for a table without a log: it never existed, or (PF-38) only its book is left."""
    if await books.kept(table) is None:
        return HttpRefusal(404, "no_such_table")
    return HttpRefusal(410, "table_retired", "PF-38")
