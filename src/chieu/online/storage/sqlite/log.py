"""Event log in one SQLite file, with group commit.

One thread writes. Appends that arrive while it waits for the disk go into the next transaction together, so a thousand
tables share the cost of one sync. An append that fails its compare-and-set (`Conflict`) does not affect the others.

A group is one SQL statement, however many appends it has, and a trigger does the rest. The thread gives up the GIL with
each statement, and next to a busy event loop it takes milliseconds to get it back: at 2,500 appends a second, one
statement per append had a 99th percentile of 51 ms, a handful of statements 4 ms.
"""

from __future__ import annotations

import asyncio
import os
import queue
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec

from chieu.online.service.ports import LEASE, TAKE_OVER, Appended, Conflict, LogBatch, Snapshot
from chieu.online.storage.local import new_epoch
from chieu.online.storage.sql import SqlNotes
from chieu.online.storage.sqlite import schema
from chieu.online.storage.sqlite.connection import SqliteConnection, connect, unavailable

_MAX_GROUP: Final = 256  # appends; one prepared statement is cached for each size
# Time between the starts of two groups: this much for each append of the first group, up to a limit. Below 3,000
# appends a second the disk takes longer than that, and no append waits. Above, groups grow, which saves work.
_APART_S: Final = 0.0003
_MAX_APART_S: Final = 0.004

# Rows inserted into `appending` are appended to their tables by compare-and-set: `RAISE` if `expected` is not the last
# sequence number.
_APPENDING: Final = (
    """
    CREATE TEMP VIEW appending (name, expected, last, lengths, entries, wake, at, snapshot, deals) AS
    SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL WHERE false
    """,
    """
    CREATE TEMP TRIGGER append INSTEAD OF INSERT ON appending BEGIN
        INSERT OR IGNORE INTO tables (name, last, tail) SELECT NEW.name, 0, 0 WHERE NEW.expected = 0;
        SELECT RAISE(ABORT, 'conflict') WHERE NEW.expected IS NOT (SELECT last FROM tables WHERE name = NEW.name);
        INSERT INTO appends (before, first, lengths, entries)
            SELECT tail, last + 1, NEW.lengths, NEW.entries FROM tables WHERE name = NEW.name;
        UPDATE tables SET last = NEW.last, tail = last_insert_rowid(), wake = NEW.wake WHERE name = NEW.name;
        UPDATE tables SET touched = unixepoch() / 86400 WHERE name = NEW.name AND touched < unixepoch() / 86400;
        INSERT OR REPLACE INTO snapshots SELECT NEW.name, NEW.at, NEW.snapshot WHERE NEW.snapshot IS NOT NULL;
        INSERT OR REPLACE INTO deals
            SELECT NEW.name, value ->> 0, value ->> 1, value ->> 2, tail
            FROM json_each(NEW.deals), tables WHERE tables.name = NEW.name;
    END
    """,
)
_READ: Final = """
    WITH RECURSIVE back (id, before, first) AS (
        SELECT id, before, first FROM appends WHERE id = ?1
        UNION ALL
        SELECT appends.id, appends.before, appends.first FROM back JOIN appends ON appends.id = back.before
        WHERE back.first > ?2 + 1
    )
    SELECT json_group_array(json_array(first, json(lengths), hex(entries)))
    FROM back JOIN appends USING (id, first) WHERE first <= ?3
"""
_TAIL: Final = """
    SELECT json_group_array(tail) FROM tables WHERE name = ? AND last > ?
"""
_DEAL: Final = """
    SELECT json_group_array(json_array(first, last, tail)) FROM deals WHERE name = ? AND deal = ?
"""
_SNAPSHOT: Final = """
    SELECT json_group_array(json_array(seq, hex(data))) FROM snapshots WHERE name = ?
"""
_CLAIM: Final = """
    UPDATE tables SET claimed = ?1 + ?2 WHERE wake <= ?1 - ?3 AND claimed <= ?1 RETURNING name
"""
_CHECK: Final = "INSERT INTO checks (padding) VALUES (zeroblob(?))"
_CHECK_BYTES: Final = 64 * 1024
_EPOCH: Final = "SELECT json_array(coalesce(max(epoch), '')) FROM restores"
_LAST_OF_ALL: Final = 2**63 - 1


