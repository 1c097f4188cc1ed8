"""PF-47: operations on an evening: its book, its score sheet, the records of its deals."""

from __future__ import annotations

import asyncio
import csv
import time
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime
from io import StringIO
from typing import Final

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from chieu.core.text.languages import SHARED, Lang
from chieu.games import load
from chieu.online.history.group import Group
from chieu.online.history.scorebook import Scorebook, ScorebookDeal, StoredScorebook
from chieu.online.protocol import texts
from chieu.online.protocol.views import LedgerLine
from chieu.online.server.api.openapi import KEY, LANG, TABLE, Operation, Parameter
from chieu.online.server.api.refusals import TEXTS, HttpRefusal
from chieu.online.server.api.requests import json_answer, key_of, lang_of, number_of, rate_key_of, table_of
from chieu.online.server.api.table_access import TableAccess
from chieu.online.server.limits import RECORD_COST, RateLimit
from chieu.online.server.settings import Settings
from chieu.online.service.actor import NoSuchTable
from chieu.online.service.books import Books, StoredTable
from chieu.online.service.fair_queue import RateLimitKey

_BOM: Final = "\ufeff"  # without it spreadsheets guess another encoding
_HEAD: Final = ("deal", "time", "game", "rules")
_FORMULA: Final = tuple("=+-@＝＋－＠")  # a spreadsheet takes such a cell for a formula; some accept full-width signs
_FRESH: Final = {"cache-control": "no-store"}
_BEFORE: Final = Parameter(
    "before", "query", "a deal's number; returns the page with the latest deals before it", least=1
)


class EveningApi:
    """Operations on books."""

    def __init__(self, books: Books, tables: TableAccess, settings: Settings) -> None:
        self._books = books
        self._tables = tables
        self._records = RateLimit(
            settings.requests_per_address / RECORD_COST, 4 * settings.requests_per_address / RECORD_COST
        )

    @Operation("GET", "/api/tables/{table}/book", Scorebook, (TABLE, KEY, _BEFORE), refuses=(401, 404))
    async def book(self, request: Request) -> Response:
        """The results of an evening, running or long past, and the reasons for them, deal by deal.

        Returns one page, by default the latest deals; `deals_played` is their total number.
        """
        before = number_of(request.query_params.get("before", ""), 0)
        return json_answer(await self._books.page(await self._opened(request), before), headers=_FRESH)

    @Operation("GET", "/api/tables/{table}/group", Group, (TABLE, KEY), refuses=(401, 404))
    async def group(self, request: Request) -> Response:
        """The evenings of a group of friends, each opened from the previous one, and their common ledger.

        Includes all evenings before this one, and later ones at which the guest has a name.
        """
        group = await self._books.group(await self._opened(request), self._tables.guest(request))
        return json_answer(group, headers=_FRESH)

    @Operation("GET", "/api/tables/{table}/book.csv", "text/csv", (TABLE, KEY, LANG), refuses=(400, 401, 404))
    async def score_sheet(self, request: Request) -> Response:
        """The whole book as a CSV file: one line per deal with what each person won."""
        lang = lang_of(request)
        source = await self._opened(request)
        book = await self._books.page(source, before=1)
        lines = score_sheet(book, self._books.results(source), lang)
        name = {"content-disposition": f'attachment; filename="chieu-{table_of(request)}.csv"'}
        return StreamingResponse(lines, headers=name | _FRESH, media_type="text/csv; charset=utf-8")

    @Operation("GET", "/api/tables/{table}/records", "text/plain", (TABLE, KEY), refuses=(401, 404, 410))
    async def records(self, request: Request) -> Response:
        """The records of all finished deals, with everything needed to verify them."""
        source = await self._opened(request)
        if (source.state if isinstance(source, StoredTable) else source.book).real:
            raise HttpRefusal(404, "no_real_records", "RT-2")
        if not isinstance(source, StoredTable):
            raise HttpRefusal(410, "table_retired", "PF-38")
        name = {"content-disposition": f'attachment; filename="chieu-{table_of(request)}.txt"'}
        texts = self._paced_records(source, rate_key_of(request))
        return StreamingResponse(texts, headers=name | _FRESH, media_type="text/plain; charset=utf-8")

    @Operation("DELETE", "/api/tables/{table}/book/name", "text/plain", (TABLE,), refuses=(401, 403, 404))
    async def forget(self, request: Request) -> Response:
        """Remove the guest's own name from the book of a table whose log was removed."""
        guest = self._tables.known_guest(request)
        if not await self._books.forget(table_of(request), guest):
            raise HttpRefusal(404, "no_name", "PF-38")
        return Response("done\n", media_type="text/plain")

    async def _paced_records(self, source: StoredTable, rate_key: RateLimitKey) -> AsyncIterator[str]:
        """PF-37: yield the records of a table as fast as an address may request single ones."""
        texts = self._books.records_of(source)
        for _ in range(source.state.deals):
            while not self._records.take_all(rate_key, time.monotonic()):
                await asyncio.sleep(1)
            yield await anext(texts, "")

    async def _opened(self, request: Request) -> StoredScorebook | StoredTable:
        """PF-8: return the book or the stored table of a request whose link is valid for the guest."""
        try:
            return await self._books.opened(table_of(request), self._tables.guest(request), key_of(request))
        except NoSuchTable:
            raise HttpRefusal(404, "no_book", "PF-38") from None


