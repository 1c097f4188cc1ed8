"""Build the ASGI application: the service, its API, the WebSocket endpoint and the pages."""

from __future__ import annotations

import asyncio
import logging
import platform
import time
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager, suppress
from contextvars import Context
from functools import partial
from typing import Any, Final, NamedTuple

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from chieu import __version__
from chieu.online.odds_lab import OddsLab
from chieu.online.server import exports, logs
from chieu.online.server.api.coach import CoachApi
from chieu.online.server.api.evenings import EveningApi
from chieu.online.server.api.games import Api
from chieu.online.server.api.guests import DeviceCodes, EmbeddedBot, GuestApi
from chieu.online.server.api.odds import PROCESSES as ODDS_PROCESSES
from chieu.online.server.api.odds import OddsApi, odds_limit, odds_workers
from chieu.online.server.api.refusals import HttpRefusal, refuse
from chieu.online.server.api.requests import table_of
from chieu.online.server.api.rulings import RulingApi
from chieu.online.server.api.table_access import TableAccess, no_table, not_admitted
from chieu.online.server.api.tables import TableApi
from chieu.online.server.guests import Tokens
from chieu.online.server.limits import EntryBudget, MessageLimiter, RateLimit, networks
from chieu.online.server.metrics import Durations, Metrics
from chieu.online.server.origins import HEADERS, Origins
from chieu.online.server.outage import Outage
from chieu.online.server.pages import BUILD, Pages
from chieu.online.server.settings import Settings
from chieu.online.server.socket import Sockets
from chieu.online.server.workers.bot_workers import BotWorkers
from chieu.online.server.workers.coach import Coach
from chieu.online.service.actor import NoSuchTable
from chieu.online.service.books import Books
from chieu.online.service.ports import DAY, Entropy, Unavailable
from chieu.online.service.retention import Retention
from chieu.online.service.service import NoSuchRecord, NotAdmitted, TableService
from chieu.online.storage.backends import Backend
from chieu.online.storage.local import SystemEntropy

