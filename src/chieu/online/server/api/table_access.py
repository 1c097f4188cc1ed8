"""What several operations need of a table: who asks, whether their link opens it (PF-8), and its finished deals."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request

from chieu.online.server.api.refusals import HttpRefusal
from chieu.online.server.api.request_parts import key_of, table_of
from chieu.online.server.api.response_cache import ResponseCache
from chieu.online.server.api.retired import no_table
from chieu.online.server.guests import Tokens
from chieu.online.server.pages import File
from chieu.online.service.actor import NoSuchTable
from chieu.online.service.books import Books
from chieu.online.service.service import NoSuchRecord, OldLink, TableService


class TableAccess:
    """Tables as requests ask for them."""

    def __init__(self, house: TableService, books: Books, tokens: Tokens) -> None:
        self._house = house
        self._books = books
        self._tokens = tokens
        self._responses = ResponseCache()

    def guest(self, request: Request) -> str | None:
        """Return the guest who sent a request, or None."""
        return self._tokens.guest(request.headers, request.url.scheme)

    async def linked(self, request: Request) -> str:
        """PF-8: the table of a request by somebody whose link opens it."""
        table = table_of(request)
        try:
            await self._house.check_link(table, self.guest(request), key_of(request))
        except NoSuchTable:
            raise await no_table(self._books, table) from None
        except OldLink:
            raise HttpRefusal(404, "old_link", "PF-8") from None
        return table

    async def record(self, table: str, deal: int) -> str:
        """The record of a deal that is over."""
        try:
            return await self._house.record(table, deal)
        except NoSuchTable:
            raise await no_table(self._books, table) from None
        except NoSuchRecord:
            raise HttpRefusal(404, "no_such_record") from None

    async def cached(self, table: str, key: tuple[Any, ...], make: Callable[[], Awaitable[File]]) -> File:
        """What was made of a table before, unless somebody has taken their name back since."""
        try:
            rewrites = await self._house.rewrites(table)
        except NoSuchTable:
            raise await no_table(self._books, table) from None
        return await self._responses.get((table, *key, rewrites), make)
