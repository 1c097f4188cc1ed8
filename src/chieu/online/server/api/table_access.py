"""Access to tables for HTTP requests: the guest, the link check (PF-8), records and cached responses."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from chieu.online.server.api.refusals import HttpRefusal
from chieu.online.server.api.requests import key_of, number_of, table_of
from chieu.online.server.guests import Tokens
from chieu.online.server.pages import File, answer
from chieu.online.service.books import Books
from chieu.online.service.service import NotAdmitted, TableService

_MAX_CACHED: Final = 128


class ResponseCache:
    """Cache of the responses used last. For finished deals and charts, which do not change."""

    def __init__(self) -> None:
        self._files: dict[Hashable, File] = {}

    async def get(self, key: Hashable, make: Callable[[], Awaitable[File]]) -> File:
        """Return the response of a key; make it if it is not cached."""
        file = self._files.pop(key, None) or await make()
        self._files[key] = file
        if len(self._files) > _MAX_CACHED:
            del self._files[next(iter(self._files))]
        return file


class TableAccess:
    """Opens tables for requests."""

    def __init__(self, service: TableService, tokens: Tokens) -> None:
        self._service = service
        self._tokens = tokens
        self._responses = ResponseCache()

    def guest(self, request: Request) -> str | None:
        """Return the guest who sent a request, or None."""
        return self._tokens.guest(request.headers, request.url.scheme)

    def known_guest(self, request: Request) -> str:
        """Return the guest who sent a request. Refuse one without a guest."""
        guest = self.guest(request)
        if guest is None:
            raise HttpRefusal(401, "no_guest")
        return guest

    async def linked(self, request: Request) -> str:
        """PF-8: return the table of a request. Raise `NoSuchTable` or `NotAdmitted`."""
        table = table_of(request)
        await self._service.check_link(table, self.guest(request), key_of(request))
        return table

    async def deal(self, request: Request) -> tuple[str, int]:
        """Return the table and the deal of a request. Raise like `linked`."""
        return await self.linked(request), number_of(request.path_params["deal"], -1)

    async def about_record(
        self,
        request: Request,
        deal: tuple[str, int],
        key: Hashable,
        make: Callable[[str], Awaitable[File]],
        more: dict[str, str] | None = None,
    ) -> Response:
        """Answer a question about a finished deal, from the cache or by `make`, which gets its record.

        An erasure at the table invalidates earlier responses. Raise `NoSuchTable` or `NoSuchRecord`.
        """

        async def read() -> File:
            return await make(await self._service.record(*deal))

        erasures = await self._service.erasures(deal[0])
        return answer(request, await self._responses.get((deal, key, erasures), read), more)


def not_admitted(error: NotAdmitted) -> HttpRefusal:
    """PF-8: return the refusal of a guest to whom a table is closed."""
    return HttpRefusal(404 if error.code == "old_link" else 403, error.code, "PF-8")


async def no_table(books: Books, table: str) -> HttpRefusal:
    """Return the refusal for a table without a log: it never existed, or (PF-38) only its book is left."""
    if await books.kept(table) is None:
        return HttpRefusal(404, "no_such_table")
    return HttpRefusal(410, "table_retired", "PF-38")
