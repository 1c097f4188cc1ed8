"""The application: everything put together, as one ASGI callable."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from chieu.online.server import logs
from chieu.online.server.api import exports
from chieu.online.server.api.coach import CoachApi
from chieu.online.server.api.device_codes import DeviceCodes
from chieu.online.server.api.evenings import EveningApi
from chieu.online.server.api.games import Api
from chieu.online.server.api.guests import GuestApi
from chieu.online.server.api.refusals import HttpRefusal, refuse
from chieu.online.server.api.table_access import TableAccess
from chieu.online.server.api.tables import TableApi
from chieu.online.server.base_path import under
from chieu.online.server.embedded_bot import EmbeddedBot
from chieu.online.server.guests import Tokens
from chieu.online.server.limits import Rate, networks
from chieu.online.server.metrics import Metrics
from chieu.online.server.origins import HEADERS, Origins
from chieu.online.server.pages import BUILD, Pages
from chieu.online.server.settings import Settings
from chieu.online.server.socket import Sockets
from chieu.online.server.wiring import wired
from chieu.online.server.workers.coach import Coach
from chieu.online.service.ports import Entropy, Unavailable
from chieu.online.service.retention import Retention
from chieu.online.storage.backends import Backend
from chieu.online.storage.system import SystemEntropy

_LOOK_EVERY_S: Final = 5.0
_DAY: Final = 86_400_000  # milliseconds
# PF-37: what requests cost that are more work than others: folding a deal, writing to the disk. By the end of the path.
COSTS: Final = {
    "record": 4,
    "replay": 8,
    "book": 8,
    "book.csv": 8,
    "records": 8,
    "group": 8,
    "again": 4,
    "review": 8,
    "mistakes": 16,
    "hint": 8,
    "readyz": 4,
    "guests": 4,
}


def build(
    settings: Settings,
    backend: Backend,
    entropy: Entropy | None = None,
    metrics: Metrics | None = None,
    companion: EmbeddedBot | None = None,
) -> ASGIApp:
    """The server as these settings want it. The backend begins and ends with the application, and so does what runs
    beside it."""
    metrics = metrics or Metrics()
    entropy = entropy or SystemEntropy()
    house, log, budget, thinkers = wired(settings, backend, entropy, metrics)
    origins = Origins(settings.origins)
    requests = Rate(settings.requests_per_address, 4 * settings.requests_per_address)
    tokens = Tokens(entropy, settings.base)
    codes = DeviceCodes(backend.notes, backend.clock, entropy)
    keep = _DAY * settings.keep_days if settings.keep_days else None
    export = exports.to_folder(settings.export)
    retention = Retention(log, backend.archive, backend.bus, backend.presence, backend.clock, keep, export)
    sockets = Sockets(house, retention.books, settings, origins, metrics, requests, tokens, budget)
    coach = Coach(settings.hints_waiting)
    solver = Coach(settings.hints_waiting)
    pages = Pages(base=settings.base, origins=settings.origins)
    tables = TableAccess(house, retention.books, tokens)
    parts = (
        GuestApi(tokens, codes, backend.clock, companion),
        TableApi(house, retention.books, tables, settings, metrics),
        EveningApi(retention.books, tokens),
        CoachApi(house, tables, coach, solver, entropy, settings),
    )
    api = Api(log, metrics, settings.base, parts)
    started = time.time()
    metrics.gauge("chieu_connections", "WebSocket connections open now.", lambda: len(sockets.open))
    metrics.gauge("chieu_tables_in_memory", "Tables in memory now.", lambda: len(house))
    metrics.gauge("chieu_tables_due", "Tables whose bots wait for their turn.", lambda: house.waiting)
    metrics.gauge("chieu_coach_waiting", "Questions that wait for the coach.", lambda: len(coach))
    metrics.gauge("chieu_bots_waiting", "Bots that wait for their turn to think.", lambda: len(thinkers))
    metrics.gauge("chieu_store_bytes", "Size of the tables on disk.", lambda: retention.size)
    metrics.gauge("chieu_start_time_seconds", "When the process started.", lambda: started)

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        del app
        asyncio.get_running_loop().set_exception_handler(_unexpected)
        await backend.start()
        try:
            await tokens.start(backend.notes)
        except Unavailable as error:
            logs.say("not_started", level=logging.ERROR, error=error)
            raise
        tasks = [asyncio.create_task(house.run()), asyncio.create_task(_look_after(sockets))]
        tasks.append(asyncio.create_task(retention.run()))
        if companion is not None:
            tasks.append(asyncio.create_task(_beside(companion.run(house, backend.notes, entropy, tokens.key))))
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
            await thinkers.close()
            await coach.close()
            await solver.close()
            await backend.close()
            logs.say("stopped")

    http = Starlette(
        routes=[
            *(Route(one.path, one.handler, methods=[one.method]) for one in api.operations()),
            Route("/{path:path}", pages.get),
        ],
        middleware=[Middleware(Gate, requests=requests, origins=origins, metrics=metrics, pages=pages)],
        exception_handlers={
            HttpRefusal: _problem,
            HTTPException: _http_problem,
            Unavailable: _unavailable,
            Exception: _failure,
        },
        lifespan=life,
    )

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        # Every message of a socket would pass through all that surrounds a route: they do without.
        await (sockets if scope["type"] == "websocket" else http)(scope, receive, send)

    return under(settings.base, app)


class Gate:
    """What every HTTP request passes: limits on the way in (PF-34, PF-35), the page's own rules on the way out."""

    def __init__(self, app: ASGIApp, requests: Rate, origins: Origins, metrics: Metrics, pages: Pages) -> None:
        self._app = app
        self._headers = {**HEADERS, BUILD: pages.build}
        self._rate = requests
        self._origins = origins
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_on(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._metrics.requests.add(f"{message['status'] // 100}xx")
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers[name] = value
            await send(message)

        problem = self._problem(scope)
        await (self._app if problem is None else refuse(problem))(scope, receive, send_on)

    def _problem(self, scope: Scope) -> HttpRefusal | None:
        headers = Headers(scope=scope)
        rate_key = networks(scope["client"][0] if scope["client"] else "unix")
        if not self._rate.take_all(rate_key, time.monotonic(), COSTS.get(scope["path"].rpartition("/")[2], 1)):
            return HttpRefusal(429, "flood", "PF-34")
        safe = scope["method"] in ("GET", "HEAD")
        if not safe and not self._origins.allow(headers.get("origin"), scope["scheme"], headers.get("host", "")):
            return HttpRefusal(403, "wrong_origin")
        return None


async def _beside(running: Awaitable[None]) -> None:
    """A companion that cannot go on leaves the server as it is."""
    try:
        await running
    except Exception as error:
        logs.say("companion_ended", level=logging.ERROR, error=error)


async def _look_after(sockets: Sockets) -> None:
    while True:
        await asyncio.sleep(_LOOK_EVERY_S)
        sockets.cut_stuck()


def _unexpected(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    del loop
    error = context.get("exception")
    level = logging.WARNING if isinstance(error, Unavailable) else logging.ERROR
    logs.say("unexpected", level=level, error=error, what=str(context["message"]))


async def _problem(request: Request, problem: Exception) -> Response:
    del request
    assert isinstance(problem, HttpRefusal)
    return refuse(problem)


async def _http_problem(request: Request, problem: Exception) -> Response:
    del request
    assert isinstance(problem, HTTPException)
    code = "method_not_allowed" if problem.status_code == 405 else "not_found"
    return refuse(HttpRefusal(problem.status_code, code), dict(problem.headers or {}))


async def _unavailable(request: Request, error: Exception) -> Response:
    """The store does not answer, and says why: to the log, not to whoever asked."""
    del request
    logs.say("request_failed", level=logging.WARNING, error=error)
    return refuse(HttpRefusal(503, "unavailable"))


async def _failure(request: Request, error: Exception) -> Response:
    """Nobody expected this. The log has it (uvicorn sees to that); the client learns that it may try again."""
    del request, error
    return refuse(HttpRefusal(500, "unavailable"))