class _Append(NamedTuple):
    values: tuple[str, int, int, str, bytes, int | None, int, bytes | None, str]  # the columns of `appending`
    settled: Appended


_COLUMNS: Final = 9  # of `appending`
_AppendResult: TypeAlias = tuple[_Append, Exception | None]


class SqliteLog(SqlNotes):
    """`Log` and `Notes` in a file. Several processes may use one file."""

    def __init__(self, path: Path) -> None:
        try:
            self._writing = connect(path)
            if is_backup(self._writing):
                mark_restored(self._writing)
            for statement in _APPENDING:
                self._writing.execute(statement)
            self._reading: SqliteConnection = SqliteConnection(path, "log-reader")
        except sqlite3.OperationalError as error:
            raise unavailable(error) from error
        self._loop: asyncio.AbstractEventLoop | None = None  # of the first append; asking for it takes a system call
        self._queue: queue.SimpleQueue[_Append | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write_all, name="log-writer", daemon=True)
        self._writer.start()
        self._closed = False

    @property
    def waiting(self) -> int:
        """Number of appends in the writer's queue."""
        return self._queue.qsize()

    def append(self, batch: LogBatch, settled: Appended) -> None:
        if self._closed:
            raise RuntimeError("the log is closed")
        table, expected, entries, wake, snapshot, deals = batch
        lengths = str([len(entry) for entry in entries])
        at, data = (0, None) if snapshot is None else snapshot
        spans = str([list(span) for span in deals]) if deals else "[]"
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
        values = (table, expected, expected + len(entries), lengths, b"".join(entries), wake, at, data, spans)
        self._queue.put(_Append(values, settled))

    async def read(self, table: str, after: int = 0, upto: int | None = None) -> Sequence[bytes]:
        for tail in await self._ask(_TAIL, table, after):
            return await self._read_back(tail, after, _LAST_OF_ALL if upto is None else upto)
        return ()

    async def snapshot(self, table: str) -> Snapshot | None:
        for seq, data in await self._ask(_SNAPSHOT, table):
            return Snapshot(seq, bytes.fromhex(data))
        return None

    async def deal(self, table: str, number: int) -> Sequence[bytes]:
        for first, last, tail in await self._ask(_DEAL, table, number):
            return await self._read_back(tail, first - 1, last)
        return ()

    async def _read_back(self, tail: int, after: int, upto: int) -> Sequence[bytes]:
        """Return the entries between two numbers. `tail` is a row of the table at or after the last of them."""
        rows = sorted(await self._ask(_READ, tail, after, upto))  # SQLite promises no order of aggregated rows
        numbered = [part for first, lengths, joined in rows for part in split(first, lengths, bytes.fromhex(joined))]
        return tuple(entry for number, entry in numbered if after < number <= upto)

    async def epoch(self) -> str:
        (epoch,) = await self._ask(_EPOCH)
        return str(epoch)

    async def check(self) -> None:
        """Write more than fits into a free page and delete it: a full disk refuses that."""
        await self._reading.fetch(_CHECK, _CHECK_BYTES)
        await self._reading.fetch("DELETE FROM checks")

    async def claim(self, now: int) -> Sequence[str]:
        return [name for (name,) in await self._reading.fetch(_CLAIM, now, LEASE, TAKE_OVER)]

    async def close(self) -> None:
        """Write the queued appends and close the file."""
        if not self._closed:
            self._closed = True
            self._queue.put(None)
            await asyncio.to_thread(self._writer.join)
            await self._reading.close()
            self._writing.close()

    async def _ask(self, statement: str, *values: Any) -> list[Any]:
        """Run a query that returns all rows as one JSON array; fetching each row would give up the GIL."""
        ((text,),) = await self._reading.fetch(statement, *values)
        rows: list[Any] = msgspec.json.decode(text)
        return rows

    def _write_all(self) -> None:
        """Write groups until the log is closed. This is the writer thread."""
        stopping = False
        while not stopping:
            group, stopping = self._next_group()
            began = time.monotonic()
            if group:
                results = self._commit(group)
                assert self._loop is not None
                with suppress(RuntimeError):  # the event loop is closed: nobody waits
                    self._loop.call_soon_threadsafe(_settle_all, self._loop, results)
            if not stopping:
                apart = min(len(group) * _APART_S, _MAX_APART_S)
                time.sleep(max(0.0, began + apart - time.monotonic()))

    def _next_group(self) -> tuple[list[_Append], bool]:
        """Wait for an append. Return all queued ones, and whether the log is being closed."""
        group: list[_Append] = []
        append = self._queue.get()
        while append is not None:
            group.append(append)
            if len(group) == _MAX_GROUP or self._queue.empty():
                return group, False
            append = self._queue.get()
        return group, True

    def _commit(self, group: list[_Append]) -> list[_AppendResult]:
        """Group commit: write all appends in one transaction. If the store fails, all of them fail."""
        try:
            try:
                self._insert(group)
            except sqlite3.IntegrityError:  # one of them conflicts, and nothing was written
                return self._one_by_one(group)
            return [(append, None) for append in group]
        except sqlite3.DatabaseError as error:
            return [(append, unavailable(error)) for append in group]
        except Exception as error:  # every append must get a result
            return [(append, error) for append in group]

    def _one_by_one(self, group: list[_Append]) -> list[_AppendResult]:
        """Write each append with a statement of its own, to find those that conflict."""
        results: list[_AppendResult] = []
        with schema.transaction(self._writing):
            for append in group:
                try:
                    self._insert([append])
                except sqlite3.IntegrityError as error:
                    conflict = error.sqlite_errorcode == sqlite3.SQLITE_CONSTRAINT_TRIGGER
                    results.append((append, Conflict(append.values[0]) if conflict else error))
                else:
                    results.append((append, None))
        return results

    def _insert(self, group: list[_Append]) -> None:
        """Insert all or none. Raise `IntegrityError` if a table is not at the expected number."""
        values = [value for append in group for value in append.values]
        self._writing.execute(_insert_into_appending(len(group)), values)


