"""The application: everything put together, as one ASGI callable."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator
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

from chieu.adapters.backends import Backend
from chieu.adapters.system import SystemEntropy
from chieu.house.house import House
from chieu.house.ports import Entropy
from chieu.server import logs
from chieu.server.api import Api
from chieu.server.base_path import under
from chieu.server.coach import Coach
from chieu.server.limits import Rate, address
from chieu.server.metrics import Metrics
from chieu.server.origins import HEADERS, Origins
from chieu.server.pages import BUILD, Pages
from chieu.server.refusals import HttpRefusal, refuse
from chieu.server.settings import Settings
from chieu.server.socket import Sockets
from chieu.server.timed_log import TimedLog

_LOOK_EVERY_S: Final = 5.0


def build(settings: Settings, backend: Backend, entropy: Entropy | None = None) -> ASGIApp:
    """The server as these settings want it. The backend begins and ends with the application."""
    metrics = Metrics()
    log = TimedLog(backend.log, metrics.appends)
    entropy = entropy or SystemEntropy()
    house = House(log, backend.bus, backend.presence, backend.clock, entropy, 60_000 * settings.idle_minutes)
    origins = Origins(settings.origins)
    sockets = Sockets(house, settings, origins, metrics)
    coach = Coach()
    pages = Pages(base=settings.base)
    api = Api(house, log, entropy, settings, metrics, coach)
    started = time.time()
    metrics.gauge("chieu_connections", "WebSocket connections open now.", lambda: len(sockets.open))
    metrics.gauge("chieu_tables_in_memory", "Tables in memory now.", lambda: len(house))
    metrics.gauge("chieu_start_time_seconds", "When the process started.", lambda: started)

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        del app
        asyncio.get_running_loop().set_exception_handler(_unexpected)
        await backend.start()
        tasks = [asyncio.create_task(house.run()), asyncio.create_task(_look_after(sockets))]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
            await coach.close()
            await backend.close()
            logs.say("stopped")

    http = Starlette(
        routes=[
            *(Route(one.path, one.handler, methods=[one.method]) for one in api.operations()),
            Route("/{path:path}", pages.get),
        ],
        middleware=[Middleware(Gate, settings=settings, origins=origins, metrics=metrics, pages=pages)],
        exception_handlers={HttpRefusal: _problem, HTTPException: _http_problem, Exception: _failure},
        lifespan=life,
    )

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        # Every message of a socket would pass through all that surrounds a route: they do without.
        await (sockets if scope["type"] == "websocket" else http)(scope, receive, send)

    return under(settings.base, app)


class Gate:
    """What every HTTP request passes: limits on the way in (PF-34, PF-35), the page's own rules on the way out."""

    def __init__(self, app: ASGIApp, settings: Settings, origins: Origins, metrics: Metrics, pages: Pages) -> None:
        self._app = app
        self._headers = {**HEADERS, BUILD: pages.build}
        self._rate = Rate(settings.requests_per_address, 4 * settings.requests_per_address)
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
        if not self._rate.take(address(scope["client"][0] if scope["client"] else "unix"), time.monotonic()):
            return HttpRefusal(429, "flood")
        safe = scope["method"] in ("GET", "HEAD")
        if not safe and not self._origins.allow(headers.get("origin"), scope["scheme"], headers.get("host", "")):
            return HttpRefusal(403, "wrong_origin")
        return None


async def _look_after(sockets: Sockets) -> None:
    while True:
        await asyncio.sleep(_LOOK_EVERY_S)
        sockets.cut_stuck()


def _unexpected(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    del loop
    logs.say("unexpected", level=logging.ERROR, error=context.get("exception"), what=str(context["message"]))


async def _problem(request: Request, problem: Exception) -> Response:
    del request
    assert isinstance(problem, HttpRefusal)
    return refuse(problem)


async def _http_problem(request: Request, problem: Exception) -> Response:
    del request
    assert isinstance(problem, HTTPException)
    code = "method_not_allowed" if problem.status_code == 405 else "not_found"
    return refuse(HttpRefusal(problem.status_code, code), dict(problem.headers or {}))


async def _failure(request: Request, error: Exception) -> Response:
    """Nobody expected this. The log has it (uvicorn sees to that); the client learns that it may try again."""
    del request, error
    return refuse(HttpRefusal(500, "unavailable"))
