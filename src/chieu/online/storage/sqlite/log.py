"""The log in one SQLite file.

One thread writes. While it waits for the disk others queue up, and all of them go into the next transaction: a thousand
tables share the price of one sync. Whoever comes too late (`Conflict`) is told so and spoils nothing for the rest.

A batch is one statement, however many appends it holds, and a trigger does the rest: Python's lock is handed over for
each statement, and while the event loop is busy it takes milliseconds to get it back. At 2,500 appends a second beside
a busy loop a statement for each append gave a 99th percentile of 51 ms, where a handful of statements gave 4.
"""

from __future__ import annotations

import asyncio
import os
import queue
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec

from chieu.core.versions import OtherVersion
from chieu.online.service.ports import CLAIMED_FOR, TAKE_OVER, Appended, Conflict, LogBatch, Snapshot, Unavailable, tell
from chieu.online.storage.sqlite import schema
from chieu.online.storage.system import new_epoch

_BATCH_AT_MOST: Final = 256  # as many statements are kept prepared
# Between the beginnings of two batches, for each append of the first of them, and at most. Under 3,000 appends a second
# nothing waits for a batch to grow: the disk takes longer than that. Over it they grow, because that saves work.
_APART_S: Final = 0.0003
_APART_AT_MOST_S: Final = 0.004
_OTHERS_MAY_HOLD_IT_S: Final = 10.0

# What is written to `appending` goes to the end of its table, or says that somebody else was there first.
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
    loop: asyncio.AbstractEventLoop


_COLUMNS: Final = 9  # of `appending`
_AppendResult: TypeAlias = tuple[_Append, Exception | None]


