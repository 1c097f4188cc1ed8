"""Notes and archive in SQL: what SQLite and PostgreSQL do alike.

Statements for both are written for PostgreSQL, and `SqliteConnection.fetch` adapts them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Protocol

from chieu.online.service.ports import DAY, RETIRE_LEASE, Conflict, TableInfo


class Connection(Protocol):
    """A connection to the store that runs one statement at a time."""

    async def fetch(self, statement: str, *values: Any) -> list[Any]:
        """Run a statement and return its rows. Raise `Unavailable`."""

    async def close(self) -> None: ...


class SqlNotes:
    """`Notes` in the table `notes`."""

    _reading: Connection

    async def keep(self, name: str, value: bytes, now: int = 0, until: int | None = None) -> bytes:
        await self._reading.fetch("DELETE FROM chieu.notes WHERE until <= $1", now)
        insert = "INSERT INTO chieu.notes VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"
        await self._reading.fetch(insert, name, value, until)
        ((stored,),) = await self._reading.fetch("SELECT value FROM chieu.notes WHERE name = $1", name)
        return bytes(stored)

    async def take(self, name: str, now: int) -> bytes | None:
        statement = "DELETE FROM chieu.notes WHERE name = $1 AND (until IS NULL OR until > $2) RETURNING value"
        for (value,) in await self._reading.fetch(statement, name, now):
            return bytes(value)
        return None

    async def write(self, name: str, value: bytes) -> None:
        insert = "INSERT INTO chieu.notes (name, value) VALUES ($1, $2)"
        await self._reading.fetch(f"{insert} ON CONFLICT (name) DO UPDATE SET value = $2, until = NULL", name, value)

    async def under(self, prefix: str) -> Sequence[tuple[str, bytes]]:
        statement = "SELECT name, value FROM chieu.notes WHERE substr(name, 1, length($1)) = $1 ORDER BY name"
        return [(str(name), bytes(value)) for name, value in await self._reading.fetch(statement, prefix)]


class SqlArchive:
    """The steps of `Archive` that are one statement."""

    UNTOUCHED: ClassVar[str]
    TOUCH: ClassVar[str]
    TABLES: ClassVar[str]
    SIZE: ClassVar[str]

    _connection: Connection

    async def claim_untouched(self, before: int, now: int, limit: int) -> Sequence[str]:
        rows = await self._connection.fetch(self.UNTOUCHED, before // DAY, now, RETIRE_LEASE, limit)
        return [name for _, name in sorted(tuple(row) for row in rows)]

    async def touch(self, table: str) -> None:
        await self._connection.fetch(self.TOUCH, table)

    async def book(self, table: str) -> bytes | None:
        for (data,) in await self._connection.fetch("SELECT data FROM chieu.books WHERE name = $1", table):
            return bytes(data)
        return None

    async def replace_book(self, table: str, before: bytes, book: bytes) -> None:
        statement = "UPDATE chieu.books SET data = $3 WHERE name = $1 AND data = $2 RETURNING name"
        if not await self._connection.fetch(statement, table, before, book):
            raise Conflict(table)

    async def tables(self, after: str, limit: int) -> Sequence[TableInfo]:
        rows = await self._connection.fetch(self.TABLES, after, limit)
        return [TableInfo(name, last, touched * DAY, deals, int(size)) for name, last, touched, deals, size in rows]

    async def size(self) -> int:
        ((size,),) = await self._connection.fetch(self.SIZE)
        return int(size)

    async def close(self) -> None:
        """Close the connection when the work under way is done."""
        await self._connection.close()
