"""Choice of the storage backend from the value of `--data`.

A file is SQLite, for one process. `postgresql://...` is a database that any number of nodes share.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final, NamedTuple, Protocol
from urllib.parse import urlsplit, urlunsplit

from chieu.online.service.ports import Archive, Bus, Clock, Log, Notes, Presence, Unavailable
from chieu.online.storage.file_lock import FileInUse, claim
from chieu.online.storage.local import LocalBus, LocalPresence
from chieu.online.storage.sqlite.archive import SqliteArchive
from chieu.online.storage.sqlite.log import SqliteLog
from chieu.online.storage.sqlite.schema import BadFile
from chieu.online.storage.system import SystemClock

_POSTGRES: Final = ("postgresql://", "postgres://")
_NO_ASYNCPG: Final = "PostgreSQL needs asyncpg, which is not installed: pip install 'chieu[postgres]'"


class BadBackend(Exception):
    """The backend cannot be used. The message says why in one line."""


class Store(Log, Notes, Protocol):
    """Log and notes that have to be closed."""

    async def close(self) -> None: ...


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


def single_process(store: Store, archive: Archive, clock: Clock | None = None) -> Backend:
    """Return a backend with all ports but the store local to this process."""
    return Backend(store, store, LocalBus(), LocalPresence(), clock or SystemClock(), archive, _nothing, store.close)


def open_backend(data: str) -> Backend:
    """Open the backend of a file name or database URL. Raise `BadBackend`."""
    return _postgres(data) if is_postgres(data) else _sqlite(Path(data).expanduser())


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


def _sqlite(file: Path) -> Backend:
    try:
        lock = claim(file)
        try:
            log, archive = SqliteLog(file), SqliteArchive(file)
        except BaseException:
            lock.close()
            raise
    except (FileInUse, BadFile) as error:
        raise BadBackend(str(error)) from None
    except Unavailable as error:
        raise BadBackend(f"{file}: {error}") from None

    async def close() -> None:
        await archive.close()
        await log.close()
        lock.close()

    return single_process(log, archive)._replace(close=close)


def _postgres(url: str) -> Backend:
    try:
        from chieu.online.storage.postgres import nodes  # noqa: PLC0415 (asyncpg is an extra)
    except ModuleNotFoundError as error:
        if error.name != "asyncpg":
            raise
        raise BadBackend(_NO_ASYNCPG) from None
    try:
        asyncio.run(nodes.prepare(url))
    except nodes.BadDatabase as error:
        raise BadBackend(f"{shown(url)}: {error}") from None
    ports = nodes.Ports(url)
    return Backend(
        ports.log, ports.log, ports.bus, ports.presence, ports.clock, ports.archive, ports.start, ports.close
    )


async def _nothing() -> None:
    """Start nothing."""
