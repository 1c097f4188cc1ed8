"""`chieu serve`: runs the house."""

from __future__ import annotations

import argparse
import contextlib
import errno
import gc
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from typing import Final

import uvicorn
from starlette.types import ASGIApp

from chieu.online.server import logs, settings, tls
from chieu.online.server.app import build
from chieu.online.server.embedded_bot import EmbeddedBot
from chieu.online.server.http_protocol import ConnectionLimiter, guarded
from chieu.online.server.metrics import Metrics
from chieu.online.server.settings import BadSettings, Settings
from chieu.online.server.websocket_protocol import DirectProtocol, LimitedProtocol
from chieu.online.storage.backends import BadBackend, open_backend, shown

ABOUT: Final = "Run a server that friends can play on."
_BACKLOG: Final = 2048
_FRAME_AT_MOST: Final = 64 * 1024  # over 16 KiB is refused with a word, over this the connection ends
_FINISH_WITHIN_S: Final = 10
_OTHER_FILES: Final = 64  # that are open beside connections: the store, the coach, libraries
_EACH: Final = 2  # connections for each WebSocket of an address: a page asks for things too


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The settings, and whether to open the page."""
    settings.add_arguments(parser)
    parser.add_argument("--open", action="store_true", help="open the page in the browser")


def run(args: argparse.Namespace, companion_of: Callable[[Settings], EmbeddedBot | None] = lambda _: None) -> int:
    """Serves until it is told to stop, with what runs beside it by these settings. 2: it cannot even begin."""
    try:
        told = settings.gather(vars(args))
        tls.check(told)
        listening = listen(told)
        metrics = Metrics()
        companion = companion_of(told)
        app = build(told, open_backend(told.store), metrics=metrics, companion=companion)
    except (BadSettings, BadBackend, OSError) as error:
        sys.stderr.write(f"chieu serve: {error}\n")
        return 2
    logs.set_up(told.log_level)
    # What is loaded by now is never freed. States are freed by reference counting and have no cycles: a collector that
    # looks for some every 700 new objects costs an eighth of all time and finds none. Everybody waits while it looks,
    # half a microsecond an object: it looks at few at once, and at those that are older as seldom as ever.
    gc.freeze()
    gc.set_threshold(10_000, 100, 20)
    Serving(configuration(app, told, metrics), _url(told, listening), told, args.open).run(sockets=[listening])
    return 0


class Serving(uvicorn.Server):
    """The server, which says so when it is ready and not before."""

    def __init__(self, config: uvicorn.Config, url: str, told: Settings, open_page: bool) -> None:
        super().__init__(config)
        self._url = url
        self._data = shown(told.store)
        self._open_page = open_page

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        logs.say("started", url=self._url, data=self._data)
        sys.stdout.write(f"Chiếu: {self._url}\n")
        sys.stdout.flush()
        if self._open_page:  # beside: a browser that runs in the terminal comes back only when it is closed
            threading.Thread(target=webbrowser.open, args=(self._url,), daemon=True).start()


def configuration(app: ASGIApp, told: Settings, metrics: Metrics) -> uvicorn.Config:
    """How uvicorn is to serve the application."""
    most = min(told.connections, _files_at_most() - _OTHER_FILES)
    door = ConnectionLimiter(most, _EACH * told.connections_per_address, told.trusted_proxies, metrics)
    metrics.gauge("chieu_http_connections", "Connections of any kind open now.", lambda: door.open)
    return uvicorn.Config(
        app,
        ws=DirectProtocol if told.transport == "direct" else LimitedProtocol,
        ws_max_size=_FRAME_AT_MOST,
        ws_per_message_deflate=False,  # costs half as much again in time, and 47 kB a connection
        http=guarded(door),
        access_log=False,
        log_config=None,
        server_header=False,
        ssl_certfile=told.tls_cert or None,
        ssl_keyfile=told.tls_key or None,
        proxy_headers=bool(told.trusted_proxies),
        forwarded_allow_ips=list(told.trusted_proxies),
        timeout_graceful_shutdown=_FINISH_WITHIN_S,
    )


def _files_at_most() -> int:
    """How many files and connections this process may have open; as many as the system lets it have."""
    if sys.platform == "win32":
        return sys.maxsize
    import resource  # noqa: PLC0415 (there is none on Windows)

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        with contextlib.suppress(OSError, ValueError):  # macOS has a limit of its own below "unlimited"
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
            soft = hard
    return sys.maxsize if soft == resource.RLIM_INFINITY else soft


def listen(told: Settings) -> socket.socket:
    """The socket, before anything else: whoever starts a second server by mistake learns it at once."""
    family = socket.AF_INET6 if ":" in told.host else socket.AF_INET
    try:
        listening = socket.create_server((told.host, told.port), family=family, backlog=_BACKLOG)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise BadSettings(
                f"something listens on port {told.port} already: try another one, as in --port {told.port + 1}"
                f" (make play PORT={told.port + 1})"
            ) from None
        raise BadSettings(f"cannot listen on {told.host}, port {told.port}: {error.strerror or error}") from None
    # Without this an answer that follows an update waits 40 ms. Connections have it from the socket they came in by.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening


def _url(told: Settings, listening: socket.socket) -> str:
    """Where the page is, for who is to open it: a server that listens everywhere has no address called "everywhere"."""
    port = listening.getsockname()[1]
    host = _address_here(listening.family) if told.host in ("0.0.0.0", "::") else told.host
    scheme = "https" if told.tls_cert else "http"
    return f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}{told.base}/"


def _address_here(family: socket.AddressFamily) -> str:
    """This machine's address for others in its network, as far as it can be told without asking anybody."""
    somewhere = "2001:db8::1" if family == socket.AF_INET6 else "192.0.2.1"  # set aside for examples; nothing is sent
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((somewhere, 9))
        except OSError:
            return "localhost"
        return str(probe.getsockname()[0])


def main() -> int:
    """`python -m chieu.online.server`."""
    parser = argparse.ArgumentParser(prog="chieu serve", description=ABOUT, allow_abbrev=False)
    add_arguments(parser)
    return run(parser.parse_args())
