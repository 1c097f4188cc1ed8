"""Run the application with uvicorn: listening socket, TLS, limits of the process, garbage collector."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import http.client
import socket
import ssl
import sys
import threading
import webbrowser
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import uvicorn
from msgspec.structs import replace
from starlette.types import ASGIApp

from chieu.online.server import logs
from chieu.online.server.api.guests import EmbeddedBot
from chieu.online.server.app import build
from chieu.online.server.http_protocol import ConnectionLimiter, limited_by
from chieu.online.server.metrics import Metrics
from chieu.online.server.pages import FOLDER
from chieu.online.server.settings import BadSettings, Settings
from chieu.online.server.websocket_protocol import DirectProtocol, LimitedProtocol, measured_by
from chieu.online.storage.backends import open_backend, shown

_BACKLOG: Final = 2048
_FRAME_AT_MOST: Final = 64 * 1024  # bytes; a frame over 16 KiB is refused, one over this ends the connection
_FINISH_WITHIN_S: Final = 10
_PROBE_WITHIN_S: Final = 30
_OTHER_FILES: Final = 64  # open beside connections: the store, the coach, libraries
_CONNECTIONS_PER_WEBSOCKET: Final = 2  # a page sends HTTP requests as well


class TableServer(uvicorn.Server):
    """The server process. It announces its address once it accepts connections.

    Creating it opens the port and the store: `BadSettings`, `BadBackend` or `OSError` if that fails.

    With `only_check` it takes any free port, requests its own page once, does none of the tables' work and stops. It
    may do so while another server uses the same store. `failure` says what went wrong.
    """

    def __init__(
        self, settings: Settings, embedded_bot: EmbeddedBot | None, open_page: bool = False, only_check: bool = False
    ) -> None:
        if only_check:
            settings, embedded_bot = replace(settings, port=0, log_level="warning"), None
            check_page()
        check_tls(settings)
        self._listening = listen(settings)
        metrics = Metrics()
        backend = open_backend(settings.store, lock=not only_check)
        app = build(settings, backend, metrics=metrics, embedded_bot=embedded_bot, background=not only_check)
        super().__init__(configuration(app, settings, metrics))
        self._metrics = metrics
        self.failure = ""
        self._settings = settings
        self._url = _url(settings, self._listening)
        self._open_page = open_page
        self._only_check = only_check

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve until the process is asked to stop."""
        logs.set_up(self._settings.log_level)
        # Modules loaded by now are never freed, and tables have no reference cycles: only closed connections and HTTP
        # requests leave cyclic garbage. A collection stops everything for as long as it takes to look at all young
        # objects, and the thousands that commands in progress hold come and go: a threshold below their number takes a
        # tenth of all time at 1,000 tables. Two collections of the young make one of the middle generation, which so
        # stays small. The oldest holds all tables, and little garbage reaches it.
        gc.freeze()
        gc.set_threshold(50_000, 1, 10_000)
        gc.callbacks.append(self._metrics.on_gc)
        super().run(sockets or [self._listening])

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self._only_check:
            self.failure = await asyncio.to_thread(_probe, self._url)
            self.should_exit = True
            return
        logs.say("started", url=self._url, data=shown(self._settings.store))
        sys.stdout.write(f"Chiếu: {self._url}\n")
        sys.stdout.flush()
        if self._open_page:  # in a thread: a browser in the terminal returns only when it is closed
            threading.Thread(target=webbrowser.open, args=(self._url,), daemon=True).start()


def configuration(app: ASGIApp, settings: Settings, metrics: Metrics) -> uvicorn.Config:
    """Return uvicorn's configuration for the application, with our protocols and connection limits."""
    most = min(settings.connections, _open_files_at_most() - _OTHER_FILES)
    per_address = _CONNECTIONS_PER_WEBSOCKET * settings.connections_per_address
    limiter = ConnectionLimiter(most, per_address, settings.trusted_proxies, metrics)
    metrics.gauge("chieu_http_connections", "Connections of any kind open now.", lambda: limiter.open)
    return uvicorn.Config(
        app,
        ws=measured_by(metrics.round_trips, DirectProtocol if settings.transport == "direct" else LimitedProtocol),
        ws_max_size=_FRAME_AT_MOST,
        ws_per_message_deflate=False,  # takes 50 % more time, and 47 kB per connection
        http=limited_by(limiter),
        access_log=False,
        log_config=None,
        server_header=False,
        ssl_certfile=settings.tls_cert or None,
        ssl_keyfile=settings.tls_key or None,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
        timeout_graceful_shutdown=_FINISH_WITHIN_S,
    )