class SqliteLog:
    """The `Log` of a house, in a file. Several processes may use one file."""

    def __init__(self, path: Path) -> None:
        """Opens the file, and makes it if there is none. It holds the houses' secrets: nobody else may read it."""
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        try:
            self._writing = connect(path)
            if is_back_up(self._writing):
                mark_restored(self._writing)
            for statement in _APPENDING:
                self._writing.execute(statement)
            self._reading = connect(path)
        except sqlite3.OperationalError as error:
            raise _unavailable(error) from error
        self._queue: queue.SimpleQueue[_Append | None] = queue.SimpleQueue()
        self._readers = ThreadPoolExecutor(1, "log-reader")
        self._writer = threading.Thread(target=self._write_all, name="log-writer", daemon=True)
        self._writer.start()
        self._closed = False

    def append(self, batch: LogBatch, settled: Appended) -> None:
        if self._closed:
            raise RuntimeError("the log is closed")
        table, expected, entries, wake, snapshot, deals = batch
        lengths = str([len(entry) for entry in entries])
        at, data = (0, None) if snapshot is None else snapshot
        spans = str([list(one) for one in deals]) if deals else "[]"
        loop = asyncio.get_running_loop()
        values = (table, expected, expected + len(entries), lengths, b"".join(entries), wake, at, data, spans)
        self._queue.put(_Append(values, settled, loop))

    async def read(self, table: str, after: int = 0, upto: int | None = None) -> Sequence[bytes]:
        for tail in await self._ask(_TAIL, (table, after)):
            return await self._read_back(tail, after, _LAST_OF_ALL if upto is None else upto)
        return ()

    async def snapshot(self, table: str) -> Snapshot | None:
        for seq, data in await self._ask(_SNAPSHOT, (table,)):
            return Snapshot(seq, bytes.fromhex(data))
        return None

    async def deal(self, table: str, number: int) -> Sequence[bytes]:
        for first, last, tail in await self._ask(_DEAL, (table, number)):
            return await self._read_back(tail, first - 1, last)
        return ()

    async def _read_back(self, tail: int, after: int, upto: int) -> Sequence[bytes]:
        """The entries between two numbers, from a row at which or before which they end."""
        rows = await self._ask(_READ, (tail, after, upto))
        # Aggregates come in no promised order.
        found = [entry for first, lengths, joined in sorted(rows) for entry in _apart(first, lengths, joined)]
        return tuple(entry for number, entry in found if after < number <= upto)

    async def epoch(self) -> str:
        (epoch,) = await self._ask(_EPOCH, ())
        return str(epoch)

    async def check(self) -> None:
        """Writes more than fits into a page that is there already, and takes it back: a full disk refuses that."""
        await self._run(_CHECK, (_CHECK_BYTES,))
        await self._run("DELETE FROM checks", ())

    async def claim(self, now: int) -> Sequence[str]:
        return [name for (name,) in await self._run(_CLAIM, (now, CLAIMED_FOR, TAKE_OVER))]

    async def keep(self, name: str, value: bytes, now: int = 0, until: int | None = None) -> bytes:
        await self._run("DELETE FROM notes WHERE until <= ?", (now,))
        await self._run("INSERT OR IGNORE INTO notes VALUES (?, ?, ?)", (name, value, until))
        ((kept,),) = await self._run("SELECT value FROM notes WHERE name = ?", (name,))
        return bytes(kept)

    async def take(self, name: str, now: int) -> bytes | None:
        statement = "DELETE FROM notes WHERE name = ? AND (until IS NULL OR until > ?) RETURNING value"
        for (value,) in await self._run(statement, (name, now)):
            return bytes(value)
        return None

    async def write(self, name: str, value: bytes) -> None:
        await self._run("INSERT OR REPLACE INTO notes VALUES (?, ?, NULL)", (name, value))

    async def under(self, prefix: str) -> Sequence[tuple[str, bytes]]:
        statement = "SELECT name, value FROM notes WHERE substr(name, 1, length(?1)) = ?1 ORDER BY name"
        return [(str(name), bytes(value)) for name, value in await self._run(statement, (prefix,))]

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

        ((text,),) = await self._run(statement, values)
        rows: list[Any] = msgspec.json.decode(text)
        return rows

    async def _run(self, statement: str, values: tuple[Any, ...]) -> list[Any]:
        def run() -> list[Any]:
            try:
                return self._reading.execute(statement, values).fetchall()
            except sqlite3.DatabaseError as error:
                raise _unavailable(error) from error

        return await asyncio.get_running_loop().run_in_executor(self._readers, run)

    def _write_all(self) -> None:
        """The writer's whole life."""
        closing = False
        while not closing:
            batch, closing = self._next_batch()
            began = time.monotonic()
            if batch:
                _tell(self._written(batch))
            if not closing:
                apart = min(len(batch) * _APART_S, _APART_AT_MOST_S)
                time.sleep(max(0.0, began + apart - time.monotonic()))

    def _next_batch(self) -> tuple[list[_Append], bool]:
        """Everything that is queued, and whether that was the last."""
        batch: list[_Append] = []
        one = self._queue.get()
        while one is not None:
            batch.append(one)
            if len(batch) == _BATCH_AT_MOST or self._queue.empty():
                return batch, False
            one = self._queue.get()
        return batch, True

    def _written(self, batch: list[_Append]) -> list[_AppendResult]:
        """What became of each append. When the store itself fails (the disk is full) it fails for all of them."""
        try:
            try:
                self._insert(batch)
            except sqlite3.IntegrityError:  # somebody is late, and nothing was written
                return self._one_by_one(batch)
            return [(one, None) for one in batch]
        except sqlite3.DatabaseError as error:
            return [(one, _unavailable(error)) for one in batch]
        except Exception as error:  # whatever it is, those who wait must hear of it
            return [(one, error) for one in batch]

    def _one_by_one(self, batch: list[_Append]) -> list[_AppendResult]:
        """The same in many statements, which tell who is late."""
        outcomes: list[_AppendResult] = []
        self._writing.execute("BEGIN IMMEDIATE")
        try:
            for one in batch:
                try:
                    self._insert([one])
                except sqlite3.IntegrityError as error:
                    late = error.sqlite_errorcode == sqlite3.SQLITE_CONSTRAINT_TRIGGER
                    outcomes.append((one, Conflict(one.values[0]) if late else error))
                else:
                    outcomes.append((one, None))
            self._writing.execute("COMMIT")
        finally:
            if self._writing.in_transaction:
                self._writing.execute("ROLLBACK")
        return outcomes

    def _insert(self, batch: list[_Append]) -> None:
        """All or none; `IntegrityError` if a table is not at the number expected."""
        values = [value for one in batch for value in one.values]
        self._writing.execute(_insert_into_appending(len(batch)), values)