_CHECK_EVERY_S: Final = 5.0
_LAG_EVERY_S: Final = 0.1
_NEED_STORE: Final = ("/api/", "/readyz")  # paths that are refused during an outage
# PF-37: rate-limit cost of requests that replay a deal or write to the disk, by the last part of the path.
COSTS: Final = {
    "record": 0,  # the operation itself charges for it
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


class BuiltService(NamedTuple):
    """A table service with its entry budget and bot workers. The caller closes the workers."""

    service: TableService
    budget: EntryBudget
    bot_workers: BotWorkers


def build_service(settings: Settings, backend: Backend, entropy: Entropy, metrics: Metrics) -> BuiltService:
    """Return the table service on a backend. Timers fire only while `service.run()` runs."""
    budget = EntryBudget(settings.entries_per_address)
    bot_workers = BotWorkers(settings.bot_workers, metrics.given_up)
    service = TableService(
        backend.log,
        backend.bus,
        backend.presence,
        backend.clock,
        entropy,
        idle=60_000 * settings.idle_minutes,
        meter=time.perf_counter,
        tables_at_most=settings.tables_in_memory,
        archive=backend.archive,
        budget=budget,
        thinker=bot_workers,
        append_took=metrics.appends.add,
    )
    return BuiltService(service, budget, bot_workers)


def build(
    settings: Settings,
    backend: Backend,
    entropy: Entropy | None = None,
    metrics: Metrics | None = None,
    embedded_bot: EmbeddedBot | None = None,
    background: bool = True,
) -> ASGIApp:
    """Return the ASGI application. It starts and closes the backend and runs the embedded bot.

    Without `background` it answers requests but runs no timers, retires no tables and cuts no connections.
    """
    metrics = metrics or Metrics()
    entropy = entropy or SystemEntropy()
    service, budget, bot_workers = build_service(settings, backend, entropy, metrics)
    origins = Origins(settings.origins)
    requests = RateLimit(settings.requests_per_address, 4 * settings.requests_per_address)
    tokens = Tokens(entropy, settings.base)
    codes = DeviceCodes(backend.notes, backend.clock, entropy)
    keep = DAY * settings.keep_days if settings.keep_days else None
    export = exports.to_folder(settings.export)

    def retired(table: str, deals: int, entries: int) -> None:
        metrics.retired.add()
        logs.say("table_retired", table=table, deals=deals, entries=entries, exported=settings.export)

    retention = Retention(
        backend.log, backend.archive, backend.bus, backend.presence, backend.clock, keep, export, retired
    )
    limiter = MessageLimiter(settings, budget)
    outage = Outage(backend.silent)
    sockets = Sockets(service, retention.books, settings, origins, metrics, requests, tokens, limiter, outage)
    coach = Coach(settings.hints_waiting)
    solver = Coach(settings.hints_waiting)
    odds = odds_workers(settings)
    odds_allowed = odds_limit(settings)
    odds_lab = OddsLab(odds, ODDS_PROCESSES, odds_allowed)
    pages = Pages(base=settings.base, origins=settings.origins)
    tables = TableAccess(service, tokens)
    parts = (
        GuestApi(tokens, codes, backend.clock, embedded_bot),
        TableApi(service, tables, settings, metrics, requests),
        EveningApi(retention.books, tables, settings),
        CoachApi(service, tables, coach, solver, entropy, settings),
        OddsApi(tables, odds, odds_lab, odds_allowed),
        RulingApi(settings),
    )
    operations = Api(backend.log, metrics, settings.base, parts).operations
    metrics.info(
        "chieu_build",
        "Versions of the server.",
        {"version": __version__, "page": pages.build, "python": platform.python_version()},
    )
    metrics.gauge("chieu_connections", "WebSocket connections open now.", lambda: len(sockets.open))
    metrics.gauge("chieu_tables_in_memory", "Tables in memory now.", lambda: len(service))
    metrics.gauge("chieu_tables_due", "Tables whose bots wait for their turn.", lambda: service.waiting)
    metrics.gauge("chieu_coach_waiting", "Questions that wait for the coach.", lambda: len(coach))
    metrics.gauge("chieu_odds_waiting", "Parts of questions that wait for the odds lab.", lambda: len(odds))
    metrics.gauge("chieu_bots_waiting", "Bots that wait for their turn to think.", lambda: len(bot_workers))
    metrics.gauge("chieu_store_bytes", "Size of the tables on disk.", lambda: retention.size)
    _add_figures(metrics, backend, embedded_bot)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        del app
        asyncio.get_running_loop().set_exception_handler(_unexpected)
        await backend.start()
        try:
            await tokens.start(backend.notes)
        except Unavailable as error:
            logs.say("not_started", level=logging.ERROR, error=error)
            raise
        work = []
        if background:
            work = [service.run(), retention.run(), _cut_stuck(sockets), _measure_lag(metrics.lag)]
            work += [outage.watch(sockets.close_all), sockets.beat()]
        if embedded_bot is not None:
            work.append(_log_failure(embedded_bot.run(service, backend.notes, entropy, tokens.key, odds_lab)))
        tasks = [asyncio.create_task(coroutine) for coroutine in work]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
            await bot_workers.close()
            await coach.close()
            await solver.close()
            await odds.close()
            await backend.close()
            logs.OUTAGE.summarize(at_end=True)
            logs.say("stopped")

    http = Starlette(
        routes=[
            *(Route(operation.path, handler, methods=[operation.method]) for handler, operation in operations.items()),
            Route("/{path:path}", pages.get),
        ],
        middleware=[Middleware(Gate, requests=requests, origins=origins, metrics=metrics, pages=pages, outage=outage)],
        exception_handlers=dict.fromkeys(
            (HttpRefusal, HTTPException, NoSuchTable, NotAdmitted, NoSuchRecord, Unavailable, Exception),
            partial(_refused, retention.books),
        ),
        lifespan=lifespan,
    )

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        # WebSockets bypass Starlette, whose middleware would run for every message.
        await (sockets if scope["type"] == "websocket" else http)(scope, receive, send)

    return with_request_id(under_base_path(settings.base, app))


def with_request_id(app: ASGIApp) -> ASGIApp:
    """Give each request and WebSocket an id, which goes into its log lines and its response."""

    async def identified(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await app(scope, receive, send)
            return
        request = logs.request_id(Headers(scope=scope).get("x-request-id"))
        logs.REQUEST.set(request)

        async def send_with_id(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.accept", "websocket.http.response.start"):
                message["headers"] = [*message.get("headers", ()), (b"x-request-id", request.encode())]
            await send(message)

        await app(scope, receive, send_with_id)

    return identified


def under_base_path(base: str, app: ASGIApp) -> ASGIApp:
    """Serve the application under a path such as `/cards`; the application itself sees paths without it."""
    if not base:
        return app

    async def moved(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await app(scope, receive, send)
        elif scope["path"].startswith(f"{base}/"):
            await app({**scope, "path": scope["path"].removeprefix(base)}, receive, send)
        elif scope["path"] == base and scope["type"] == "http":
            await RedirectResponse(f"{base}/", 308)(scope, receive, send)
        else:
            await refuse(HttpRefusal(404, "not_found"))(scope, receive, send)

    return moved


class Gate:
    """Middleware of all HTTP requests: rate limit (PF-34), outages, origins and security headers (PF-35)."""

    def __init__(
        self,
        app: ASGIApp,
        requests: RateLimit,
        origins: Origins,
        metrics: Metrics,
        pages: Pages,
        outage: Outage,
    ) -> None:
        self._app = app
        self._headers = {**HEADERS, BUILD: pages.build}
        self._requests = requests
        self._origins = origins
        self._metrics = metrics
        self._outage = outage

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                status = message["status"]
                self._metrics.requests.add("503" if status == 503 else f"{status // 100}xx")
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers[name] = value
            await send(message)

        refusal = self._check(scope)
        await (self._app if refusal is None else refuse(refusal))(scope, receive, send_with_headers)

    def _check(self, scope: Scope) -> HttpRefusal | None:
        headers = Headers(scope=scope)
        rate_key = networks(scope["client"][0] if scope["client"] else "unix")
        if not self._requests.take_all(rate_key, time.monotonic(), COSTS.get(scope["path"].rpartition("/")[2], 1)):
            return HttpRefusal(429, "flood", "PF-34")
        safe = scope["method"] in ("GET", "HEAD")
        if not safe and not self._origins.allow(headers.get("origin"), scope["scheme"], headers.get("host", "")):
            return HttpRefusal(403, "wrong_origin")
        if scope["path"].startswith(_NEED_STORE) and self._outage.refuses():
            return HttpRefusal(503, "unavailable")
        return None


async def _log_failure(running: Awaitable[None]) -> None:
    """Run the embedded bot. If it fails, log that and leave the server running."""
    try:
        await running
    except Exception as error:
        logs.say("embedded_bot_failed", level=logging.ERROR, error=error)


async def _cut_stuck(sockets: Sockets) -> None:
    while True:
        await asyncio.sleep(_CHECK_EVERY_S)
        sockets.cut_stuck()
        logs.OUTAGE.summarize()


def _add_figures(metrics: Metrics, backend: Backend, bot: EmbeddedBot | None) -> None:
    """Add the metrics that the store and the chat bot keep themselves."""
    store, gauge, counter = backend.figures, metrics.gauge, metrics.counter
    gauge("chieu_appends_waiting", "Appends in the writer's queue.", lambda: store().appends_waiting)
    gauge("chieu_wal_bytes", "Size of SQLite's write-ahead log.", lambda: store().wal_bytes)
    gauge("chieu_nodes", "Nodes alive on this store; 0 if it does not answer.", lambda: store().live_nodes)
    about = "Connections to PostgreSQL opened, reconnects included."
    counter("chieu_store_connections_opened_total", about, lambda: store().connections)

    def chat() -> tuple[int, int, int]:
        return (0, 0, 0) if bot is None else bot.figures()

    counter("chieu_telegram_updates_total", "Updates from Telegram handled.", lambda: chat()[0])
    counter("chieu_telegram_sends_total", "Messages sent, edited or deleted.", lambda: chat()[1])
    counter("chieu_telegram_retries_total", "Messages that had to be sent again.", lambda: chat()[2])


async def _measure_lag(lag: Durations) -> None:
    """Measure how late timers fire: as late as everything else on the event loop."""
    while True:
        began = time.monotonic()
        await asyncio.sleep(_LAG_EVERY_S)
        lag.add(max(0.0, time.monotonic() - began - _LAG_EVERY_S))


def _unexpected(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    del loop
    error = context.get("exception")
    level = logging.WARNING if isinstance(error, Unavailable) else logging.ERROR
    # In a new context: the work may have been started by a request, but is not part of it.
    Context().run(logs.say, "unexpected", level=level, error=error, what=str(context["message"]))


async def _refused(books: Books, request: Request, error: Exception) -> Response:
    """Return the response to an error. Clients do not learn its cause; uvicorn logs an unexpected one."""
    match error:
        case HttpRefusal():
            refusal = error
        case HTTPException():
            code = "method_not_allowed" if error.status_code == 405 else "not_found"
            return refuse(HttpRefusal(error.status_code, code), dict(error.headers or {}))
        case NoSuchTable():
            refusal = await no_table(books, table_of(request))
        case NotAdmitted():
            refusal = not_admitted(error)
        case NoSuchRecord():
            refusal = HttpRefusal(404, "no_such_record")
        case Unavailable():
            logs.say("request_failed", level=logging.WARNING, error=error)
            refusal = HttpRefusal(503, "unavailable")
        case _:
            refusal = HttpRefusal(500, "unavailable")
    return refuse(refusal)
