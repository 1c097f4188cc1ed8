"""Operations on tables: open one, view it, and read its finished deals."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from chieu.core import codec, records
from chieu.games import all_games
from chieu.online.history.replay import Replay, replay
from chieu.online.protocol.answers import Refused
from chieu.online.protocol.commands import OpenTable
from chieu.online.protocol.views import View
from chieu.online.server import pages
from chieu.online.server.api.openapi import DEAL, KEY, TABLE, Operation, Parameter
from chieu.online.server.api.refusals import HttpRefusal
from chieu.online.server.api.requests import decoded, json_answer, number_of, rate_key_of, table_of
from chieu.online.server.api.table_access import TableAccess
from chieu.online.server.limits import RECORD_COST, RateLimit
from chieu.online.server.metrics import Metrics
from chieu.online.server.settings import Settings
from chieu.online.service.fair_queue import RateLimitKey
from chieu.online.service.service import ServiceFull, TableService

_MINUTE_S: Final = 60
_HOUR_S: Final = 3600
_OWN_RECORDS_PER_S: Final = 1.0
_OWN_RECORDS_AT_ONCE: Final = 20
_DEALT: Final = "dealt"
_CARDS: Final = Parameter("cards", "query", "dealt: go on without the real cards of this table", (_DEALT,))


class NewTable(msgspec.Struct, frozen=True):
    """The id of a table, as in its link."""

    table: str


class TableApi:
    """Operations on tables."""

    def __init__(
        self, service: TableService, tables: TableAccess, settings: Settings, metrics: Metrics, requests: RateLimit
    ) -> None:
        self._service = service
        self._requests = requests
        self._own_records = RateLimit(_OWN_RECORDS_PER_S, _OWN_RECORDS_AT_ONCE)
        self._tables = tables
        self._metrics = metrics
        self._base = settings.base
        self._by_guest = RateLimit(settings.tables_per_guest / _HOUR_S, settings.tables_per_guest)
        self._by_address = RateLimit(settings.tables_per_address / _HOUR_S, settings.tables_per_address)
        self._by_all = RateLimit(settings.tables_per_minute / _MINUTE_S, settings.tables_per_minute)

    @Operation("POST", "/api/tables", NewTable, body=OpenTable, status=201, refuses=(400, 401, 403, 413, 422, 503))
    async def open(self, request: Request) -> Response:
        """Open a table. The guest sits in the seat they ask for, or else in the first one."""
        guest = self._tables.known_guest(request)
        order = await decoded(request, OpenTable)
        return await self._opened(request, guest, lambda rate_key: self._service.open(order, guest, rate_key))

    @Operation(
        "POST",
        "/api/tables/{table}/again",
        NewTable,
        (TABLE, _CARDS),
        status=201,
        refuses=(401, 403, 404, 410, 422, 503),
    )
    async def again(self, request: Request) -> Response:
        """Open the table of the next evening, with the same people, seats and rules.

        Only for people who played at this table; everybody who asks gets the same new table. After an evening with real
        cards, `cards=dealt` lets it go on with dealt ones.
        """
        guest, table = self._tables.known_guest(request), table_of(request)
        dealt = request.query_params.get("cards") == _DEALT
        return await self._opened(request, guest, lambda rate_key: self._service.again(table, guest, rate_key, dealt))

    async def _opened(
        self, request: Request, guest: str, opening: Callable[[RateLimitKey], Awaitable[str | Refused]]
    ) -> Response:
        """PF-34, PF-37: apply the rate limits, then open a table."""
        now = time.monotonic()
        rate_key = rate_key_of(request)
        if not (self._by_guest.take(guest, now) and self._by_address.take_all(rate_key, now)):
            raise HttpRefusal(429, "too_many_tables", "PF-34")
        try:
            if not self._by_all.take("", now):
                raise ServiceFull
            opened = await opening(rate_key)
        except ServiceFull:
            self._metrics.turned_away.add("full")
            raise HttpRefusal(503, "full", "PF-37") from None
        if isinstance(opened, Refused):
            raise HttpRefusal(422, opened.code, opened.rule, **opened.params)
        self._metrics.opened.add()
        return json_answer(NewTable(opened), 201, {"location": f"{self._base}/api/tables/{opened}"})

    @Operation("GET", "/api/tables/{table}", View[Any, Any, Any], (TABLE, KEY), refuses=(401, 404, 410))
    async def table(self, request: Request) -> Response:
        """A table as a spectator sees it. 410: its log was removed, its book remains."""
        table = await self._tables.linked(request)
        view = await self._service.view(table, None)
        return Response(view, headers={"cache-control": "no-store"}, media_type="application/json")

    @Operation(
        "GET", "/api/tables/{table}/deals/{deal}/record", "text/plain", (TABLE, DEAL, KEY), refuses=(401, 404, 410)
    )
    async def record(self, request: Request) -> Response:
        """The record of a finished deal, with everything needed to verify it."""
        if not await self._is_own(request):
            if not self._requests.take_all(rate_key_of(request), time.monotonic(), RECORD_COST):
                raise HttpRefusal(429, "flood", "PF-34")
        table, deal = await self._tables.deal(request)

        async def make(text: str) -> pages.File:
            return pages.compressed("record.txt", text.encode(), pages.FINISHED)

        name = {"content-disposition": f'inline; filename="chieu-{table}-{deal}.txt"'}
        return await self._tables.about_record(request, (table, deal), "record", make, name)

    async def _is_own(self, request: Request) -> bool:
        """PF-22: return whether a guest fetches the last deal, has a part in it, and has requests left."""
        guest = self._tables.guest(request)
        if guest is None or not self._own_records.take(guest, time.monotonic()):
            return False
        return await self._service.has_part(table_of(request), number_of(request.path_params["deal"], -1), guest)

    @Operation(
        "GET",
        "/api/tables/{table}/deals/{deal}/replay",
        Replay,
        (TABLE, DEAL, Parameter("seat", "query", "the seat whose view to show, from 0", least=0), KEY),
        refuses=(401, 404, 410),
    )
    async def replay(self, request: Request) -> Response:
        """A finished deal, step by step, as a seat saw it, or without `seat` as a spectator did."""
        table, deal = await self._tables.deal(request)
        parameter = request.query_params.get("seat")
        seat = None if parameter is None else number_of(parameter, 32)

        async def make(text: str) -> pages.File:
            return await asyncio.to_thread(_replay, text, seat, table)  # a long deal would block the event loop

        return await self._tables.about_record(request, (table, deal), ("replay", seat), make)


def _replay(text: str, seat: int | None, table: str) -> pages.File:
    (record,) = records.read(all_games(), text.splitlines())
    if seat is not None and seat >= record.seats:
        raise HttpRefusal(404, "no_such_seat", seat=seat, seats=record.seats)
    return pages.compressed("replay.json", codec.encode(replay(record, seat, table)), pages.FINISHED)
