"""What can be asked over HTTP. Each operation is described where it is defined; routes and the OpenAPI document follow
from the same list."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from functools import cached_property
from typing import Annotated, Any, Final, get_args

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from chieu.core import codec, records, sheets
from chieu.core.contract import AnyGame
from chieu.core.options import BadRules
from chieu.core.texts import Lang
from chieu.games import UnknownGame, all_games, load
from chieu.house.actor import NoSuchTable
from chieu.house.books import Books
from chieu.house.fair_queue import Payer
from chieu.house.house import House, HouseFull, NoSuchRecord, OldLink
from chieu.house.ports import Clock, Entropy, Log, Unavailable
from chieu.server import catalogue, logs, openapi, pages
from chieu.server.coach import Coach, NoSuchDecision, NoSuchSeat
from chieu.server.companion import Companion
from chieu.server.device_codes import GOOD_FOR_S, DeviceCodes
from chieu.server.evening_api import EveningApi
from chieu.server.guests import Caller, Tokens
from chieu.server.limits import Rate
from chieu.server.metrics import CONTENT_TYPE, Metrics
from chieu.server.openapi import Operation, Parameter
from chieu.server.refusals import HttpRefusal
from chieu.server.request_parts import (
    TABLE_ID,
    body_of,
    decoded,
    json_answer,
    key_of,
    lang_of,
    number_of,
    payer_of,
    table_of,
)
from chieu.server.response_cache import ResponseCache
from chieu.server.retired import no_table
from chieu.server.settings import Settings
from chieu.table.coaching import Hint, Reviewed, ReviewedDeal
from chieu.table.messages import OpenTable, Refused, Whole
from chieu.table.replays import Replay, replay

_OVER: Final = "private, max-age=86400"  # a deal that is over does not change any more
_READY_WITHIN_S: Final = 2.0
_MINUTE_S: Final = 60
_HOUR_S: Final = 3600
_SETTINGS_AT_MOST: Final = 100
UPDATE_AT_MOST: Final = 256 * 1024
_CODES_A_MINUTE: Final = 10  # given to an address, and tried by one
_open_table: Final = codec.decoder(OpenTable)


class NewGuest(msgspec.Struct, frozen=True):
    """A token, to be kept and shown to nobody."""

    token: str


class NewCode(msgspec.Struct, frozen=True):
    """A code that makes another device the same guest, once, and for how many seconds it is good."""

    code: str
    seconds: int


class TakeCode(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A code that another device was given; spaces, dashes and small letters do not matter."""

    code: Annotated[str, msgspec.Meta(max_length=64)]


_take_code: Final = codec.decoder(TakeCode)