def _unavailable(error: sqlite3.DatabaseError) -> Unavailable:
    """An error of its own for each who waits, because whoever gets it raises it. It has the code too: "disk I/O error"
    may be a dozen things."""
    code = getattr(error, "sqlite_errorname", "")
    unavailable = Unavailable(f"SQLite: {error}" + (f" ({code})" if code else ""))
    unavailable.__cause__ = error
    return unavailable


def connect(path: Path) -> sqlite3.Connection:
    """Open a store, and create its tables if the file is empty. Raise `BadFile` if it cannot be one of ours."""
    connection = sqlite3.connect(
        path,
        timeout=_OTHERS_MAY_HOLD_IT_S,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=_BATCH_AT_MOST + 16,
    )
    try:
        schema.prepare(connection, schema.STORE)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA temp_store = MEMORY")  # else every batch makes a file, in case it is to be undone
    except sqlite3.DatabaseError as error:
        connection.close()
        if isinstance(error, sqlite3.OperationalError):
            raise
        raise schema.BadFile(f"{path}: this is not an SQLite file: {error}") from None
    except (schema.BadFile, OtherVersion) as error:
        connection.close()
        raise schema.BadFile(f"{path}: {error}") from None
    except BaseException:
        connection.close()
        raise
    return connection


def is_back_up(connection: sqlite3.Connection) -> bool:
    """Whether a file was made by `back_up` and has been put in the place of the tables since."""
    found = connection.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'a_back_up'").fetchone()
    return bool(found[0])


def mark_restored(connection: sqlite3.Connection) -> None:
    """PF-22: this file has gone back to a back-up, and goes on as the tables from here."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        (before,) = connection.execute("SELECT coalesce(max(epoch), '') FROM restores").fetchone()
        connection.execute("INSERT INTO restores VALUES (?)", (new_epoch(before),))
        connection.execute("DROP TABLE IF EXISTS a_back_up")
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def back_up(path: Path, target: Path) -> None:
    """Copy the file as it is at one moment, while others write on. The copy is whole or not there at all."""
    if not path.exists():
        raise FileNotFoundError(path)
    part = target.with_name(target.name + ".part")
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_CREAT | os.O_RDWR, 0o600))
    source, copy = connect(path), sqlite3.connect(part, isolation_level=None)
    try:
        source.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, nothing beside it
        copy.execute("CREATE TABLE IF NOT EXISTS a_back_up (mark INTEGER) STRICT")
        (verdict,) = copy.execute("PRAGMA integrity_check").fetchone()
        if verdict != "ok":
            raise schema.BadFile(f"{path}: the copy is damaged: {verdict}")
    finally:
        source.close()
        copy.close()
    _sync(part)
    part.replace(target)
    _sync(target.parent)


def _tell(outcomes: list[_AppendResult]) -> None:
    by_loop: dict[asyncio.AbstractEventLoop, list[_AppendResult]] = {}
    for outcome in outcomes:
        by_loop.setdefault(outcome[0].loop, []).append(outcome)
    for loop, told in by_loop.items():
        try:
            loop.call_soon_threadsafe(_settle, told)
        except RuntimeError:  # that loop is closed: nobody waits there any more
            continue


def _settle(outcomes: list[_AppendResult]) -> None:
    for one, error in outcomes:
        tell(one.settled, error)


@cache
def _insert_into_appending(count: int) -> str:
    row = f"({', '.join('?' * _COLUMNS)})"
    return f"INSERT INTO appending VALUES {', '.join([row] * count)}"


def _apart(first: int, lengths: list[int], joined: str) -> Iterator[tuple[int, bytes]]:
    """What was appended together, entry by entry with their numbers."""
    whole, at = bytes.fromhex(joined), 0
    for number, length in enumerate(lengths, start=first):
        yield number, whole[at : at + length]
        at += length


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
