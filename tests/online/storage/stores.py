"""All stores, for tests that every store must pass. Add a new one here."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import TypeAlias

from chieu.online.service.ports import Archive, Log
from chieu.online.storage.postgres.archive import PostgresArchive
from chieu.online.storage.postgres.log import PostgresLog
from chieu.online.storage.sqlite.archive import SqliteArchive
from chieu.online.storage.sqlite.log import SqliteLog
from tests.online.storage.memory import MemoryArchive, MemoryLog
from tests.postgres import database

Store: TypeAlias = Callable[[Path], AbstractAsyncContextManager[Log]]


@asynccontextmanager
async def memory(folder: Path) -> AsyncIterator[Log]:
    yield MemoryLog()


@asynccontextmanager
async def sqlite(folder: Path) -> AsyncIterator[Log]:
    log = SqliteLog(folder / "tables.db")
    try:
        yield log
    finally:
        await log.close()


@asynccontextmanager
async def postgres(folder: Path) -> AsyncIterator[Log]:
    log = PostgresLog(database(str(folder)))
    try:
        yield log
    finally:
        await log.close()


STORES: dict[str, Store] = {"memory": memory, "sqlite": sqlite, "postgres": postgres}
LASTING: dict[str, Store] = {"sqlite": sqlite, "postgres": postgres}


StoreWithArchive: TypeAlias = Callable[[Path], AbstractAsyncContextManager[tuple[Log, Archive]]]


@asynccontextmanager
async def memory_with_archive(folder: Path) -> AsyncIterator[tuple[Log, Archive]]:
    log = MemoryLog()
    yield log, MemoryArchive(log)


@asynccontextmanager
async def sqlite_with_archive(folder: Path) -> AsyncIterator[tuple[Log, Archive]]:
    async with sqlite(folder) as log:
        archive = SqliteArchive(folder / "tables.db")
        try:
            yield log, archive
        finally:
            await archive.close()


@asynccontextmanager
async def postgres_with_archive(folder: Path) -> AsyncIterator[tuple[Log, Archive]]:
    async with postgres(folder) as log:
        archive = PostgresArchive(database(str(folder)))
        try:
            yield log, archive
        finally:
            await archive.close()


STORES_WITH_ARCHIVE: dict[str, StoreWithArchive] = {
    "memory": memory_with_archive,
    "sqlite": sqlite_with_archive,
    "postgres": postgres_with_archive,
}