class TakeInitData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What Telegram tells the page that it opens: who looks at it, and since when."""

    init_data: Annotated[str, msgspec.Meta(max_length=8192)]


_take_init_data: Final = codec.decoder(TakeInitData)


class NewTable(msgspec.Struct, frozen=True):
    """The id of a table, for its link."""

    table: str


class Api:
    """The operations over a house."""

    def __init__(
        self,
        house: House,
        log: Log,
        books: Books,
        evenings: EveningApi,
        entropy: Entropy,
        settings: Settings,
        metrics: Metrics,
        coach: Coach,
        solver: Coach,
        tokens: Tokens,
        codes: DeviceCodes,
        clock: Clock,
        companion: Companion | None = None,
    ) -> None:
        self._house = house
        self._log = log
        self._books = books
        self._evenings = evenings
        self._metrics = metrics
        self._base = settings.base
        self._responses = ResponseCache()
        self._entropy = entropy
        self._coach = coach
        self._solver = solver
        self._tokens = tokens
        self._codes = codes
        self._clock = clock
        self._companion = companion
        self._codes_by_address = Rate(_CODES_A_MINUTE / _MINUTE_S, _CODES_A_MINUTE)
        self._hints_by_guest = Rate(settings.hints_per_guest / _MINUTE_S, settings.hints_per_guest)
        self._hints_by_address = Rate(settings.hints_per_address / _MINUTE_S, settings.hints_per_address)
        self._by_guest = Rate(settings.tables_per_guest / _HOUR_S, settings.tables_per_guest)
        self._by_address = Rate(settings.tables_per_address / _HOUR_S, settings.tables_per_address)
        self._by_all = Rate(settings.tables_per_minute / _MINUTE_S, settings.tables_per_minute)

    def operations(self) -> tuple[Operation, ...]:
        """Everything that can be asked."""
        game = Parameter("game", "path", "a game's name")
        table = Parameter("table", "path", "a table's id")
        key = Parameter("key", "query", "of a link that was renewed; members need none")
        deal = Parameter("deal", "path", "the deal's number, from 1", least=1)
        lang = Parameter("lang", "query", "vi, en or zh", get_args(Lang))
        settings = Parameter("set", "query", "option=value, once for each option that is to be changed", many=True)
        return (
            Operation("GET", "/healthz", self.health, "The process is alive.", "text/plain"),
            Operation("GET", "/readyz", self.ready, "The log can be written.", "text/plain", refuses=(503,)),
            Operation("GET", "/metrics", self.numbers, "Numbers in the Prometheus text form.", "text/plain"),
            Operation(
                "GET", "/api/games", self.games, "All games, options, presets, bots, texts.", catalogue.Catalogue
            ),
            Operation(
                "GET",
                "/api/games/{game}/sheet/{code}",
                self.sheet,
                "A rule sheet by its code: values, differences from the nearest preset, prose.",
                catalogue.Sheet,
                (
                    game,
                    Parameter("code", "path", "a sheet's code; a preset's name is one"),
                    lang,
                    settings,
                    Parameter("since", "query", "the code of the sheet before, to be told what is different"),
                ),
                refuses=(400, 404, 422),
            ),
            Operation(
                "GET",
                "/api/games/{game}/chart/{code}",
                self.chart,
                "Best play by a sheet as charts, where a game can be solved; the first to ask may wait for seconds.",
                catalogue.BestPlay,
                (game, Parameter("code", "path", "a sheet's code; a preset's name is one"), lang),
                refuses=(400, 404, 422, 429, 503),
            ),
            Operation(
                "POST",
                "/api/guests",
                self.new_guest,
                "A token for a new guest, also as a cookie; nothing for a guest who has one. A token of a version "
                "before, known at the table named, is exchanged for one of the same guest.",
                NewGuest,
                (Parameter("table", "query", "a table at which the guest of an older token is known"),),
                status=201,
                also=(204,),
                refuses=(401, 403),
            ),
            Operation(
                "POST",
                "/api/guests/code",
                self.new_code,
                "A code by which another device becomes this guest.",
                NewCode,
                status=201,
                refuses=(401, 403, 429),
            ),
            Operation(
                "POST",
                "/api/guests/take",
                self.take_code,
                "The token, also as a cookie, of the guest whom another device was given a code for.",
                NewGuest,
                takes=TakeCode,
                status=201,
                refuses=(400, 401, 403, 404, 413, 429),
            ),
            Operation(
                "POST",
                "/api/guests/telegram",
                self.telegram_guest,
                "The token, also as a cookie, of the guest who plays from Telegram and opened the page inside it.",
                NewGuest,
                takes=TakeInitData,
                status=201,
                refuses=(400, 401, 403, 404, 413, 429),
            ),
            Operation(
                "POST",
                "/api/telegram",
                self.telegram_update,
                "What Telegram sends, where it was told to send it here.",
                "text/plain",
                refuses=(400, 403, 404, 413),
            ),
            Operation(
                "POST",
                "/api/tables",
                self.open,
                "Opens a table. Who opens it sits in seat 0.",
                NewTable,
                takes=OpenTable,
                status=201,
                refuses=(400, 401, 403, 413, 422, 503),
            ),
            Operation(
                "POST",
                "/api/tables/{table}/again",
                self.again,
                "The next evening: a new table with the same people in the same seats and the same rules, for whoever "
                "has played at this one. The same table for everybody who asks.",
                NewTable,
                (table,),
                status=201,
                refuses=(401, 403, 404, 410, 422, 503),
            ),
            Operation(
                "GET",
                "/api/tables/{table}",
                self.table,
                "A table as anybody may see it. 410: its log is gone, its book is there.",
                Whole[Any, Any, Any],
                (table, key),
                refuses=(401, 404, 410),
            ),
            *self._evenings.operations(),
            Operation(
                "GET",
                "/api/tables/{table}/deals/{deal}/record",
                self.record,
                "The record of a deal that is over, with all it takes to verify it.",
                "text/plain",
                (table, deal, key),
                refuses=(401, 404, 410),
            ),
            Operation(
                "GET",
                "/api/tables/{table}/deals/{deal}/replay",
                self.replay,
                "A deal that is over, step by step, as one seat saw it; without a seat, as anybody did.",
                Replay,
                (table, deal, Parameter("seat", "query", "the seat to look from, from 0", least=0), key),
                refuses=(401, 404, 410),
            ),
            Operation(
                "GET",
                "/api/tables/{table}/deals/{deal}/review",
                self.review,
                "What each option was worth where a seat decided, by what it could know, and what it did.",
                Reviewed,
                (
                    table,
                    deal,
                    Parameter("seat", "query", "the seat that decided, from 0", least=0, needed=True),
                    Parameter("step", "query", "the step of the replay, from 0", least=0, needed=True),
                    key,
                ),
                refuses=(400, 401, 404, 410, 503),
            ),
            Operation(
                "GET",
                "/api/tables/{table}/deals/{deal}/mistakes",
                self.mistakes,
                "All that a seat decided in a deal: its mistakes, the biggest first, and what was luck.",
                ReviewedDeal,
                (table, deal, Parameter("seat", "query", "the seat, from 0", least=0, needed=True), key),
                refuses=(400, 401, 404, 410, 503),
            ),
            Operation(
                "GET",
                "/api/tables/{table}/hint",
                self.hint,
                "What each option is worth for the guest who is to act at a table with nobody else but bots.",
                Hint,
                (table,),
                refuses=(401, 404, 409, 503),
            ),
            Operation("GET", "/api/schema", self.schema, "The JSON Schema of all messages, for each game.", dict),
            Operation("GET", "/api/openapi.json", self.description, "This document.", dict),
        )

    # The process

    async def health(self, request: Request) -> Response:
        del request
        return Response("ok\n", media_type="text/plain")

    async def ready(self, request: Request) -> Response:
        del request
        try:
            await asyncio.wait_for(self._log.check(), _READY_WITHIN_S)
        except TimeoutError:
            silent = Unavailable(f"the store does not answer within {_READY_WITHIN_S:.0f} seconds")
            logs.say("not_ready", level=logging.WARNING, error=silent)
            raise HttpRefusal(503, "unavailable") from None
        except Exception as error:  # whatever it is, it is no time to send people here
            logs.say("not_ready", level=logging.WARNING, error=error)
            raise HttpRefusal(503, "unavailable") from None
        return Response("ready\n", media_type="text/plain")

    async def numbers(self, request: Request) -> Response:
        del request
        return Response(self._metrics.text(), media_type=CONTENT_TYPE)

    # What there is to play

    async def games(self, request: Request) -> Response:
        return pages.answer(request, self._games)

    async def sheet(self, request: Request) -> Response:
        game, lang = _game(request), lang_of(request)
        settings = request.query_params.getlist("set")[:_SETTINGS_AT_MOST]
        since = request.query_params.get("since", "")
        try:
            found = catalogue.sheet(game, request.path_params["code"], settings, lang, since)
        except BadRules as bad:
            raise HttpRefusal(422, bad.code, "PF-2", **bad.params) from None
        return json_answer(found)

    async def chart(self, request: Request) -> Response:
        """Best play: at once where it is known by heart, else when somebody has solved it."""
        game, lang = _game(request), lang_of(request)
        solver = game.extras.solver
        if solver is None:
            raise HttpRefusal(404, "not_solved")
        try:
            rules = sheets.from_code(game, request.path_params["code"])
        except BadRules as bad:
            raise HttpRefusal(422, bad.code, "PF-2", **bad.params) from None

        async def make() -> pages.File:
            choices = solver.known(rules)
            if choices is None:
                self._allow_hint(request)
                choices = await self._solver.solve(payer_of(request), game.name, solver.alike(rules))
            told = catalogue.BestPlay(solver.seats, solver.charts(rules, choices, lang))
            return pages.compressed("chart.json", codec.encode(told), _OVER)

        return pages.answer(request, await self._responses.get((game.name, "chart", rules, lang), make))

    async def schema(self, request: Request) -> Response:
        return pages.answer(request, self._schema)

    async def description(self, request: Request) -> Response:
        return pages.answer(request, self._description)

    @cached_property
    def _games(self) -> pages.File:
        return pages.compressed("games.json", codec.encode(catalogue.catalogue()))

    @cached_property
    def _schema(self) -> pages.File:
        return pages.compressed("schema.json", codec.encode(openapi.message_schemas()))

    @cached_property
    def _description(self) -> pages.File:
        return pages.compressed("openapi.json", codec.encode(openapi.document(self.operations(), self._base)))

    # Guests and tables

    async def new_guest(self, request: Request) -> Response:
        caller = self._caller(request)
        if caller.token is not None:
            return self._token(request, caller.token)
        return self._token(request, await self._renewed(request, caller) or self._tokens.new(), True)

    async def new_code(self, request: Request) -> Response:
        token = self._caller(request).token
        if token is None:
            raise HttpRefusal(401, "no_guest")
        self._allow_code(request)
        code = NewCode(await self._codes.give(token), GOOD_FOR_S)
        return json_answer(code, 201, {"cache-control": "no-store"})

    async def take_code(self, request: Request) -> Response:
        taken = decoded(_take_code, await body_of(request))
        self._allow_code(request)
        token = await self._codes.take(taken.code)
        if token is None:
            raise HttpRefusal(404, "bad_code", "PF-21")
        return self._token(request, token, True)

    async def telegram_guest(self, request: Request) -> Response:
        taken = decoded(_take_init_data, await body_of(request))
        self._allow_code(request)
        if self._companion is None:
            raise HttpRefusal(404, "not_found")
        token = self._companion.token(taken.init_data, self._tokens.key, self._clock.now())
        if token is None:
            raise HttpRefusal(401, "bad_token", "PF-21")
        return self._token(request, token, True)

    async def telegram_update(self, request: Request) -> Response:
        secret = request.headers.get("x-telegram-bot-api-secret-token", "")
        if self._companion is None or not await self._companion.received(
            secret, await body_of(request, UPDATE_AT_MOST)
        ):
            raise HttpRefusal(404, "not_found")
        return Response("ok\n", media_type="text/plain")

    async def _renewed(self, request: Request, caller: Caller) -> str | None:
        """A token of this version for a guest of the version before, whom a table knows."""
        table = request.query_params.get("table", "")
        try:
            if caller.before is not None and TABLE_ID.fullmatch(table) and await caller.guest_at(self._house, table):
                return self._tokens.renewed(caller.before)
        except NoSuchTable:
            return None
        return None

    def _caller(self, request: Request) -> Caller:
        return self._tokens.caller(request.headers, request.url.scheme)

    def _token(self, request: Request, token: str, new: bool = False) -> Response:
        headers = {"set-cookie": self._tokens.cookie(token, request.url.scheme), "cache-control": "no-store"}
        return json_answer(NewGuest(token), 201, headers) if new else Response(b"", 204, headers)

    def _allow_code(self, request: Request) -> None:
        """PF-34: nobody tries one code after the other."""
        if not self._codes_by_address.take_all(payer_of(request), time.monotonic()):
            raise HttpRefusal(429, "flood", "PF-34")

    async def open(self, request: Request) -> Response:
        guest = self._caller(request).guest
        if guest is None:
            raise HttpRefusal(401, "no_guest")
        order = decoded(_open_table, await body_of(request))
        return await self._opened(request, guest, lambda payer: self._house.open(order, guest, payer))

    async def again(self, request: Request) -> Response:
        caller, table = self._caller(request), table_of(request)
        try:
            guest = await caller.guest_at(self._house, table)
            if guest is None:
                raise HttpRefusal(401, "no_guest")
            return await self._opened(request, guest, lambda payer: self._house.again(table, guest, payer))
        except NoSuchTable:
            raise await no_table(self._books, table) from None

    async def _opened(
        self, request: Request, guest: str, opening: Callable[[Payer], Awaitable[str | Refused]]
    ) -> Response:
        """PF-34, PF-37: a table, if that is not one too many."""
        now = time.monotonic()
        payer = payer_of(request)
        if not (self._by_guest.take(guest, now) and self._by_address.take_all(payer, now)):
            raise HttpRefusal(429, "too_many_tables", "PF-34")
        try:
            if not self._by_all.take("", now):
                raise HouseFull
            opened = await opening(payer)
        except HouseFull:
            self._metrics.turned_away.add("full")
            raise HttpRefusal(503, "full", "PF-37") from None
        if isinstance(opened, Refused):
            raise HttpRefusal(422, opened.code, opened.rule, **opened.params)
        self._metrics.opened.add()
        return json_answer(NewTable(opened), 201, {"location": f"{self._base}/api/tables/{opened}"})

    async def table(self, request: Request) -> Response:
        table = await self._linked(request)
        view = await self._house.view(table, None)
        return Response(view, headers={"cache-control": "no-store"}, media_type="application/json")

    async def _linked(self, request: Request) -> str:
        """PF-8: the table of a request by somebody whose link opens it."""
        table = table_of(request)
        try:
            await self._house.check_link(
                table, await self._caller(request).guest_at(self._house, table), key_of(request)
            )
        except NoSuchTable:
            raise await no_table(self._books, table) from None
        except OldLink:
            raise HttpRefusal(404, "old_link", "PF-8") from None
        return table

    async def record(self, request: Request) -> Response:
        table, deal = await self._linked(request), number_of(request.path_params["deal"], 0)

        async def make() -> pages.File:
            return pages.compressed("record.txt", (await self._record(table, deal)).encode(), _OVER)

        name = {"content-disposition": f'inline; filename="chieu-{table}-{deal}.txt"'}
        return pages.answer(request, await self._kept((table, deal), make), name)

    async def replay(self, request: Request) -> Response:
        table, deal = await self._linked(request), number_of(request.path_params["deal"], 0)
        asked = request.query_params.get("seat")
        seat = None if asked is None else number_of(asked, 32)

        async def make() -> pages.File:
            text = await self._record(table, deal)
            return await asyncio.to_thread(_replay, text, seat, table)  # a long deal takes a while

        return pages.answer(request, await self._kept((table, deal, seat), make))

    # The coach

    async def hint(self, request: Request) -> Response:
        caller = self._caller(request)
        if caller.token is None and caller.before is None:
            raise HttpRefusal(401, "no_guest")
        table = table_of(request)
        try:
            guest = await caller.guest_at(self._house, table)
            if guest is None:
                raise HttpRefusal(401, "no_guest")
            question = await self._house.question(table, guest)
        except NoSuchTable:
            raise HttpRefusal(404, "no_such_table") from None
        if isinstance(question, Refused):
            raise HttpRefusal(409, question.code, question.rule, **question.params)
        self._allow_hint(request, guest)
        seed = int.from_bytes(self._entropy.draw(8), "big")
        found = await self._coach.hint(payer_of(request), question, seed)
        return json_answer(found, headers={"cache-control": "no-store"})

    async def review(self, request: Request) -> Response:
        table, deal = await self._linked(request), number_of(request.path_params["deal"], 0)
        seat, step = (number_of(request.query_params.get(name, ""), -1) for name in ("seat", "step"))
        if seat < 0 or step < 0:
            raise HttpRefusal(400, "bad_message", detail="seat and step are numbers from 0")

        async def make() -> pages.File:
            text = await self._record(table, deal)
            self._allow_hint(request)
            try:
                found = await self._coach.review(payer_of(request), text, seat, step)
            except NoSuchSeat as none:
                raise HttpRefusal(404, "no_such_seat", seat=seat, seats=none.seats) from None
            except NoSuchDecision:
                raise HttpRefusal(404, "no_such_decision", "PF-42") from None
            return pages.compressed("review.json", codec.encode(found), _OVER)

        return pages.answer(request, await self._kept((table, deal, "review", seat, step), make))

    async def mistakes(self, request: Request) -> Response:
        table, deal = await self._linked(request), number_of(request.path_params["deal"], 0)
        seat = number_of(request.query_params.get("seat", ""), -1)
        if seat < 0:
            raise HttpRefusal(400, "bad_message", detail="seat is a number from 0")

        async def make() -> pages.File:
            text = await self._record(table, deal)
            self._allow_hint(request)
            try:
                found = await self._coach.review_deal(payer_of(request), text, seat)
            except NoSuchSeat as none:
                raise HttpRefusal(404, "no_such_seat", seat=seat, seats=none.seats) from None
            return pages.compressed("mistakes.json", codec.encode(found), _OVER)

        return pages.answer(request, await self._kept((table, deal, "mistakes", seat), make))

    def _allow_hint(self, request: Request, guest: str | None = None) -> None:
        """PF-34: thinking takes a second each time."""
        now = time.monotonic()
        if not self._hints_by_address.take_all(payer_of(request), now):
            raise HttpRefusal(429, "too_many_hints", "PF-34")
        if guest is not None and not self._hints_by_guest.take(guest, now):
            raise HttpRefusal(429, "too_many_hints", "PF-34")

    async def _kept(self, key: tuple[Any, ...], make: Callable[[], Awaitable[pages.File]]) -> pages.File:
        """What was made of a table before, unless somebody has taken their name back since."""
        try:
            rewrites = await self._house.rewrites(key[0])
        except NoSuchTable:
            raise await no_table(self._books, key[0]) from None
        return await self._responses.get((*key, rewrites), make)

    async def _record(self, table: str, deal: int) -> str:
        try:
            return await self._house.record(table, deal)
        except NoSuchTable:
            raise await no_table(self._books, table) from None
        except NoSuchRecord:
            raise HttpRefusal(404, "no_such_record") from None


def _replay(text: str, seat: int | None, table: str) -> pages.File:
    (record,) = records.read(all_games(), text.splitlines())
    if seat is not None and seat >= record.seats:
        raise HttpRefusal(404, "no_such_seat", seat=seat, seats=record.seats)
    return pages.compressed("replay.json", codec.encode(replay(record, seat, table)), _OVER)


def _game(request: Request) -> AnyGame:
    try:
        return load(request.path_params["game"])
    except UnknownGame as unknown:
        raise HttpRefusal(404, "unknown_game", game=unknown.name[:40]) from None
