"""A server in the test's event loop, on a real socket, with the test's clock and log."""

from __future__ import annotations

import asyncio
import contextlib
import json
import queue
import socket
import threading
import urllib.request
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import uvicorn
from websockets.asyncio.client import ClientConnection, connect

from chieu.online.client.api import Identity, Server
from chieu.online.protocol.commands import OpenTable
from chieu.online.server.app import build
from chieu.online.server.metrics import Metrics
from chieu.online.server.serve import configuration, listen
from chieu.online.server.settings import Settings
from chieu.online.server.workers import worker_process
from chieu.online.service.ports import Clock
from chieu.online.storage.backends import Store, single_process
from chieu.online.storage.local import SystemClock
from tests.online.storage.memory import MemoryArchive, MemoryLog, SeededEntropy
from tests.waiting import PATIENCE_S

# Beside other tests a worker process of low priority would take minutes to start.
NICENESS = worker_process.NICENESS
worker_process.NICENESS = 0
transport = "direct"  # default of `running`; `both_transports` changes it


class ClosedLog(MemoryLog):
    """A log in memory with the `close` that the application calls."""

    async def close(self) -> None:
        """Do nothing."""


class ForwardClock(SystemClock):
    """The system's clock, which can be moved forward from any thread."""

    def __init__(self) -> None:
        super().__init__()
        self._forward = 0
        self._moved: set[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = set()

    def now(self) -> int:
        return super().now() + self._forward

    def move_on(self, milliseconds: int) -> None:
        self._forward += milliseconds
        for loop, event in tuple(self._moved):
            loop.call_soon_threadsafe(event.set)

    async def sleep_until(self, when: int) -> None:
        waiting = asyncio.get_running_loop(), asyncio.Event()
        self._moved.add(waiting)
        try:
            while (remaining := when - self.now()) > 0:
                waiting[1].clear()
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(remaining / 1000):
                        await waiting[1].wait()
        finally:
            self._moved.remove(waiting)


class Quiet(uvicorn.Server):
    """A uvicorn server that installs no signal handlers and tells when it has started."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.ready = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.ready.set()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class RunningServer:
    """A running server, and an HTTP client for it."""

    def __init__(self, url: str, log: Any) -> None:
        self.url = url
        self.port = urlsplit(url).port or 0
        self.log = log
        self.client = Server(url)

    def metrics(self) -> str:
        with urllib.request.urlopen(f"{self.url}/metrics", timeout=60) as answer:
            return str(answer.read().decode())

    async def guest(self) -> Identity:
        return await asyncio.to_thread(self.client.new_guest)

    async def table(self, who: Identity, **order: Any) -> str:
        whole: dict[str, Any] = {"game": "xidach", "name": "Lan", "seats": 4, "pace": 0} | order
        return await asyncio.to_thread(self.client.open, who, OpenTable(**whole))

    @contextlib.asynccontextmanager
    async def wire(
        self, table: str, who: Identity | None = None, hello: bool = True, key: str = "", **headers: str
    ) -> AsyncIterator[Wire]:
        """Open a WebSocket to a table."""
        headers |= {} if who is None else {"authorization": f"Bearer {who.token}"}
        options: dict[str, Any] = {"additional_headers": headers, "compression": None, "max_size": None}
        async with connect(self.client.socket(table, key), **options) as connection:
            wire = Wire(connection)
            if hello:
                await wire.say(type="hello")
                wire.first = await wire.hear("view")
            yield wire


class Wire:
    """A WebSocket that sends and receives JSON."""

    def __init__(self, connection: ClientConnection) -> None:
        self.socket = connection
        self.first: Any = None

    async def say(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))

    async def next(self) -> Any:
        """Return the next message that is not a heartbeat."""
        async with asyncio.timeout(PATIENCE_S):
            while (message := json.loads(await self.socket.recv()))["type"] == "heartbeat":
                pass
            return message

    async def hear(self, *kinds: str) -> Any:
        """Return the next message of these types, skipping others."""
        while True:
            message = await self.next()
            if message["type"] in kinds:
                return message

    async def ask(self, **command: Any) -> Any:
        """Send a command and return its answer."""
        await self.say(**command)
        while True:
            answer = await self.hear("done", "refused", "stale")
            if answer["id"] == command["id"]:
                return answer

    async def raw(self, frame: str | bytes) -> Any:
        """Send any frame and return the next answer."""
        await self.socket.send(frame)
        return await self.hear("done", "refused", "stale")

    async def closed(self) -> tuple[int | None, str | None]:
        """Wait for the close; return its code and reason."""
        async with asyncio.timeout(PATIENCE_S):
            with contextlib.suppress(Exception):
                while True:
                    await self.socket.recv()
            await self.socket.wait_closed()
        return self.socket.close_code, self.socket.close_reason


@contextlib.asynccontextmanager
async def running(
    log: Store | None = None,
    clock: Clock | None = None,
    silent: Callable[[], float] = float,
    background: bool = True,
    **options: Any,
) -> AsyncIterator[RunningServer]:
    """Run a server with these settings during the block.

    `silent` is explained in `Backend`, `background` in `build`.
    """
    generous = {
        "port": 0,
        "messages_per_guest": 100_000,
        "messages_per_address": 100_000,
        "entries_per_address": 10**9,
        "requests_per_address": 100_000,
        "tables_per_guest": 100_000,
        "tables_per_address": 100_000,
        "hints_per_guest": 100_000,
        "hints_per_address": 100_000,
        "connections_per_guest": 1_000,
        "connections_per_address": 1_000,
        "tables_per_minute": 100_000,
    }
    settings = Settings(**(generous | {"transport": transport} | options))
    log = log or ClosedLog()
    archive = MemoryArchive(log if isinstance(log, MemoryLog) else MemoryLog())
    listening = listen(settings)
    metrics = Metrics()
    backend = single_process(log, archive, clock)._replace(silent=silent)
    app = build(settings, backend, SeededEntropy(1), metrics, background=background)
    server = Quiet(configuration(app, settings, metrics))
    serving = asyncio.create_task(server.serve([listening]))
    await server.ready.wait()
    try:
        yield RunningServer(f"http://127.0.0.1:{listening.getsockname()[1]}{settings.base}", log)
    finally:
        server.should_exit = True
        await serving
        listening.close()


@contextlib.contextmanager
def running_beside(**options: Any) -> Iterator[RunningServer]:
    """Run a server in another thread, for synchronous tests."""
    started: queue.SimpleQueue[tuple[RunningServer, asyncio.AbstractEventLoop, asyncio.Event]] = queue.SimpleQueue()

    async def serve() -> None:
        async with running(**options) as server:
            enough = asyncio.Event()
            started.put((server, asyncio.get_running_loop(), enough))
            await enough.wait()

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    server, loop, enough = started.get()
    try:
        yield server
    finally:
        loop.call_soon_threadsafe(enough.set)
        thread.join()
