"""Archive in the same SQLite file as the log.

It has its own connection and thread: the log's reader never waits for it, and the log's writer at most for one small
transaction.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

import msgspec

from chieu.online.service.ports import Conflict
from chieu.online.storage.sql import SqlArchive
from chieu.online.storage.sqlite.connection import Execute, SqliteConnection
from chieu.online.storage.sqlite.log import split

_AT_ONCE: Final = 200  # rows of `appends` in one transaction

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


class SqliteArchive(SqlArchive):
    """`Archive` in a file."""

    UNTOUCHED = """
        UPDATE tables SET claimed = ?2 + ?3 WHERE name IN
            (SELECT name FROM tables WHERE touched < ?1 AND claimed <= ?2 ORDER BY touched LIMIT ?4)
        RETURNING touched, name
    """
    TOUCH = "UPDATE tables SET touched = unixepoch() / 86400 WHERE name = ?"
    TABLES = """
        SELECT name, last, touched, (SELECT count(*) FROM deals WHERE deals.name = tables.name AND deal > 0), (
            WITH RECURSIVE back (id, before, size) AS (
                SELECT id, before, length(entries) FROM appends WHERE id = tables.tail
                UNION ALL
                SELECT appends.id, appends.before, length(entries) FROM back JOIN appends ON appends.id = back.before
            )
            SELECT coalesce(sum(size), 0) FROM back
        )
        FROM tables WHERE name > ? ORDER BY name LIMIT ?
    """
    SIZE = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"

    def __init__(self, path: Path) -> None:
        self._connection: SqliteConnection = SqliteConnection(path, "archive")

    async def retire(self, table: str, expected: int, book: bytes) -> None:
        def replace(execute: Execute) -> None:
            row = execute("SELECT last, tail FROM tables WHERE name = ?", (table,)).fetchone()
            if row is None or row[0] != expected:
                raise Conflict(table)
            execute("INSERT OR REPLACE INTO books VALUES (?, ?, ?)", (table, book, row[1]))
            for relation in ("tables", "snapshots", "deals"):
                execute(f"DELETE FROM {relation} WHERE name = ?", (table,))

        await self._connection.transact(replace)

    async def purge(self) -> bool:
        def remove(execute: Execute) -> bool:
            row = execute("SELECT name, tail FROM books WHERE tail > 0 LIMIT 1").fetchone()
            if row is None:
                return False
            table, tail = row
            rows = execute(_IDS, (tail, _AT_ONCE)).fetchall()
            ids, rest = str([row for row, _ in rows]), min((before for _, before in rows), default=0)
            execute("DELETE FROM appends WHERE id IN (SELECT value FROM json_each(?))", (ids,))
            execute("UPDATE books SET tail = ? WHERE name = ?", (rest, table))
            return True

        return await self._connection.transact(remove)

    async def rewrite(
        self, table: str, upto: int, entry: Callable[[int, bytes], bytes], snapshot: Callable[[bytes], bytes]
    ) -> None:
        rows = await self._connection.fetch("SELECT tail FROM tables WHERE name = ?", table)
        tail = rows[0][0] if rows else 0
        while tail:
            tail = await self._connection.transact(partial(_rewrite, tail, upto, entry))
        await self._connection.transact(partial(_rewrite_snapshot, table, upto, snapshot))


def _rewrite(tail: int, upto: int, entry: Callable[[int, bytes], bytes], execute: Execute) -> int:
    """Rewrite some rows, from `tail` backwards. Return the row to go on from; 0 at the end."""
    rows = execute(_ROWS, (tail, _AT_ONCE)).fetchall()
    for row, _, first, lengths, joined in rows:
        parts = list(split(first, msgspec.json.decode(lengths), joined))
        new = [entry(number, raw) if number <= upto else raw for number, raw in parts]
        if new != [raw for _, raw in parts]:
            values = (str([len(raw) for raw in new]), b"".join(new), row)
            execute("UPDATE appends SET lengths = ?, entries = ? WHERE id = ?", values)
    return int(rows[-1][1]) if rows else 0


def _rewrite_snapshot(table: str, upto: int, snapshot: Callable[[bytes], bytes], execute: Execute) -> None:
    for (data,) in execute("SELECT data FROM snapshots WHERE name = ? AND seq <= ?", (table, upto)).fetchall():
        execute("UPDATE snapshots SET data = ? WHERE name = ?", (snapshot(data), table))
