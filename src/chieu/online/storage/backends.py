"""Choice of the storage backend from the value of `--data`.

A file is SQLite, for one process. `postgresql://...` is a database that any number of nodes share.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import sys
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Final, NamedTuple, Protocol
from urllib.parse import urlsplit, urlunsplit

from chieu.online.service.ports import Archive, Bus, Clock, Log, Notes, Presence, Unavailable
from chieu.online.storage.local import LocalBus, LocalPresence, SystemClock
from chieu.online.storage.sqlite.archive import SqliteArchive
from chieu.online.storage.sqlite.connection import unavailable
from chieu.online.storage.sqlite.log import SqliteLog
from chieu.online.storage.sqlite.schema import BadFile

if sys.platform != "win32":
    import fcntl

_POSTGRES: Final = ("postgresql://", "postgres://")
_ADVICE: Final = {
    "SQLITE_FULL": "free some space on the disk, or name a file on another one with --data",
    "SQLITE_IOERR": "check the disk and its free space, or name another file with --data",
    "SQLITE_READONLY": "make the file and its folder writable, or name another file with --data",
}
_NO_ASYNCPG: Final = "PostgreSQL needs asyncpg, which is not installed: pip install 'chieu[postgres]'"


class BadBackend(Exception):
    """The backend cannot be used. The message says why in one line."""


class Store(Log, Notes, Protocol):
    """Log and notes that have to be closed."""

    async def close(self) -> None: ...


class StoreFigures(NamedTuple):
    """Figures of a node's store for its metrics: `connections` are those opened so far."""

    appends_waiting: int = 0
    wal_bytes: int = 0
    live_nodes: int = 1
    connections: int = 0


class Backend(NamedTuple):
    """All ports of a node that depend on its storage, with functions to start and close them."""

    log: Log
    notes: Notes
    bus: Bus
    presence: Presence
    clock: Clock
    archive: Archive
    start: Callable[[], Awaitable[None]]
    close: Callable[[], Awaitable[None]]
    figures: Callable[[], StoreFigures] = StoreFigures
    silent: Callable[[], float] = float  # seconds for which the store has not answered, 0.0 while it does


def single_process(store: Store, archive: Archive, clock: Clock | None = None) -> Backend:
    """Return a backend with all ports but the store local to this process."""
    return Backend(store, store, LocalBus(), LocalPresence(), clock or SystemClock(), archive, _nothing, store.close)


def open_backend(data: str, lock: bool = True, writes: bool = True) -> Backend:
    """Open the backend of a file name or database URL. Raise `BadBackend`.

    Without `lock` another process may use the same file. With `writes` the store must be writable now.
    """
    return _postgres(data, writes) if is_postgres(data) else _sqlite(Path(data).expanduser(), lock, writes)


def is_postgres(data: str) -> bool:
    """Return whether this is the URL of a PostgreSQL database."""
    return data.startswith(_POSTGRES)


def shown(data: str) -> str:
    """Return the value of `--data` without password and options, for people and logs.

    >>> shown("postgresql://lan:secret@db.example:5432/cards?sslmode=require"), shown("tables.db")
    ('postgresql://lan@db.example:5432/cards', 'tables.db')
    """
    if not is_postgres(data):
        return data
    parts = urlsplit(data)
    user, at, host = parts.netloc.rpartition("@")
    return urlunsplit((parts.scheme, user.partition(":")[0] + at + host, parts.path, "", ""))


def _sqlite(file: Path, lock: bool, writes: bool) -> Backend:
    with ExitStack() as opened:
        if lock:
            opened.enter_context(claim(file))
        try:
            log, archive = SqliteLog(file), SqliteArchive(file)
            if writes:
                asyncio.run(log.check())
        except BadFile as error:
            raise BadBackend(str(error)) from None
        except (Unavailable, sqlite3.OperationalError) as error:
            cause = str(error if isinstance(error, Unavailable) else unavailable(error))
            advice = next((f"; {advice}" for code, advice in _ADVICE.items() if code in cause), "")
            raise BadBackend(f"{file}: {cause}{advice}") from None
        keep = opened.pop_all()

    async def close() -> None:
        await archive.close()
        await log.close()
        keep.close()

    def figures() -> StoreFigures:
        wal = file.with_name(file.name + "-wal")
        return StoreFigures(log.waiting, wal.stat().st_size if wal.exists() else 0)

    return single_process(log, archive)._replace(close=close, figures=figures)


def claim(file: Path) -> IO[bytes]:
    """Lock a SQLite file until the returned file is closed. Raise `BadBackend` if it is in use.

    Two servers on one file would not corrupt it, but guests of one would not hear at once of changes made through the
    other. Close the lock after the store: closing any descriptor of the file releases SQLite's own locks.

    The lock is on the file itself, not on its name, so links lead to the same lock. On Linux it is a `flock` on the
    database, independent of SQLite's own locks (`fcntl`). Elsewhere the two kinds of lock can interfere, so a file
    beside the database is locked whose name contains the database's inode number.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    lock: IO[bytes] = os.fdopen(os.open(file, os.O_CREAT | os.O_RDWR, 0o600), "rb+")
    if sys.platform not in ("linux", "win32"):
        status, real = os.fstat(lock.fileno()), file.resolve()
        lock.close()
        lock = real.with_name(f".chieu-{status.st_dev:x}-{status.st_ino:x}.lock").open("ab")
    if sys.platform != "win32":
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.close()
            raise BadBackend(
                f"another server is using {file}: stop that one, or give this one a file of its own with --data"
            ) from None
    return lock


def _postgres(url: str, writes: bool) -> Backend:
    try:
        from chieu.online.storage.postgres import nodes  # noqa: PLC0415 (asyncpg is an extra)
        from chieu.online.storage.postgres.connection import HeldConnection  # noqa: PLC0415
    except ModuleNotFoundError as error:
        if error.name != "asyncpg":
            raise
        raise BadBackend(_NO_ASYNCPG) from None
    asyncio.run(nodes.prepare(url, writes))
    ports = nodes.Ports(url)
    return Backend(
        ports.log,
        ports.log,
        ports.bus,
        ports.presence,
        ports.clock,
        ports.archive,
        ports.start,
        ports.close,
        lambda: StoreFigures(ports.log.waiting, 0, ports.presence.live_nodes, HeldConnection.opened),
        ports.bus.silent,
    )


async def _nothing() -> None:
    """Start nothing."""
