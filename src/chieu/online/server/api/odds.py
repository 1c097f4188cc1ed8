"""OD-23: odds of sheets and effects of options, as server-sent events that get sharper."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, AsyncIterator, Hashable, Sequence
from contextlib import aclosing
from typing import Any, Final, TypeAlias

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from chieu.core import records, sheets
from chieu.core.extras import ExactOdds
from chieu.core.game import AnyGame, Illegal
from chieu.core.options import BadRules
from chieu.core.text.languages import Lang
from chieu.games import all_games
from chieu.odds import (
    Comparison,
    Effects,
    NotMeasured,
    NotSameCards,
    Odds,
    SameDeal,
    fair,
    news,
    phrasing,
    same_deal,
    stages,
)
from chieu.odds.effects import early_effect, effects_budget, neighbours, ranked_effects
from chieu.odds.estimating import needs_sample
from chieu.odds.results import Measured, Neighbour, Play
from chieu.odds.stages import OddsQuestion
from chieu.odds.stored import stored_effects, stored_odds
from chieu.online.server import logs, pages
from chieu.online.server.api.openapi import CODE, DEAL, GAME, KEY, LANG, TABLE, Operation, Parameter
from chieu.online.server.api.refusals import HttpRefusal, body_of
from chieu.online.server.api.requests import game_of, lang_of, number_of, rate_key_of
from chieu.online.server.api.table_access import TableAccess
from chieu.online.server.limits import RateLimit
from chieu.online.server.settings import Settings
from chieu.online.server.workers.worker_pool import WorkerPool
from chieu.online.service.fair_queue import RateLimitKey

PROCESSES: Final = 2
EVENTS: Final = "text/event-stream"
_MINUTE_S: Final = 60
_STORED_AT_MOST: Final = 500  # answers, a few kilobytes each
_SILENT_AT_MOST_S: Final = 15.0
_HEADERS: Final = {"cache-control": "no-store", "x-accel-buffering": "no"}
SEATS: Final = Parameter("seats", "query", "the number of seats; by default the game's usual one", least=1)
AS: Final = Parameter("as", "query", "best play, or as the usual bot plays", ("best", "played"))
AGAINST: Final = Parameter("against", "query", "the code of a sheet to compare with, on the same cards")

Event: TypeAlias = tuple[str, msgspec.Struct]


def odds_workers(settings: Settings) -> WorkerPool:
    """Return the processes that measure odds; each question occupies all of them."""
    return WorkerPool(PROCESSES, PROCESSES * settings.hints_waiting, lambda: HttpRefusal(503, "odds_busy", "OD-23"))


class OddsApi:
    """Operations of the odds lab. Final answers are stored by sheet, seats and kind of play."""

    def __init__(self, tables: TableAccess, workers: WorkerPool, settings: Settings) -> None:
        self._tables = tables
        self._workers = workers
        self._by_address = RateLimit(settings.hints_per_address / _MINUTE_S, settings.hints_per_address)
        self._stored: dict[Hashable, Odds | Comparison | Effects] = {}

    @Operation(
        "GET",
        "/api/games/{game}/odds/{code}",
        EVENTS,
        (GAME, CODE, SEATS, AGAINST, AS, LANG),
        refuses=(400, 404, 422),
    )
    async def odds(self, request: Request) -> Response:
        """Odds of a sheet, or the difference from another, as server-sent events.

        The events are `about`, `interval` and `final`, each an `OddsNews`, or `refused`.
        """
        game, lang = game_of(request), lang_of(request)
        question = _question(request, game)
        return streamed(self._odds(question, rate_key_of(request)), game, lang)

    @Operation(
        "GET",
        "/api/games/{game}/odds/{code}/effects",
        EVENTS,
        (GAME, CODE, SEATS, AS, LANG),
        refuses=(400, 404, 422),
    )
    async def effects(self, request: Request) -> Response:
        """The effect of every option of a sheet alone, as server-sent events.

        The events are `rows` with all changes, a `row` for each as it is measured, and `final`, or `refused`.
        """
        game, lang = game_of(request), lang_of(request)
        question = _question(request, game)
        question = msgspec.structs.replace(question, sheets=question.sheets[-1:], deals=effects_budget(game))
        return streamed(self._effects(question, rate_key_of(request), lang), game, lang)

    @Operation(
        "GET",
        "/api/tables/{table}/deals/{deal}/under/{code}",
        news.SameDealNews,
        (TABLE, DEAL, CODE, KEY, LANG),
        refuses=(400, 401, 403, 404, 410, 422, 503),
    )
    async def same_deal(self, request: Request) -> Response:
        """A finished deal by another sheet: the same cards, the same choices as far as they are legal."""
        deal, lang, code = await self._tables.deal(request), lang_of(request), request.path_params["code"]

        async def make(text: str) -> pages.File:
            rate_key = rate_key_of(request)
            self._allow(rate_key)
            same = await self._workers.ask(rate_key, _same_deal, text, code)
            answer = news.SameDealNews(same, phrasing.same_deal(same, lang))
            return pages.compressed("under.json", msgspec.json.encode(answer), pages.FINISHED)

        return await self._tables.about_record(request, deal, ("under", code, lang), make)

    async def _odds(
        self, question: OddsQuestion, rate_key: RateLimitKey
    ) -> AsyncGenerator[tuple[str, Odds | Comparison], None]:
        stored = self._stored.get(question) or _shipped(question)
        if isinstance(stored, Comparison) or (isinstance(stored, Odds) and stored.complete):
            yield "final", stored
            return
        if stored is not None:
            assert isinstance(stored, Odds)
            yield "interval", stored
        self._allow(rate_key)
        exact: asyncio.Task[tuple[ExactOdds | None, ...]]
        exact = asyncio.create_task(self._workers.ask(rate_key, stages.exact_odds, question))
        parts: list[bytes] = []
        try:
            if question.play == "best":
                await exact
            for stage in stages.stages(question):
                if exact.done() and not any(map(needs_sample, exact.result())):
                    break
                parts += await self._play(question, stage, rate_key)
                if stage.name != "final" and stored is None:
                    known = await exact if exact.done() or not question.takes_seconds else None
                    answer = await self._answer(question, known, parts, rate_key)
                    yield stage.name, answer
            known = await exact
            answer = await self._answer(question, known, parts if any(map(needs_sample, known)) else (), rate_key)
        finally:
            exact.cancel()
        self._store(question, answer)
        yield "final", answer

    async def _play(self, question: OddsQuestion, stage: stages.Stage, rate_key: RateLimitKey) -> list[bytes]:
        """Play all parts of a stage, as many at a time as there are processes."""
        parts: list[bytes] = []
        for first in range(0, len(stage.parts), PROCESSES):
            together = stage.parts[first : first + PROCESSES]
            asked = (self._workers.ask(rate_key, stages.play_part, question, *span) for span in together)
            parts += await asyncio.gather(*asked)
        return parts

    async def _answer(
        self,
        question: OddsQuestion,
        exact: Sequence[ExactOdds | None] | None,
        parts: Sequence[bytes],
        rate_key: RateLimitKey,
    ) -> Odds | Comparison:
        known = (None,) * len(question.sheets) if exact is None else exact
        return await self._workers.ask(rate_key, stages.answer, question, known, tuple(parts))

    async def _effects(self, question: OddsQuestion, rate_key: RateLimitKey, lang: Lang) -> AsyncGenerator[Event, None]:
        game, rules = question.loaded(), question.sheets[0]
        around = list(neighbours(game, rules, question.seats))
        key = ("effects", question)
        stored = self._stored.get(key) or stored_effects(game, rules, question.seats, question.play)
        if isinstance(stored, Effects):
            yield "rows", news.effect_rows(game, stored.role, around, lang)
            yield "final", news.effects_news(game, stored, lang)
            return
        self._allow(rate_key)
        (exact,) = await self._workers.ask(rate_key, stages.exact_odds, question)
        base: list[bytes] = []
        if needs_sample(exact):
            for stage in stages.stages(question):
                base += await self._play(question, stage, rate_key)
        odds = await self._answer(question, (exact,), base, rate_key)
        assert isinstance(odds, Odds)
        role = odds.roles[0].role
        yield "rows", news.effect_rows(game, role, around, lang)
        measured: dict[int, Measured | None] = {}
        rows = _Rows(self._workers, question, exact, tuple(base), role, rate_key)
        async with aclosing(rows.measured(around)) as filled:
            async for number, found in filled:
                measured[number] = found
                if found is not None:
                    effect = early_effect(game, around[number], found, len(around))
                    yield "row", news.MeasuredRow(number, effect, phrasing.effect_text(effect, lang))
        answers = [(neighbour, measured[number]) for number, neighbour in enumerate(around)]
        offer = fair.rotation(game, rules, odds.roles[0])
        if further := stages.further_rows(question, odds, role):
            async with aclosing(rows.measured(further)) as more:
                candidates = [(further[number], found) async for number, found in more]
            offer = fair.change(game, odds.roles[0], [*answers, *candidates])
        effects = ranked_effects(game, odds, role, answers, offer, len(around))
        self._store(key, effects)
        yield "final", news.effects_news(game, effects, lang)

    def _store(self, key: Hashable, answer: Odds | Comparison | Effects) -> None:
        self._stored[key] = answer
        if len(self._stored) > _STORED_AT_MOST:
            del self._stored[next(iter(self._stored))]

    def _allow(self, rate_key: RateLimitKey) -> None:
        """PF-34: apply the rate limit of questions that are not stored, which take seconds of computing each."""
        if not self._by_address.take_all(rate_key, time.monotonic()):
            raise HttpRefusal(429, "too_many_odds", "PF-34")


class _Rows:
    """Measures changed sheets, as many at a time as there are processes."""

    def __init__(
        self,
        workers: WorkerPool,
        question: OddsQuestion,
        exact: ExactOdds | None,
        base: tuple[bytes, ...],
        role: str,
        rate_key: RateLimitKey,
    ) -> None:
        self._workers = workers
        self._question = question
        self._exact = exact
        self._base = base
        self._role = role
        self._rate_key = rate_key

    async def measured(self, around: Sequence[Neighbour]) -> AsyncGenerator[tuple[int, Measured | None], None]:
        """Yield the effect of each change as soon as it is known."""
        tasks: dict[asyncio.Task[Measured | None], int] = {}
        left = iter(enumerate(around))
        try:
            while True:
                while len(tasks) < PROCESSES and (item := next(left, None)) is not None:
                    tasks[asyncio.create_task(self._row(item[1]))] = item[0]
                if not tasks:
                    return
                done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    yield tasks.pop(task), task.result()
        finally:
            for task in tasks:
                task.cancel()

    async def _row(self, neighbour: Neighbour) -> Measured | None:
        question, role = self._question, self._role
        if self._exact is None:
            return await self._workers.ask(self._rate_key, stages.sampled_row, question, neighbour, self._base, role)
        return await self._workers.ask(self._rate_key, stages.exact_row, question, neighbour, self._exact, role)


def _shipped(question: OddsQuestion) -> Odds | None:
    """Return the odds that come with the package."""
    if len(question.sheets) > 1:
        return None
    return stored_odds(question.loaded(), question.sheets[0], question.seats, question.play)


def _question(request: Request, game: AnyGame) -> OddsQuestion:
    """Read a question. Refuse sheets and seats that cannot be played."""
    query = request.query_params
    play = _play_of(query.get("as"))
    seats = number_of(query.get("seats", str(game.usual_seats)), 0)
    codes = [code for code in (query.get("against"), request.path_params["code"]) if code]
    rules = []
    for code in codes:
        try:
            rules.append(sheets.from_code(game, code))
            game.start(rules[-1], seats)
        except BadRules as bad:
            raise HttpRefusal(422, bad.code, "PF-2", **bad.params) from None
        except Illegal as illegal:
            raise HttpRefusal(422, illegal.code, illegal.rule, **illegal.params) from None
    return OddsQuestion(game.name, tuple(rules), seats, play)


def _same_deal(text: str, code: str) -> SameDeal:
    """Return a recorded deal under another sheet. Runs in a worker process."""
    (record,) = records.read(all_games(), text.splitlines())
    try:
        return same_deal(record, sheets.from_code(record.game, code))
    except BadRules as bad:
        raise HttpRefusal(422, bad.code, "PF-2", **bad.params) from None
    except NotSameCards:
        raise HttpRefusal(422, "not_same_cards", "OD-6") from None


def _play_of(text: str | None) -> Play | None:
    match text:
        case None | "best" | "played":
            return text
    raise HttpRefusal(400, "bad_message", detail="as is best or played")


def streamed(events: AsyncGenerator[tuple[str, Any], None], game: AnyGame, lang: Lang) -> StreamingResponse:
    """Return events as server-sent events."""
    return StreamingResponse(_kept_alive(_lines(events, game, lang)), headers=_HEADERS, media_type=EVENTS)


async def _kept_alive(lines: AsyncGenerator[bytes, None]) -> AsyncIterator[bytes]:
    """Add a comment whenever there was nothing to send for a while: proxies close silent connections."""
    async with aclosing(lines):
        while True:
            following = asyncio.ensure_future(anext(lines, None))
            try:
                while not (await asyncio.wait((following,), timeout=_SILENT_AT_MOST_S))[0]:
                    yield b": \n\n"
            finally:
                following.cancel()
                await asyncio.wait((following,))  # a running generator cannot be closed
            line = following.result()
            if line is None:
                return
            yield line


async def _lines(
    events: AsyncGenerator[tuple[str, Any], None], game: AnyGame, lang: Lang
) -> AsyncGenerator[bytes, None]:
    """Serialize events. A refusal is the last one."""
    try:
        async with aclosing(events):
            async for name, value in events:
                known = news.odds_news(game, value, lang) if isinstance(value, Odds | Comparison) else value
                yield _event(name, msgspec.json.encode(known))
    except NotMeasured:
        yield _event("refused", body_of(HttpRefusal(422, "not_measured", "OD-5")))
    except HttpRefusal as refusal:
        yield _event("refused", body_of(refusal))
    except Exception as error:
        logs.say("odds_failed", level=logging.ERROR, error=error, game=game.name)
        yield _event("refused", body_of(HttpRefusal(500, "unavailable")))


def _event(name: str, data: bytes) -> bytes:
    return b"event: " + name.encode() + b"\ndata: " + data + b"\n\n"
