"""Archive in the same SQLite file as the log.

It has its own connection and thread: the log's reader never waits for it, and the log's writer at most for one small
transaction.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from chieu.online.service.ports import DAY, RETIRE_LEASE, Conflict, TableInfo, Unavailable
from chieu.online.storage.sqlite.log import connect, split

T = TypeVar("T")
_AT_ONCE: Final = 200  # rows of `appends` in one transaction

_UNTOUCHED: Final = """
    UPDATE tables SET claimed = ?2 + ?3 WHERE name IN
        (SELECT name FROM tables WHERE touched < ?1 AND claimed <= ?2 ORDER BY touched LIMIT ?4)
    RETURNING touched, name
"""
_TOUCH: Final = "UPDATE tables SET touched = unixepoch() / 86400 WHERE name = ?"
_BACK: Final = """
    WITH RECURSIVE back (id, before) AS (
        SELECT id, before FROM appends WHERE id = ?1
        UNION ALL
        SELECT appends.id, appends.before FROM back JOIN appends ON appends.id = back.before LIMIT ?2
    )
"""
_IDS: Final = f"{_BACK} SELECT id, before FROM back"
_ROWS: Final = f"""
    {_BACK} SELECT id, before, first, lengths, entries FROM back JOIN appends USING (id, before) ORDER BY id DESC
"""
_TABLES: Final = """
    SELECT name, last, touched, (SELECT count(*) FROM deals WHERE deals.name = tables.name), (
        WITH RECURSIVE back (id, before, size) AS (
            SELECT id, before, length(entries) FROM appends WHERE id = tables.tail
            UNION ALL
            SELECT appends.id, appends.before, length(entries) FROM back JOIN appends ON appends.id = back.before
        )
        SELECT sum(size) FROM back
    )
    FROM tables WHERE name > ? ORDER BY name LIMIT ?
"""
_SIZE: Final = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"


class SqliteArchive:
    """`Archive` in a file."""

    def __init__(self, path: Path) -> None:
        self._connection = connect(path)
        self._thread = ThreadPoolExecutor(1, "archive")

    async def claim_untouched(self, before: int, now: int, most: int) -> Sequence[str]:
        def run() -> list[str]:
            rows = self._connection.execute(_UNTOUCHED, (before // DAY, now, RETIRE_LEASE, most)).fetchall()
            return [name for _, name in sorted(rows)]

        return await self._run(run)

    async def touch(self, table: str) -> None:
        await self._run(lambda: self._connection.execute(_TOUCH, (table,)).fetchall())

    async def retire(self, table: str, expected: int, book: bytes) -> None:
        def run() -> None:
            with self._transaction() as write:
                row = write("SELECT last, tail FROM tables WHERE name = ?", (table,)).fetchone()
                if row is None or row[0] != expected:
                    raise Conflict(table)
                write("INSERT OR REPLACE INTO books VALUES (?, ?, ?)", (table, book, row[1]))
                for relation in ("tables", "snapshots", "deals"):
                    write(f"DELETE FROM {relation} WHERE name = ?", (table,))

        await self._run(run)

    async def purge(self) -> bool:
        def run() -> bool:
            with self._transaction() as write:
                row = write("SELECT name, tail FROM books WHERE tail > 0 LIMIT 1", ()).fetchone()
                if row is None:
                    return False
                table, tail = row
                rows = write(_IDS, (tail, _AT_ONCE)).fetchall()
                ids, rest = str([row for row, _ in rows]), min((before for _, before in rows), default=0)
                write("DELETE FROM appends WHERE id IN (SELECT value FROM json_each(?))", (ids,))
                write("UPDATE books SET tail = ? WHERE name = ?", (rest, table))
                return True

        return await self._run(run)

    async def book(self, table: str) -> bytes | None:
        def run() -> bytes | None:
            row = self._connection.execute("SELECT data FROM books WHERE name = ?", (table,)).fetchone()
            return None if row is None else row[0]

        return await self._run(run)

    async def replace_book(self, table: str, before: bytes, book: bytes) -> None:
        statement = "UPDATE books SET data = ? WHERE name = ? AND data = ?"
        if not await self._run(lambda: self._connection.execute(statement, (book, table, before)).rowcount):
            raise Conflict(table)

    async def tables(self, after: str, most: int) -> Sequence[TableInfo]:
        def run() -> list[TableInfo]:
            rows = self._connection.execute(_TABLES, (after, most)).fetchall()
            return [TableInfo(name, last, touched * DAY, deals, size or 0) for name, last, touched, deals, size in rows]

        return await self._run(run)

    async def size(self) -> int:
        def run() -> int:
            ((size,),) = self._connection.execute(_SIZE).fetchall()
            return int(size)

        return await self._run(run)

    async def rewrite(
        self, table: str, upto: int, entry: Callable[[int, bytes], bytes], snapshot: Callable[[bytes], bytes]
    ) -> None:
        rows = await self._run(
            lambda: self._connection.execute("SELECT tail FROM tables WHERE name = ?", (table,)).fetchall()
        )
        tail = rows[0][0] if rows else 0
        while tail:
            tail = await self._run(lambda tail=tail: self._rewrite(tail, upto, entry))  # type: ignore[misc]
        await self._run(lambda: self._rewrite_snapshot(table, upto, snapshot))

    def _rewrite(self, tail: int, upto: int, entry: Callable[[int, bytes], bytes]) -> int:
        """Rewrite some rows, from `tail` backwards. Return the row to go on from; 0 at the end."""
        with self._transaction() as write:
            rows = write(_ROWS, (tail, _AT_ONCE)).fetchall()
            for row, _, first, lengths, joined in rows:
                parts = list(split(first, msgspec.json.decode(lengths), joined))
                new = [entry(number, raw) if number <= upto else raw for number, raw in parts]
                if new != [raw for _, raw in parts]:
                    values = (str([len(raw) for raw in new]), b"".join(new), row)
                    write("UPDATE appends SET lengths = ?, entries = ? WHERE id = ?", values)
        return int(rows[-1][1]) if rows else 0

    def _rewrite_snapshot(self, table: str, upto: int, snapshot: Callable[[bytes], bytes]) -> None:
        with self._transaction() as write:
            for (data,) in write("SELECT data FROM snapshots WHERE name = ? AND seq <= ?", (table, upto)).fetchall():
                write("UPDATE snapshots SET data = ? WHERE name = ?", (snapshot(data), table))

    async def close(self) -> None:
        """Finish the work under way and close the connection."""
        await asyncio.to_thread(self._thread.shutdown)
        self._connection.close()

    @contextmanager
    def _transaction(self) -> Iterator[Any]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield self._connection.execute
            self._connection.execute("COMMIT")
        finally:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")

    async def _run(self, work: Callable[[], T]) -> T:
        def run() -> T:
            try:
                return work()
            except sqlite3.OperationalError as error:
                raise Unavailable(f"SQLite: {error}") from error

        return await asyncio.get_running_loop().run_in_executor(self._thread, run)
