"""Connections to SQLite files."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeVar

from chieu.core.codec import OtherVersion
from chieu.online.service.ports import Unavailable
from chieu.online.storage.sqlite.schema import STORE, BadFile, Schema, prepare, transaction

T = TypeVar("T")
Execute: TypeAlias = Callable[..., sqlite3.Cursor]
_BUSY_TIMEOUT_S: Final = 10.0
_CACHED_STATEMENTS: Final = 512  # the log has one for each size of a group of appends


def connect(path: Path | None, schema: Schema = STORE) -> sqlite3.Connection:
    """Open a file, or a database in memory, and create its tables if it is empty. Raise `BadFile`.

    The file contains secrets: no other user may read it.
    """
    if path is not None and not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    connection = sqlite3.connect(
        path or ":memory:",
        timeout=_BUSY_TIMEOUT_S,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=_CACHED_STATEMENTS,
    )
    try:
        prepare(connection, schema)
        for pragma in schema.pragmas:
            connection.execute(f"PRAGMA {pragma}")
    except BaseException as error:
        connection.close()
        if isinstance(error, BadFile | OtherVersion):
            raise BadFile(f"{path}: {error}") from None
        if isinstance(error, sqlite3.DatabaseError) and not isinstance(error, sqlite3.OperationalError):
            raise BadFile(f"{path}: not an SQLite file: {error}") from None
        raise
    return connection


def unavailable(error: sqlite3.DatabaseError) -> Unavailable:
    """Return a new error for each waiter, with its code: "disk I/O error" has a dozen causes."""
    code = getattr(error, "sqlite_errorname", "")
    failed = Unavailable(f"SQLite: {error}" + (f" ({code})" if code else ""))
    failed.__cause__ = error
    return failed


class SqliteConnection:
    """A connection with its own thread, which does one piece of work at a time."""

    def __init__(self, path: Path, thread: str) -> None:
        self.sqlite = connect(path)
        self._thread = ThreadPoolExecutor(1, thread)

    async def fetch(self, statement: str, *values: Any) -> list[Any]:
        """Run a statement and return its rows. Raise `Unavailable`.

        A statement for PostgreSQL is adapted: SQLite knows neither `chieu.` nor `$1`.
        """
        adapted = statement.replace("chieu.", "").replace("$", "?")
        return await self._run(lambda: self.sqlite.execute(adapted, values).fetchall())

    async def transact(self, work: Callable[[Execute], T]) -> T:
        """Run several statements in one transaction. Raise `Unavailable`."""

        def run() -> T:
            with transaction(self.sqlite):
                return work(self.sqlite.execute)

        return await self._run(run)

    async def _run(self, work: Callable[[], T]) -> T:
        def run() -> T:
            try:
                return work()
            except sqlite3.DatabaseError as error:
                raise unavailable(error) from error

        return await asyncio.get_running_loop().run_in_executor(self._thread, run)

    async def close(self) -> None:
        await asyncio.to_thread(self._thread.shutdown)
        self.sqlite.close()
