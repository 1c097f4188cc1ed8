"""Every store that must pass the log's tests. Another one is added here and nowhere else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import TypeAlias, TypeVar

from chieu.online.service.ports import Archive, Log
from chieu.online.storage.memory import MemoryArchive, MemoryLog
from chieu.online.storage.postgres.archive import PostgresArchive
from chieu.online.storage.postgres.log import PostgresLog
from chieu.online.storage.sqlite.archive import SqliteArchive
from chieu.online.storage.sqlite.log import SqliteLog
from tests.postgres import database

T = TypeVar("T")
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


Kept: TypeAlias = Callable[[Path], AbstractAsyncContextManager[tuple[Log, Archive]]]


@asynccontextmanager
async def memory_kept(folder: Path) -> AsyncIterator[tuple[Log, Archive]]:
    log = MemoryLog()
    yield log, MemoryArchive(log)


@asynccontextmanager
async def sqlite_kept(folder: Path) -> AsyncIterator[tuple[Log, Archive]]:
    async with sqlite(folder) as log:
        archive = SqliteArchive(folder / "tables.db")
        try:
            yield log, archive
        finally:
            await archive.close()


@asynccontextmanager
async def postgres_kept(folder: Path) -> AsyncIterator[tuple[Log, Archive]]:
    async with postgres(folder) as log:
        archive = PostgresArchive(database(str(folder)))
        try:
            yield log, archive
        finally:
            await archive.close()


# Stores with the archive that goes with each.
KEPT: dict[str, Kept] = {"memory": memory_kept, "sqlite": sqlite_kept, "postgres": postgres_kept}


def using(store: Store, folder: Path, scenario: Callable[[Log], Awaitable[T]]) -> T:
    """Runs a scenario on a store that is opened before and closed after it."""

    async def opened() -> T:
        async with store(folder) as log:
            return await scenario(log)

    return asyncio.run(opened())
