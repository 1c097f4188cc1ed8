"""PF-42: operations of the coach: hints, reviews, and charts of optimal play."""

from __future__ import annotations

import time
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from chieu.core import codec, sheets
from chieu.core.options import BadRules
from chieu.online.protocol.answers import Refused
from chieu.online.server import pages
from chieu.online.server.api import catalogue
from chieu.online.server.api.openapi import CODE, DEAL, GAME, KEY, LANG, TABLE, Operation, Parameter
from chieu.online.server.api.refusals import HttpRefusal
from chieu.online.server.api.requests import game_of, json_answer, lang_of, number_of, rate_key_of, table_of
from chieu.online.server.api.table_access import ResponseCache, TableAccess
from chieu.online.server.limits import RateLimit
from chieu.online.server.settings import Settings
from chieu.online.server.workers import coach
from chieu.online.server.workers.coach import Coach
from chieu.online.service.actor import NoSuchTable
from chieu.online.service.ports import Entropy
from chieu.online.service.service import TableService
from chieu.online.table.coaching import Hint, Reviewed, ReviewedDeal

_MINUTE_S: Final = 60
SEAT: Final = Parameter("seat", "query", "the seat that decided, from 0", least=0, needed=True)


class CoachApi:
    """Operations of the coach.

    `solver` is a second coach: solving takes seconds, and hints must not wait for it.
    """

    def __init__(
        self,
        service: TableService,
        tables: TableAccess,
        coach: Coach,
        solver: Coach,
        entropy: Entropy,
        settings: Settings,
    ) -> None:
        self._service = service
        self._tables = tables
        self._coach = coach
        self._solver = solver
        self._entropy = entropy
        self._charts = ResponseCache()
        self._by_guest = RateLimit(settings.hints_per_guest / _MINUTE_S, settings.hints_per_guest)
        self._by_address = RateLimit(settings.hints_per_address / _MINUTE_S, settings.hints_per_address)

    @Operation(
        "GET",
        "/api/games/{game}/chart/{code}",
        catalogue.BestPlay,
        (GAME, CODE, LANG),
        refuses=(400, 404, 422, 429, 503),
    )
    async def chart(self, request: Request) -> Response:
        """Charts of optimal play under a sheet, if the game can be solved.

        The first request may take seconds.
        """
        game, lang = game_of(request), lang_of(request)
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
                choices = await self._solver.ask(rate_key_of(request), coach.solve, game.name, solver.alike(rules))
            best = catalogue.BestPlay(solver.seats, solver.charts(rules, choices, lang))
            return pages.compressed("chart.json", codec.encode(best), pages.FINISHED)

        return pages.answer(request, await self._charts.get((game.name, rules, lang), make))

    @Operation("GET", "/api/tables/{table}/hint", Hint, (TABLE,), refuses=(401, 404, 409, 503))
    async def hint(self, request: Request) -> Response:
        """The value of each option for the guest who is to act, at a table where all others are bots."""
        guest = self._tables.known_guest(request)
        table = table_of(request)
        try:
            question = await self._service.question(table, guest)
        except NoSuchTable:
            raise HttpRefusal(404, "no_such_table") from None
        if isinstance(question, Refused):
            raise HttpRefusal(409, question.code, question.rule, **question.params)
        self._allow_hint(request, guest)
        seed = int.from_bytes(self._entropy.draw(8), "big")
        hint = await self._coach.ask(rate_key_of(request), coach.hint, question, seed)
        return json_answer(hint, headers={"cache-control": "no-store"})

    @Operation(
        "GET",
        "/api/tables/{table}/deals/{deal}/review",
        Reviewed,
        (TABLE, DEAL, SEAT, Parameter("step", "query", "the step of the replay, from 0", least=0, needed=True), KEY),
        refuses=(400, 401, 404, 410, 503),
    )
    async def review(self, request: Request) -> Response:
        """The value of each option at one decision, judged by what the seat could know, and the seat's choice."""
        deal, seat, step = await self._tables.deal(request), _number(request, "seat"), _number(request, "step")
        if seat < 0 or step < 0:
            raise HttpRefusal(400, "bad_message", detail="seat and step are numbers from 0")

        async def make(text: str) -> pages.File:
            self._allow_hint(request)
            review = await self._coach.ask(rate_key_of(request), coach.review, text, seat, step)
            return pages.compressed("review.json", codec.encode(review), pages.FINISHED)

        return await self._tables.about_record(request, deal, ("review", seat, step), make)

    @Operation(
        "GET",
        "/api/tables/{table}/deals/{deal}/mistakes",
        ReviewedDeal,
        (TABLE, DEAL, SEAT, KEY),
        refuses=(400, 401, 404, 410, 503),
    )
    async def mistakes(self, request: Request) -> Response:
        """All decisions of a seat in a deal: its mistakes, the biggest first, and how much was luck."""
        deal, seat = await self._tables.deal(request), _number(request, "seat")
        if seat < 0:
            raise HttpRefusal(400, "bad_message", detail="seat is a number from 0")

        async def make(text: str) -> pages.File:
            self._allow_hint(request)
            review = await self._coach.ask(rate_key_of(request), coach.review_deal, text, seat)
            return pages.compressed("mistakes.json", codec.encode(review), pages.FINISHED)

        return await self._tables.about_record(request, deal, ("mistakes", seat), make)

    def _allow_hint(self, request: Request, guest: str | None = None) -> None:
        """PF-34: apply the rate limits of hints, which take a second of computing each."""
        now = time.monotonic()
        if not self._by_address.take_all(rate_key_of(request), now):
            raise HttpRefusal(429, "too_many_hints", "PF-34")
        if guest is not None and not self._by_guest.take(guest, now):
            raise HttpRefusal(429, "too_many_hints", "PF-34")


def _number(request: Request, name: str) -> int:
    return number_of(request.query_params.get(name, ""), -1)