def is_backup(connection: sqlite3.Connection) -> bool:
    """Return whether a file was made by `back_up` and is now being opened as a store."""
    (count,) = connection.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'a_back_up'").fetchone()
    return bool(count)


def mark_restored(connection: sqlite3.Connection) -> None:
    """PF-22: start a new epoch in a file that was restored from a backup."""
    with schema.transaction(connection):
        (before,) = connection.execute("SELECT coalesce(max(epoch), '') FROM restores").fetchone()
        connection.execute("INSERT INTO restores VALUES (?)", (new_epoch(before),))
        connection.execute("DROP TABLE IF EXISTS a_back_up")


def back_up(path: Path, target: Path) -> None:
    """Copy a store at one moment, while it is in use. The copy is complete or does not exist."""
    if not path.exists():
        raise FileNotFoundError(path)
    part = target.with_name(target.name + ".part")
    part.unlink(missing_ok=True)
    with closing(connect(path)) as source:
        try:
            os.close(os.open(part, os.O_CREAT | os.O_RDWR, 0o600))
            with closing(sqlite3.connect(part, isolation_level=None)) as copy:
                source.backup(copy)
                copy.execute("PRAGMA journal_mode = DELETE")  # a single file, without a WAL beside it
                copy.execute("CREATE TABLE IF NOT EXISTS a_back_up (mark INTEGER) STRICT")
                (verdict,) = copy.execute("PRAGMA integrity_check").fetchone()
                if verdict != "ok":
                    raise schema.BadFile(f"{path}: the copy is damaged: {verdict}")
            _sync(part)
            part.replace(target)
        finally:  # after an error, such as a full disk
            for ending in ("", "-journal", "-wal", "-shm"):
                part.with_name(part.name + ending).unlink(missing_ok=True)
    _sync(target.parent)


def _settle_all(loop: asyncio.AbstractEventLoop, results: list[_AppendResult]) -> None:
    for append, error in results:
        try:
            append.settled(error)
        except Exception as unexpected:  # the others must still get their results
            loop.call_exception_handler({"message": "an append's callback failed", "exception": unexpected})


@cache
def _insert_into_appending(count: int) -> str:
    row = f"({', '.join('?' * _COLUMNS)})"
    return f"INSERT INTO appending VALUES {', '.join([row] * count)}"


def split(first: int, lengths: Sequence[int], joined: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the entries of one append with their sequence numbers."""
    at = 0
    for number, length in enumerate(lengths, start=first):
        yield number, joined[at : at + length]
        at += length


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
