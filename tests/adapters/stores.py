"""Every store that must pass the log's tests. Another one is added here and nowhere else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import TypeAlias, TypeVar

from chieu.adapters.memory import MemoryLog
from chieu.adapters.postgres.log import PostgresLog
from chieu.adapters.sqlite import SqliteLog
from chieu.house.ports import Log
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


def using(store: Store, folder: Path, scenario: Callable[[Log], Awaitable[T]]) -> T:
    """Runs a scenario on a store that is opened before and closed after it."""

    async def opened() -> T:
        async with store(folder) as log:
            return await scenario(log)

    return asyncio.run(opened())
