"""Where the tables are kept and what comes with it: the one place that looks at what `--data` says.

A file is SQLite, for one process, which needs nothing. `postgresql://...` is a database that any number of nodes share.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final, NamedTuple, Protocol
from urllib.parse import urlsplit, urlunsplit

from chieu.online.service.ports import Archive, Bus, Clock, Log, Notes, Presence, Unavailable
from chieu.online.storage.file_lock import FileInUse, claim
from chieu.online.storage.memory import MemoryBus, MemoryPresence
from chieu.online.storage.sqlite.archive import SqliteArchive
from chieu.online.storage.sqlite.log import SqliteLog
from chieu.online.storage.sqlite.schema import BadFile
from chieu.online.storage.system import SystemClock

_POSTGRES: Final = ("postgresql://", "postgres://")
_NO_ASYNCPG: Final = "PostgreSQL needs asyncpg, which is not installed: pip install 'chieu[postgres]'"


class BadBackend(Exception):
    """The tables cannot be kept there; says why in one line."""


class Store(Log, Notes, Protocol):
    """A log, with notes, that is to be closed at the end."""

    async def close(self) -> None: ...


class Backend(NamedTuple):
    """The ports of a house, and how they begin and end."""

    log: Log
    notes: Notes
    bus: Bus
    presence: Presence
    clock: Clock
    archive: Archive
    start: Callable[[], Awaitable[None]]
    close: Callable[[], Awaitable[None]]


def single_process(store: Store, archive: Archive, clock: Clock | None = None) -> Backend:
    """Everything but the store within this process."""
    return Backend(store, store, MemoryBus(), MemoryPresence(), clock or SystemClock(), archive, _nothing, store.close)


def open_backend(data: str) -> Backend:
    """The backend that a file's name or a database's address asks for; `BadBackend` if it cannot be used."""
    return _postgres(data) if is_postgres(data) else _sqlite(Path(data).expanduser())


def is_postgres(data: str) -> bool:
    """Whether this is the address of a PostgreSQL database."""
    return data.startswith(_POSTGRES)


def shown(data: str) -> str:
    """The same without a password, for people and logs.

    >>> shown("postgresql://lan:secret@db.example:5432/cards?sslmode=require"), shown("tables.db")
    ('postgresql://lan@db.example:5432/cards', 'tables.db')
    """
    if not is_postgres(data):
        return data
    parts = urlsplit(data)
    who, at, where = parts.netloc.rpartition("@")
    return urlunsplit((parts.scheme, who.partition(":")[0] + at + where, parts.path, "", ""))


def _sqlite(file: Path) -> Backend:
    try:
        held = claim(file)
        try:
            log, archive = SqliteLog(file), SqliteArchive(file)
        except BaseException:
            held.close()
            raise
    except (FileInUse, BadFile) as error:
        raise BadBackend(str(error)) from None
    except Unavailable as error:
        raise BadBackend(f"{file}: {error}") from None

    async def close() -> None:
        await archive.close()
        await log.close()
        held.close()

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
    """There is nothing to begin with."""
