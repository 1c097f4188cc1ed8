"""What can be asked over HTTP. Each operation is described where it is defined; routes and the OpenAPI document follow
from the same list."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from functools import cached_property
from typing import Any, Final, TypeVar, get_args

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from chieu.core import codec, records
from chieu.core.contract import AnyGame
from chieu.core.options import BadRules
from chieu.core.texts import Lang
from chieu.games import UnknownGame, all_games, load
from chieu.house.actor import NoSuchTable
from chieu.house.guests import new_token
from chieu.house.house import House, NoSuchRecord
from chieu.house.ports import Entropy, Log
from chieu.server import catalogue, logs, openapi, pages
from chieu.server.coach import Coach, NoSuchDecision, NoSuchSeat
from chieu.server.guests import cookie, guest_in, token_in
from chieu.server.limits import Rate, address
from chieu.server.metrics import CONTENT_TYPE, Metrics
from chieu.server.openapi import Operation, Parameter
from chieu.server.refusals import HttpRefusal
from chieu.server.response_cache import ResponseCache
from chieu.server.settings import Settings
from chieu.table import wire
from chieu.table.coaching import Hint, Reviewed
from chieu.table.messages import OpenTable, Refused, Whole
from chieu.table.replays import Replay, replay

T = TypeVar("T")

BODY_AT_MOST: Final = wire.FRAME_AT_MOST
_OVER: Final = "private, max-age=86400"  # a deal that is over does not change any more
_READY_WITHIN_S: Final = 2.0
_MINUTE_S: Final = 60
_HOUR_S: Final = 3600
_SETTINGS_AT_MOST: Final = 100
TABLE_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
_open_table: Final = codec.decoder(OpenTable)


class NewGuest(msgspec.Struct, frozen=True):
    """A token, to be kept and shown to nobody."""

    token: str


class NewTable(msgspec.Struct, frozen=True):
    """The id of a table, for its link."""

    table: str


class Api:
    """The operations over a house."""

    def __init__(
        self, house: House, log: Log, entropy: Entropy, settings: Settings, metrics: Metrics, coach: Coach
    ) -> None:
        self._house = house
        self._log = log
        self._metrics = metrics
        self._base = settings.base
        self._responses = ResponseCache()
        self._entropy = entropy
        self._coach = coach
        self._hints_by_guest = Rate(settings.hints_per_guest / _MINUTE_S, settings.hints_per_guest)
        self._hints_by_address = Rate(settings.hints_per_address / _MINUTE_S, settings.hints_per_address)
        self._by_guest = Rate(settings.tables_per_guest / _HOUR_S, settings.tables_per_guest)
        self._by_address = Rate(settings.tables_per_address / _HOUR_S, settings.tables_per_address)

    def operations(self) -> tuple[Operation, ...]:
        """Everything that can be asked."""
        game = Parameter("game", "path", "a game's name")
        table = Parameter("table", "path", "a table's id")
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
                (game, Parameter("code", "path", "a sheet's code; a preset's name is one"), lang, settings),
                refuses=(400, 404, 422),
            ),
            Operation(
                "POST",
                "/api/guests",
                self.new_guest,
                "A token for a new guest, also as a cookie; nothing for a guest who has one.",
                NewGuest,
                status=201,
                also=(204,),
                refuses=(401, 403),
            ),
            Operation(
                "POST",
                "/api/tables",
                self.open,
                "Opens a table. Who opens it sits in seat 0.",
                NewTable,
                takes=OpenTable,
                status=201,
                refuses=(400, 401, 403, 413, 422),
            ),
            Operation(
                "GET",
                "/api/tables/{table}",
                self.table,
                "A table as anybody may see it.",
                Whole[Any, Any],
                (table,),
                refuses=(404,),
            ),
            Operation(
                "GET",
                "/api/tables/{table}/deals/{deal}/record",
                self.record,
                "The record of a deal that is over, with all it takes to verify it.",
                "text/plain",
                (table, deal),
                refuses=(404,),
            ),
            Operation(
                "GET",
                "/api/tables/{table}/deals/{deal}/replay",
                self.replay,
                "A deal that is over, step by step, as one seat saw it; without a seat, as anybody did.",
                Replay,
                (table, deal, Parameter("seat", "query", "the seat to look from, from 0", least=0)),
                refuses=(404,),
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
                ),
                refuses=(400, 404, 503),
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
        game = _game(request)
        lang = request.query_params.get("lang", "vi")
        if lang not in get_args(Lang):
            raise HttpRefusal(400, "bad_message", detail=f"lang is one of {', '.join(get_args(Lang))}")
        settings = request.query_params.getlist("set")[:_SETTINGS_AT_MOST]
        try:
            found = catalogue.sheet(game, request.path_params["code"], settings, lang)  # type: ignore[arg-type]
        except BadRules as bad:
            raise HttpRefusal(422, bad.code, "PF-2", **bad.params) from None
        return _json(found)

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
        token = token_in(request.headers)
        status, body = 204, b""
        if token is None:
            token = new_token(self._entropy)
            status, body = 201, codec.encode(NewGuest(token))
        headers = {"set-cookie": cookie(token, request.url.scheme == "https", self._base), "cache-control": "no-store"}
        return Response(body, status, headers, media_type="application/json" if body else None)

    async def open(self, request: Request) -> Response:
        guest = guest_in(request.headers)
        if guest is None:
            raise HttpRefusal(401, "no_guest")
        order = _decoded(_open_table, await _body(request))
        now = time.monotonic()
        if not (self._by_guest.take(guest, now) and self._by_address.take(_address(request), now)):
            raise HttpRefusal(429, "too_many_tables", "PF-34")
        opened = await self._house.open(order, guest)
        if isinstance(opened, Refused):
            raise HttpRefusal(422, opened.code, opened.rule, **opened.params)
        self._metrics.opened.add()
        return _json(NewTable(opened), 201, {"location": f"{self._base}/api/tables/{opened}"})

    async def table(self, request: Request) -> Response:
        try:
            view = await self._house.view(_table(request), None)
        except NoSuchTable:
            raise HttpRefusal(404, "no_such_table") from None
        return Response(view, headers={"cache-control": "no-store"}, media_type="application/json")

    async def record(self, request: Request) -> Response:
        table, deal = _table(request), _number(request.path_params["deal"], 0)

        async def make() -> pages.File:
            return pages.compressed("record.txt", (await self._record(table, deal)).encode(), _OVER)

        name = {"content-disposition": f'inline; filename="chieu-{table}-{deal}.txt"'}
        return pages.answer(request, await self._responses.get((table, deal), make), name)

    async def replay(self, request: Request) -> Response:
        table, deal = _table(request), _number(request.path_params["deal"], 0)
        asked = request.query_params.get("seat")
        seat = None if asked is None else _number(asked, 32)

        async def make() -> pages.File:
            text = await self._record(table, deal)
            return await asyncio.to_thread(_replay, text, seat)  # a long deal takes a while

        return pages.answer(request, await self._responses.get((table, deal, seat), make))

    # The coach

    async def hint(self, request: Request) -> Response:
        guest = guest_in(request.headers)
        if guest is None:
            raise HttpRefusal(401, "no_guest")
        table = _table(request)
        try:
            question = await self._house.question(table, guest)
            game = await self._house.game(table)
        except NoSuchTable:
            raise HttpRefusal(404, "no_such_table") from None
        if isinstance(question, Refused):
            raise HttpRefusal(409, question.code, question.rule, **question.params)
        self._allow_hint(request, guest)
        seed = int.from_bytes(self._entropy.draw(8), "big")
        return _json(await self._coach.hint(game.name, question, seed), headers={"cache-control": "no-store"})

    async def review(self, request: Request) -> Response:
        table, deal = _table(request), _number(request.path_params["deal"], 0)
        seat, step = (_number(request.query_params.get(name, ""), -1) for name in ("seat", "step"))
        if seat < 0 or step < 0:
            raise HttpRefusal(400, "bad_message", detail="seat and step are numbers from 0")

        async def make() -> pages.File:
            text = await self._record(table, deal)
            self._allow_hint(request)
            try:
                found = await self._coach.review(text, seat, step)
            except NoSuchSeat as none:
                raise HttpRefusal(404, "no_such_seat", seat=seat, seats=none.seats) from None
            except NoSuchDecision:
                raise HttpRefusal(404, "no_such_decision", "PF-42") from None
            return pages.compressed("review.json", codec.encode(found), _OVER)

        return pages.answer(request, await self._responses.get((table, deal, "review", seat, step), make))

    def _allow_hint(self, request: Request, guest: str | None = None) -> None:
        """PF-34: thinking takes a second each time."""
        now = time.monotonic()
        if not self._hints_by_address.take(_address(request), now):
            raise HttpRefusal(429, "too_many_hints", "PF-34")
        if guest is not None and not self._hints_by_guest.take(guest, now):
            raise HttpRefusal(429, "too_many_hints", "PF-34")

    async def _record(self, table: str, deal: int) -> str:
        try:
            return await self._house.record(table, deal)
        except (NoSuchTable, NoSuchRecord) as none:
            code = "no_such_table" if isinstance(none, NoSuchTable) else "no_such_record"
            raise HttpRefusal(404, code) from None


def _replay(text: str, seat: int | None) -> pages.File:
    (record,) = records.read(all_games(), text.splitlines())
    if seat is not None and seat >= record.seats:
        raise HttpRefusal(404, "no_such_seat", seat=seat, seats=record.seats)
    return pages.compressed("replay.json", codec.encode(replay(record, seat)), _OVER)


def _game(request: Request) -> AnyGame:
    try:
        return load(request.path_params["game"])
    except UnknownGame as unknown:
        raise HttpRefusal(404, "unknown_game", game=unknown.name[:40]) from None


def _table(request: Request) -> str:
    table: str = request.path_params["table"]
    if not TABLE_ID.fullmatch(table):
        raise HttpRefusal(404, "no_such_table")
    return table


def _number(text: str, otherwise: int) -> int:
    """A number as it stands in an address; `otherwise` for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else otherwise


def _address(request: Request) -> str:
    return address(request.client.host if request.client else "unix")


async def _body(request: Request) -> bytes:
    """PF-34: what was sent, if it is not too much."""
    body = bytearray()
    try:
        async for piece in request.stream():
            body += piece
            if len(body) > BODY_AT_MOST:
                raise HttpRefusal(413, "too_big", "PF-34", most=BODY_AT_MOST)
    except ClientDisconnect:
        raise HttpRefusal(400, "bad_message", detail="the request ends before its end") from None
    return bytes(body)


def _decoded(decoder: msgspec.json.Decoder[T], body: bytes) -> T:
    try:
        return decoder.decode(body)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise HttpRefusal(400, "bad_message", detail=str(error)[:200]) from None


def _json(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    return Response(codec.encode(value), status, headers, media_type="application/json")
