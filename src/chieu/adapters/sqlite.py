"""The log in one SQLite file.

One thread writes. While it waits for the disk others queue up, and all of them go into the next transaction: a thousand
tables share the price of one sync. Whoever comes too late (`Conflict`) is told so and spoils nothing for the rest.

A batch is a handful of statements, however many appends it holds: Python's lock is handed over for each statement, and
while the event loop is busy it takes milliseconds to get it back. At 2,500 appends a second beside a busy loop that is
a 99th percentile of 4 ms, against 51 ms with a statement for each append.
"""

from __future__ import annotations

import asyncio
import os
import queue
import sqlite3
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec

from chieu.adapters import schema
from chieu.house.ports import Conflict

_BATCH_AT_MOST: Final = 1024
_APART_S: Final = 0.004  # between the beginnings of two batches, at least
_OTHERS_MAY_HOLD_IT_S: Final = 10.0

_LAST: Final = """
    SELECT json_group_object(name, last) FROM tables WHERE name IN (SELECT value FROM json_each(?))
"""
_SET_LAST: Final = """
    INSERT INTO tables (name, last, wake)
    SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]') FROM json_each(?)
    WHERE true
    ON CONFLICT (name) DO UPDATE SET last = excluded.last, wake = excluded.wake
"""
_INSERT: Final = """
    INSERT INTO entries (table_id, seq, data)
    SELECT tables.id, json_extract(value, '$[1]'),
        substr(?2, json_extract(value, '$[2]'), json_extract(value, '$[3]'))
    FROM json_each(?1) CROSS JOIN tables ON tables.name = json_extract(value, '$[0]')
"""
_READ: Final = """
    SELECT json_group_array(json_array(seq, hex(data))) FROM entries
    WHERE table_id = (SELECT id FROM tables WHERE name = ?) AND seq > ? AND seq <= ?
"""
_WAKING: Final = """
    SELECT json_group_array(json_array(name, wake)) FROM tables WHERE wake <= ?
"""
_LAST_OF_ALL: Final = 2**63 - 1


class _Append(NamedTuple):
    table: str
    expected: int
    lengths: tuple[int, ...]
    joined: bytes
    wake: int | None
    done: asyncio.Future[None]
    loop: asyncio.AbstractEventLoop


_Outcome: TypeAlias = tuple[_Append, Exception | None]


