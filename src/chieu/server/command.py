"""`chieu serve`: runs the house."""

from __future__ import annotations

import argparse
import errno
import gc
import socket
import sys
import threading
import webbrowser
from typing import Final

import uvicorn
from starlette.types import ASGIApp

from chieu.adapters.schema import BadFile
from chieu.adapters.sqlite import SqliteLog
from chieu.core.texts import Lang, Text
from chieu.server import logs, settings
from chieu.server.app import build
from chieu.server.protocol import Line
from chieu.server.settings import BadSettings, Settings

ABOUT: Final = "Run a server that friends can play on."
_OPEN: Final = Text("mở trang trong trình duyệt", "open the page in the browser", "在浏览器中打开网页")
_BACKLOG: Final = 2048
_FRAME_AT_MOST: Final = 64 * 1024  # over 16 KiB is refused with a word, over this the connection ends
_FINISH_WITHIN_S: Final = 10


def add_arguments(parser: argparse.ArgumentParser, lang: Lang = "en") -> None:
    """The settings, and whether to open the page."""
    settings.add_arguments(parser, lang)
    parser.add_argument("--open", action="store_true", help=_OPEN.say(lang))


def run(args: argparse.Namespace) -> int:
    """Serves until it is told to stop. 2: it cannot even begin."""
    try:
        told = settings.gather(vars(args))
        listening = listen(told)
        app = build(told, SqliteLog(told.file))
    except (BadSettings, OSError) as error:
        sys.stderr.write(f"chieu serve: {error}\n")
        return 2
    except BadFile as error:
        sys.stderr.write(f"chieu serve: {told.file}: {error}\n")
        return 2
    logs.set_up(told.log_level)
    # What is there now stays. States are trees of tuples that count themselves away: looking for rings in them every
    # 700 new objects costs an eighth of all time, and finds none.
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    url = _url(told, listening)
    logs.say("started", url=url, data=str(told.file))
    sys.stdout.write(f"Chiếu: {url}\n")
    sys.stdout.flush()
    if args.open:  # beside: a browser that runs in the terminal comes back only when it is closed
        threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()
    uvicorn.Server(configuration(app, told)).run(sockets=[listening])
    return 0


def configuration(app: ASGIApp, told: Settings) -> uvicorn.Config:
    """How uvicorn is to serve the application."""
    return uvicorn.Config(
        app,
        ws=Line,
        ws_max_size=_FRAME_AT_MOST,
        ws_per_message_deflate=False,  # costs half as much again in time, and 47 kB a connection
        http="h11",
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=bool(told.trusted_proxies),
        forwarded_allow_ips=list(told.trusted_proxies),
        timeout_graceful_shutdown=_FINISH_WITHIN_S,
    )


def listen(told: Settings) -> socket.socket:
    """The socket, before anything else: whoever starts a second server by mistake learns it at once."""
    family = socket.AF_INET6 if ":" in told.host else socket.AF_INET
    try:
        listening = socket.create_server((told.host, told.port), family=family, backlog=_BACKLOG)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise BadSettings(f"something listens on port {told.port} already: try --port 0") from None
        raise BadSettings(f"cannot listen on {told.host}, port {told.port}: {error.strerror or error}") from None
    # Without this an answer that follows an update waits 40 ms. Connections have it from the socket they came in by.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening


def _url(told: Settings, listening: socket.socket) -> str:
    host = f"[{told.host}]" if ":" in told.host else told.host
    return f"http://{host}:{listening.getsockname()[1]}/"


def main() -> int:
    """`python -m chieu.server`."""
    parser = argparse.ArgumentParser(prog="chieu serve", description=ABOUT, allow_abbrev=False)
    add_arguments(parser)
    return run(parser.parse_args())