async def score_sheet(book: Scorebook, deals: AsyncIterator[ScorebookDeal], lang: Lang) -> AsyncIterator[str]:
    """Yield the lines of a book as CSV: gains and running totals, deal by deal.

    The columns are the people of the book, on whichever page.
    """
    people = [_plain(_called(line, lang)) for line in book.ledger]
    totals = [TEXTS["score_sheet.total"].say(lang, name=name) for name in people]
    note = [TEXTS["score_sheet.note"].say(lang)] if book.real else []
    yield _BOM + _line([*(TEXTS[f"score_sheet.{column}"].say(lang) for column in _HEAD), *people, *totals, *note])
    chips = [0] * len(people)
    async for deal in deals:
        won = [0] * len(people) if deal.struck else _won(deal.accounts, deal.payoff, len(people))
        chips = [total + amount for total, amount in zip(chips, won, strict=True)]
        at = datetime.fromtimestamp(deal.at / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")
        cells = [amount if account in deal.accounts else "" for account, amount in enumerate(won)]
        title = load(deal.game).presentation.title.say(lang)
        yield _line([deal.deal, at, title, deal.sheet, *cells, *chips, *([_note(deal, lang)] if book.real else [])])


def _note(deal: ScorebookDeal, lang: Lang) -> str:
    """RT-5: return how a deal with real cards was changed, and why."""
    if deal.struck:
        changed = TEXTS["score_sheet.struck"].say(lang)
    elif deal.corrections:
        changed = TEXTS["score_sheet.corrected"].say(lang)
    else:
        return ""
    return f"{changed}: {deal.note}" if deal.note else changed


def _line(cells: Sequence[str | int]) -> str:
    out = StringIO()
    csv.writer(out, lineterminator="\r\n").writerow(cells)
    return out.getvalue()


def _won(accounts: tuple[int, ...], payoff: tuple[int, ...], people: int) -> list[int]:
    won = [0] * people
    for account, amount in zip(accounts, payoff, strict=True):
        won[account] += amount
    return won


def _called(line: LedgerLine, lang: Lang) -> str:
    if line.house:
        return SHARED["seat.house"].say(lang)
    if line.member is None:
        return texts.TEXTS["bots"].say(lang)
    return line.name or texts.TEXTS["someone"].say(lang)


def _plain(name: str) -> str:
    return f"'{name}" if name.startswith(_FORMULA) else name
