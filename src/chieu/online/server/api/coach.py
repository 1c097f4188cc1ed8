"""PF-42: what can be asked of the coach: hints, reviews, and charts of best play."""

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
from chieu.online.server.api.request_parts import game_of, json_answer, lang_of, number_of, rate_key_of, table_of
from chieu.online.server.api.response_cache import ResponseCache
from chieu.online.server.api.table_access import TableAccess
from chieu.online.server.limits import Rate
from chieu.online.server.settings import Settings
from chieu.online.server.workers.coach import Coach, NoSuchDecision, NoSuchSeat
from chieu.online.service.actor import NoSuchTable
from chieu.online.service.ports import Entropy
from chieu.online.service.service import TableService
from chieu.online.table.coaching import Hint, Reviewed, ReviewedDeal

_MINUTE_S: Final = 60


class CoachApi:
    """The operations over what a coach knows. `solver` is another one: solving takes seconds, and hints do not wait
    for it."""

    def __init__(
        self,
        house: TableService,
        tables: TableAccess,
        coach: Coach,
        solver: Coach,
        entropy: Entropy,
        settings: Settings,
    ) -> None:
        self._house = house
        self._tables = tables
        self._coach = coach
        self._solver = solver
        self._entropy = entropy
        self._charts = ResponseCache()
        self._by_guest = Rate(settings.hints_per_guest / _MINUTE_S, settings.hints_per_guest)
        self._by_address = Rate(settings.hints_per_address / _MINUTE_S, settings.hints_per_address)

    def operations(self) -> tuple[Operation, ...]:
        return (
            Operation(
                "GET",
                "/api/games/{game}/chart/{code}",
                self.chart,
                "Best play by a sheet as charts, where a game can be solved; the first to ask may wait for seconds.",
                catalogue.BestPlay,
                (GAME, CODE, LANG),
                refuses=(400, 404, 422, 429, 503),
            ),
            Operation(
                "GET",
                "/api/tables/{table}/deals/{deal}/review",
                self.review,
                "What each option was worth where a seat decided, by what it could know, and what it did.",
                Reviewed,
                (
                    TABLE,
                    DEAL,
                    Parameter("seat", "query", "the seat that decided, from 0", least=0, needed=True),
                    Parameter("step", "query", "the step of the replay, from 0", least=0, needed=True),
                    KEY,
                ),
                refuses=(400, 401, 404, 410, 503),
            ),
            Operation(
                "GET",
                "/api/tables/{table}/deals/{deal}/mistakes",
                self.mistakes,
                "All that a seat decided in a deal: its mistakes, the biggest first, and what was luck.",
                ReviewedDeal,
                (TABLE, DEAL, Parameter("seat", "query", "the seat, from 0", least=0, needed=True), KEY),
                refuses=(400, 401, 404, 410, 503),
            ),
            Operation(
                "GET",
                "/api/tables/{table}/hint",
                self.hint,
                "What each option is worth for the guest who is to act at a table with nobody else but bots.",
                Hint,
                (TABLE,),
                refuses=(401, 404, 409, 503),
            ),
        )

    async def chart(self, request: Request) -> Response:
        """Best play: at once where it is known by heart, else when somebody has solved it."""
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
                choices = await self._solver.solve(rate_key_of(request), game.name, solver.alike(rules))
            told = catalogue.BestPlay(solver.seats, solver.charts(rules, choices, lang))
            return pages.compressed("chart.json", codec.encode(told), pages.FINISHED)

        return pages.answer(request, await self._charts.get((game.name, rules, lang), make))

    async def hint(self, request: Request) -> Response:
        guest = self._tables.guest(request)
        if guest is None:
            raise HttpRefusal(401, "no_guest")
        table = table_of(request)
        try:
            question = await self._house.question(table, guest)
        except NoSuchTable:
            raise HttpRefusal(404, "no_such_table") from None
        if isinstance(question, Refused):
            raise HttpRefusal(409, question.code, question.rule, **question.params)
        self._allow_hint(request, guest)
        seed = int.from_bytes(self._entropy.draw(8), "big")
        found = await self._coach.hint(rate_key_of(request), question, seed)
        return json_answer(found, headers={"cache-control": "no-store"})

    async def review(self, request: Request) -> Response:
        table, deal = await self._tables.linked(request), number_of(request.path_params["deal"], 0)
        seat, step = (number_of(request.query_params.get(name, ""), -1) for name in ("seat", "step"))
        if seat < 0 or step < 0:
            raise HttpRefusal(400, "bad_message", detail="seat and step are numbers from 0")

        async def make() -> pages.File:
            text = await self._tables.record(table, deal)
            self._allow_hint(request)
            try:
                found = await self._coach.review(rate_key_of(request), text, seat, step)
            except NoSuchSeat as none:
                raise HttpRefusal(404, "no_such_seat", seat=seat, seats=none.seats) from None
            except NoSuchDecision:
                raise HttpRefusal(404, "no_such_decision", "PF-42") from None
            return pages.compressed("review.json", codec.encode(found), pages.FINISHED)

        return pages.answer(request, await self._tables.cached(table, (deal, "review", seat, step), make))

    async def mistakes(self, request: Request) -> Response:
        table, deal = await self._tables.linked(request), number_of(request.path_params["deal"], 0)
        seat = number_of(request.query_params.get("seat", ""), -1)
        if seat < 0:
            raise HttpRefusal(400, "bad_message", detail="seat is a number from 0")

        async def make() -> pages.File:
            text = await self._tables.record(table, deal)
            self._allow_hint(request)
            try:
                found = await self._coach.review_deal(rate_key_of(request), text, seat)
            except NoSuchSeat as none:
                raise HttpRefusal(404, "no_such_seat", seat=seat, seats=none.seats) from None
            return pages.compressed("mistakes.json", codec.encode(found), pages.FINISHED)

        return pages.answer(request, await self._tables.cached(table, (deal, "mistakes", seat), make))

    def _allow_hint(self, request: Request, guest: str | None = None) -> None:
        """PF-34: thinking takes a second each time."""
        now = time.monotonic()
        if not self._by_address.take_all(rate_key_of(request), now):
            raise HttpRefusal(429, "too_many_hints", "PF-34")
        if guest is not None and not self._by_guest.take(guest, now):
            raise HttpRefusal(429, "too_many_hints", "PF-34")