class SqliteLog:
    """The `Log` of a house, in a file. Several processes may use one file."""

    def __init__(self, path: Path) -> None:
        """Opens the file, and makes it if there is none. It holds the houses' secrets: nobody else may read it."""
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        self._writing = connect(path)
        self._reading = connect(path)
        self._queue: queue.SimpleQueue[_Append | None] = queue.SimpleQueue()
        self._readers = ThreadPoolExecutor(1, "log-reader")
        self._writer = threading.Thread(target=self._write_all, name="log-writer", daemon=True)
        self._writer.start()
        self._closed = False

    async def append(self, table: str, expected: int, entries: Sequence[bytes], wake: int | None) -> None:
        if self._closed:
            raise RuntimeError("the log is closed")
        loop = asyncio.get_running_loop()
        done = loop.create_future()
        lengths = tuple(len(entry) for entry in entries)
        self._queue.put(_Append(table, expected, lengths, b"".join(entries), wake, done, loop))
        await done

    async def read(self, table: str, after: int = 0, upto: int | None = None) -> Sequence[bytes]:
        rows = await self._ask(_READ, (table, after, _LAST_OF_ALL if upto is None else upto))
        # Aggregates come in no promised order.
        return tuple(bytes.fromhex(data) for _, data in sorted(rows))

    async def waking(self, until: int) -> Sequence[tuple[str, int]]:
        return tuple((name, wake) for name, wake in await self._ask(_WAKING, (until,)))

    async def close(self) -> None:
        """Writes what is queued and closes the file."""
        if not self._closed:
            self._closed = True
            self._queue.put(None)
            await asyncio.to_thread(self._writer.join)
            self._readers.shutdown()
            self._reading.close()
            self._writing.close()

    async def _ask(self, statement: str, values: tuple[Any, ...]) -> list[Any]:
        """The rows of a question that gives them as one JSON text: many rows would be as bad as many statements."""

        def ask() -> list[Any]:
            (text,) = self._reading.execute(statement, values).fetchone()
            rows: list[Any] = msgspec.json.decode(text)
            return rows

        return await asyncio.get_running_loop().run_in_executor(self._readers, ask)

    def _write_all(self) -> None:
        """The writer's whole life."""
        waiting: list[_Append] = []
        while True:
            batch, waiting, closing = self._next_batch(waiting)
            began = time.monotonic()
            if batch:
                _tell(self._written(batch))
            if closing and not waiting:
                return
            if closing:
                self._queue.put(None)
            else:
                time.sleep(max(0.0, began + _APART_S - time.monotonic()))

    def _next_batch(self, waiting: list[_Append]) -> tuple[list[_Append], list[_Append], bool]:
        """Everything that is queued, at most one append for each table, and what is left for later."""
        closing = False
        if not waiting:
            first = self._queue.get()
            if first is None:
                return [], [], True
            waiting = [first]
        while len(waiting) < _BATCH_AT_MOST and not closing:
            try:
                one = self._queue.get_nowait()
            except queue.Empty:
                break
            if one is None:
                closing = True
            else:
                waiting.append(one)
        batch: dict[str, _Append] = {}
        later = []
        for one in waiting:
            if one.table in batch:
                later.append(one)
            else:
                batch[one.table] = one
        return list(batch.values()), later, closing

    def _written(self, batch: list[_Append]) -> list[_Outcome]:
        """What became of each append. When the store itself fails (the disk is full) it fails for all of them."""
        try:
            return self._transaction(batch)
        except Exception as error:  # whatever it is, those who wait must hear of it
            return [(one, error) for one in batch]

    def _transaction(self, batch: list[_Append]) -> list[_Outcome]:
        connection = self._writing
        connection.execute("BEGIN IMMEDIATE")
        try:
            (text,) = connection.execute(_LAST, (_json([one.table for one in batch]),)).fetchone()
            last: dict[str, int] = msgspec.json.decode(text)
            outcomes: list[_Outcome] = []
            heads, rows, pieces, at = [], [], [b"-"], 2  # SQLite takes pieces of an empty blob for nothing
            for one in batch:
                if last.get(one.table, 0) != one.expected:
                    outcomes.append((one, Conflict(one.table)))
                    continue
                outcomes.append((one, None))
                heads.append((one.table, one.expected + len(one.lengths), one.wake))
                pieces.append(one.joined)
                for number, length in enumerate(one.lengths, start=one.expected + 1):
                    rows.append((one.table, number, at, length))
                    at += length
            if heads:
                connection.execute(_SET_LAST, (_json(heads),))
                connection.execute(_INSERT, (_json(rows), b"".join(pieces)))
            connection.execute("COMMIT")
        finally:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        return outcomes


def connect(path: Path) -> sqlite3.Connection:
    """A connection to a file of this version; an older file is brought up to it."""
    connection = sqlite3.connect(path, timeout=_OTHERS_MAY_HOLD_IT_S, isolation_level=None, check_same_thread=False)
    try:
        schema.migrate(connection)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA temp_store = MEMORY")  # else every batch makes a file, in case it is to be undone
    except sqlite3.DatabaseError as error:
        connection.close()
        if isinstance(error, sqlite3.OperationalError):
            raise
        raise schema.BadFile(f"this is no SQLite file: {error}") from None
    except BaseException:
        connection.close()
        raise
    return connection


def back_up(path: Path, target: Path) -> None:
    """A copy of the file as it is at one moment, while others write on. Whole or not there at all."""
    if not path.exists():
        raise FileNotFoundError(path)
    part = target.with_name(target.name + ".part")
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_CREAT | os.O_RDWR, 0o600))
    source, copy = connect(path), sqlite3.connect(part, isolation_level=None)
    try:
        source.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, nothing beside it
        (verdict,) = copy.execute("PRAGMA integrity_check").fetchone()
        if verdict != "ok":
            raise schema.BadFile(f"the copy is damaged: {verdict}")
    finally:
        source.close()
        copy.close()
    _sync(part)
    part.replace(target)
    _sync(target.parent)


def _tell(outcomes: list[_Outcome]) -> None:
    by_loop: dict[asyncio.AbstractEventLoop, list[_Outcome]] = {}
    for outcome in outcomes:
        by_loop.setdefault(outcome[0].loop, []).append(outcome)
    for loop, told in by_loop.items():
        try:
            loop.call_soon_threadsafe(_settle, told)
        except RuntimeError:  # that loop is closed: nobody waits there any more
            continue


def _settle(outcomes: list[_Outcome]) -> None:
    for one, error in outcomes:
        if one.done.done():  # given up by its caller
            continue
        if error is None:
            one.done.set_result(None)
        else:
            one.done.set_exception(error)


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
