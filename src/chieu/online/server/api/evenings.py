"""PF-47: operations on an evening: its book, its score sheet, the records of its deals."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from chieu.online.history.group import Group
from chieu.online.history.scorebook import Scorebook, StoredScorebook
from chieu.online.server.api.openapi import KEY, LANG, TABLE, Operation, Parameter
from chieu.online.server.api.refusals import HttpRefusal
from chieu.online.server.api.requests import json_answer, key_of, lang_of, number_of, table_of
from chieu.online.server.api.score_sheet import score_sheet
from chieu.online.server.guests import Tokens
from chieu.online.service.actor import NoSuchTable
from chieu.online.service.books import Books, StoredTable
from chieu.online.service.service import OldLink

_FRESH = {"cache-control": "no-store"}


class EveningApi:
    """Operations on books."""

    def __init__(self, books: Books, tokens: Tokens) -> None:
        self._books = books
        self._tokens = tokens

    def operations(self) -> tuple[Operation, ...]:
        before = Parameter(
            "before", "query", "a deal's number; returns the page with the latest deals before it", least=1
        )
        return (
            Operation(
                "GET",
                "/api/tables/{table}/book",
                self.book,
                "Who won what and why, deal by deal, of a running evening or of a table whose log was removed. Returns "
                "one page, by default the latest deals; `deals_played` is their total number.",
                Scorebook,
                (TABLE, KEY, before),
                refuses=(401, 404),
            ),
            Operation(
                "GET",
                "/api/tables/{table}/book.csv",
                self.score_sheet,
                "The whole book as a CSV file: one line per deal with what each person won.",
                "text/csv",
                (TABLE, KEY, LANG),
                refuses=(400, 401, 404),
            ),
            Operation(
                "GET",
                "/api/tables/{table}/records",
                self.records,
                "The records of all finished deals, with everything needed to verify them.",
                "text/plain",
                (TABLE, KEY),
                refuses=(401, 404, 410),
            ),
            Operation(
                "GET",
                "/api/tables/{table}/group",
                self.group,
                "The evenings of a group of friends, each at a table opened from the previous one, and their common "
                "ledger. Includes all evenings before this one, and later ones at which the guest has a name.",
                Group,
                (TABLE, KEY),
                refuses=(401, 404),
            ),
            Operation(
                "DELETE",
                "/api/tables/{table}/book/name",
                self.forget,
                "Remove the guest's own name from the book of a table whose log was removed.",
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
        source = await self._opened(request)
        book = await self._books.page(source, before=1)
        lines = score_sheet(book, self._books.results(source), lang)
        name = {"content-disposition": f'attachment; filename="chieu-{table_of(request)}.csv"'}
        return StreamingResponse(lines, headers=name | _FRESH, media_type="text/csv; charset=utf-8")

    async def records(self, request: Request) -> Response:
        source = await self._opened(request)
        if not isinstance(source, StoredTable):
            raise HttpRefusal(410, "table_retired", "PF-38")
        name = {"content-disposition": f'attachment; filename="chieu-{table_of(request)}.txt"'}
        texts = self._books.records_of(source)
        return StreamingResponse(texts, headers=name | _FRESH, media_type="text/plain; charset=utf-8")

    async def forget(self, request: Request) -> Response:
        guest = self._guest(request)
        if guest is None:
            raise HttpRefusal(401, "no_guest")
        if not await self._books.forget(table_of(request), guest):
            raise HttpRefusal(404, "no_name", "PF-38")
        return Response("done\n", media_type="text/plain")

    async def _opened(self, request: Request) -> StoredScorebook | StoredTable:
        """PF-8: return the book or the stored table of a request whose link is valid for the guest."""
        try:
            return await self._books.opened(table_of(request), self._guest(request), key_of(request))
        except NoSuchTable:
            raise HttpRefusal(404, "no_book", "PF-38") from None
        except OldLink:
            raise HttpRefusal(404, "old_link", "PF-8") from None

    def _guest(self, request: Request) -> str | None:
        return self._tokens.guest(request.headers, request.url.scheme)