def check_page() -> None:
    """Raise `BadSettings` if the page has not been built: the server would serve a plain one that says so."""
    if not (FOLDER / "index.html").exists():
        raise BadSettings("the page has not been built into the server: build it with `make web`")


def _probe(url: str) -> str:
    """Request the page and the readiness of a server that has just started. Return what went wrong."""
    parts = urlsplit(url)
    unverified = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    unverified.check_hostname, unverified.verify_mode = False, ssl.CERT_NONE
    for path in ("", "readyz"):
        connection = http.client.HTTPConnection(parts.netloc, timeout=_PROBE_WITHIN_S)
        if parts.scheme == "https":
            connection = http.client.HTTPSConnection(parts.netloc, timeout=_PROBE_WITHIN_S, context=unverified)
        with contextlib.closing(connection):
            try:
                connection.request("GET", parts.path + path)
                status = connection.getresponse().status
            except (OSError, http.client.HTTPException) as error:
                return f"expected an answer from {url}{path}, got {error!r}"
        if status != http.HTTPStatus.OK:
            return f"expected 200 from {url}{path}, got {status}"
    return ""


def check_tls(settings: Settings) -> None:
    """Raise `BadSettings` if the TLS files cannot be used; the errors of `ssl` do not name the file."""
    if not (settings.tls_cert or settings.tls_key):
        return
    if not (settings.tls_cert and settings.tls_key):
        missing = "--tls-key" if settings.tls_cert else "--tls-cert"
        raise BadSettings(f"TLS needs a certificate and its key: {missing} is missing")
    for flag, file in (("--tls-cert", settings.tls_cert), ("--tls-key", settings.tls_key)):
        try:
            with Path(file).open("rb"):
                pass
        except OSError as error:
            raise BadSettings(f"{flag}: cannot read {file}: {error.strerror or error}") from None
    try:
        # The empty password keeps OpenSSL from asking for one at the terminal.
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(settings.tls_cert, settings.tls_key, password="")
    except ssl.SSLError as error:
        if error.reason == "KEY_VALUES_MISMATCH":
            raise BadSettings(f"{settings.tls_key} is not the key of the certificate in {settings.tls_cert}") from None
        raise BadSettings(
            f"{settings.tls_cert} and {settings.tls_key} must be a certificate and its key without a password,"
            f" both as PEM ({error.reason or 'unreadable'})"
        ) from None


def listen(settings: Settings) -> socket.socket:
    """Open the listening socket. Raise `BadSettings` if the port is taken."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        listening = socket.create_server((settings.host, settings.port), family=family, backlog=_BACKLOG)
    except OSError as error:
        port = settings.port
        if error.errno == errno.EADDRINUSE:
            raise BadSettings(
                f"something listens on port {port} already: try another one, as in --port {port + 1}"
                f" (make play PORT={port + 1})"
            ) from None
        raise BadSettings(f"cannot listen on {settings.host}, port {port}: {error.strerror or error}") from None
    # Without this an answer that follows an update waits 40 ms. Connections inherit it from the listening socket.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening


def _open_files_at_most() -> int:
    """Raise the process's limit of open files as far as the system allows, and return it."""
    if sys.platform == "win32":
        return sys.maxsize
    import resource  # noqa: PLC0415 (not available on Windows)

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        with contextlib.suppress(OSError, ValueError):  # macOS has a lower limit of its own under "unlimited"
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
            soft = hard
    return sys.maxsize if soft == resource.RLIM_INFINITY else soft


def _url(settings: Settings, listening: socket.socket) -> str:
    """Return the page's URL; for a wildcard address, the one that others in the network can use."""
    port = listening.getsockname()[1]
    host = _address_here(listening.family) if settings.host in ("0.0.0.0", "::") else settings.host
    scheme = "https" if settings.tls_cert else "http"
    return f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}{settings.base}/"


def _address_here(family: socket.AddressFamily) -> str:
    """Return this machine's address in its network, or `localhost`. Nothing is sent."""
    somewhere = "2001:db8::1" if family == socket.AF_INET6 else "192.0.2.1"  # reserved for documentation
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((somewhere, 9))
        except OSError:
            return "localhost"
        return str(probe.getsockname()[0])
