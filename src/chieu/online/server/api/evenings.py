"""PF-47: what can be asked of an evening: its book, its score sheet, the records of its deals."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from chieu.online.history.group import Group
from chieu.online.history.scorebook import Book, KeptBook
from chieu.online.server.api.openapi import KEY, LANG, TABLE, Operation, Parameter
from chieu.online.server.api.refusals import HttpRefusal
from chieu.online.server.api.request_parts import json_answer, key_of, lang_of, number_of, table_of
from chieu.online.server.api.score_sheet import score_sheet
from chieu.online.server.guests import Tokens
from chieu.online.service.actor import NoSuchTable
from chieu.online.service.books import Books, StoredTable
from chieu.online.service.service import OldLink

_FRESH = {"cache-control": "no-store"}


class EveningApi:
    """The operations over books."""

    def __init__(self, books: Books, tokens: Tokens) -> None:
        self._books = books
        self._tokens = tokens

    def operations(self) -> tuple[Operation, ...]:
        before = Parameter("before", "query", "a deal's number: the page with the latest deals before it", least=1)
        return (
            Operation(
                "GET",
                "/api/tables/{table}/book",
                self.book,
                "Who won what and why, deal by deal: of an evening up to now, or of a table whose log is gone. A page "
                "of it, with the latest deals; `deals_played` says how many there are.",
                Book,
                (TABLE, KEY, before),
                refuses=(401, 404),
            ),
            Operation(
                "GET",
                "/api/tables/{table}/book.csv",
                self.score_sheet,
                "All of it as a table of numbers: a deal a line, and what everybody won in it.",
                "text/csv",
                (TABLE, KEY, LANG),
                refuses=(400, 401, 404),
            ),
            Operation(
                "GET",
                "/api/tables/{table}/records",
                self.records,
                "The records of all deals that are over, one after the other, with all it takes to verify them.",
                "text/plain",
                (TABLE, KEY),
                refuses=(401, 404, 410),
            ),
            Operation(
                "GET",
                "/api/tables/{table}/group",
                self.group,
                "The evenings of a group of friends, each at a table opened from the one before, and a ledger over "
                "them: those before this table's, and those after it at which the guest is known.",
                Group,
                (TABLE, KEY),
                refuses=(401, 404),
            ),
            Operation(
                "DELETE",
                "/api/tables/{table}/book/name",
                self.forget,
                "Takes the guest's own name out of the book of a table whose log is gone.",
                "text/plain",
                (TABLE,),
                refuses=(401, 403, 404),
            ),
        )

    async def book(self, request: Request) -> Response:
        before = number_of(request.query_params.get("before", ""), 0)
        return json_answer(await self._books.page(await self._opened(request), before), headers=_FRESH)

    async def group(self, request: Request) -> Response:
        return json_answer(await self._books.group(await self._opened(request), self._guest(request)), headers=_FRESH)

    async def score_sheet(self, request: Request) -> Response:
        lang = lang_of(request)
        found = await self._opened(request)
        book = await self._books.page(found, before=1)
        lines = score_sheet(book, self._books.results(found), lang)
        name = {"content-disposition": f'attachment; filename="chieu-{table_of(request)}.csv"'}
        return StreamingResponse(lines, headers=name | _FRESH, media_type="text/csv; charset=utf-8")

    async def records(self, request: Request) -> Response:
        found = await self._opened(request)
        if not isinstance(found, StoredTable):
            raise HttpRefusal(410, "table_retired", "PF-38")
        name = {"content-disposition": f'attachment; filename="chieu-{table_of(request)}.txt"'}
        texts = self._books.records_of(found)
        return StreamingResponse(texts, headers=name | _FRESH, media_type="text/plain; charset=utf-8")

    async def forget(self, request: Request) -> Response:
        guest = self._guest(request)
        if guest is None:
            raise HttpRefusal(401, "no_guest")
        if not await self._books.forget(table_of(request), guest):
            raise HttpRefusal(404, "no_name", "PF-38")
        return Response("done\n", media_type="text/plain")

    async def _opened(self, request: Request) -> KeptBook | StoredTable:
        """PF-8: of the table of a request by somebody whose link opens it."""
        try:
            return await self._books.opened(table_of(request), self._guest(request), key_of(request))
        except NoSuchTable:
            raise HttpRefusal(404, "no_book", "PF-38") from None
        except OldLink:
            raise HttpRefusal(404, "old_link", "PF-8") from None

    def _guest(self, request: Request) -> str | None:
        return self._tokens.guest(request.headers, request.url.scheme)
