"""OD-23: odds of sheets and effects of options, as server-sent events that get sharper."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing
from typing import Any, Final, TypeAlias

import anyio
import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from chieu.core import records, sheets
from chieu.core.game import AnyGame, Illegal
from chieu.core.options import BadRules
from chieu.core.text.languages import Lang
from chieu.games import all_games
from chieu.odds import Comparison, Effects, NotMeasured, NotSameCards, Odds, SameDeal, news, phrasing, same_deal
from chieu.odds.effects import effects_budget
from chieu.odds.results import Play
from chieu.odds.stages import OddsQuestion
from chieu.online.odds_lab import Changes, OddsLab, Row
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
_SILENT_AT_MOST_S: Final = 15.0
_HEADERS: Final = {"cache-control": "no-store", "x-accel-buffering": "no"}
SEATS: Final = Parameter("seats", "query", "the number of seats; by default the game's usual one", least=1)
AS: Final = Parameter("as", "query", "best play, or as the usual bot plays", ("best", "played"))
AGAINST: Final = Parameter("against", "query", "the code of a sheet to compare with, on the same cards")

Event: TypeAlias = tuple[str, msgspec.Struct]
Allow: TypeAlias = Callable[[RateLimitKey], None]


def odds_limit(settings: Settings) -> Allow:
    """PF-34: return the rate limit of questions that are not stored, which take seconds each."""
    limit = RateLimit(settings.hints_per_address / _MINUTE_S, settings.hints_per_address)

    def allow(rate_key: RateLimitKey) -> None:
        if not limit.take_all(rate_key, time.monotonic()):
            raise HttpRefusal(429, "too_many_odds", "PF-34")

    return allow


def odds_workers(settings: Settings) -> WorkerPool:
    """Return the processes that measure odds; each question occupies all of them."""
    return WorkerPool(PROCESSES, PROCESSES * settings.hints_waiting, lambda: HttpRefusal(503, "odds_busy", "OD-23"))


class OddsApi:
    """Operations of the odds lab."""

    def __init__(self, tables: TableAccess, workers: WorkerPool, lab: OddsLab, allow: Allow) -> None:
        self._tables = tables
        self._workers = workers
        self._lab = lab
        self._allow = allow

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
        return streamed(self._lab.odds(question, rate_key_of(request)), game, lang)

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
        budget = effects_budget(game, question.seats)
        question = msgspec.structs.replace(question, sheets=question.sheets[-1:], deals=budget)
        return streamed(self._effects(question, rate_key_of(request), game, lang), game, lang)

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

    async def _effects(
        self, question: OddsQuestion, rate_key: RateLimitKey, game: AnyGame, lang: Lang
    ) -> AsyncGenerator[Event, None]:
        async with aclosing(self._lab.effects(question, rate_key)) as answers:
            async for answer in answers:
                match answer:
                    case Effects():
                        yield "final", news.effects_news(game, answer, lang)
                    case Row(number, effect):
                        yield "row", news.MeasuredRow(number, effect, phrasing.effect_text(effect, lang))
                    case Changes(role, around):
                        yield "rows", news.effect_rows(game, role, around, lang)


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
                with anyio.CancelScope(shield=True):  # a running generator cannot be closed
                    await asyncio.wait((following,))
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
