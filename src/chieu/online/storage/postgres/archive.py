"""The archive in PostgreSQL, over a connection of its own. Every step is one statement."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from chieu.online.service.ports import RETIRED, RETIRING_FOR, Conflict, TableInfo
from chieu.online.storage.postgres.connection import HeldConnection
from chieu.online.storage.postgres.log import CHANNEL

DAY: Final = 86_400_000  # milliseconds
_AT_ONCE: Final = 1_000  # entries

_UNTOUCHED: Final = """
    WITH old AS MATERIALIZED (
        SELECT name FROM chieu.tables WHERE touched < $1::bigint AND claimed <= $2::bigint
        ORDER BY touched LIMIT $4 FOR UPDATE SKIP LOCKED
    )
    UPDATE chieu.tables SET claimed = $2::bigint + $3::bigint FROM old WHERE tables.name = old.name
    RETURNING touched, tables.name
"""
_TOUCH: Final = """
    UPDATE chieu.tables SET touched = floor(extract(epoch FROM clock_timestamp()) / 86400)::integer WHERE name = $1
"""
_RETIRE: Final = f"""
    WITH gone AS (
        DELETE FROM chieu.tables WHERE name = $1 AND last = $2 RETURNING name, last
    ), unsnapped AS (
        DELETE FROM chieu.snapshots USING gone WHERE snapshots.name = gone.name
    ), undealt AS (
        DELETE FROM chieu.deals USING gone WHERE deals.name = gone.name
    )
    INSERT INTO chieu.books (name, data, upto) SELECT name, $3, last FROM gone
    ON CONFLICT (name) DO UPDATE SET data = excluded.data, upto = excluded.upto
    RETURNING name, pg_notify('{CHANNEL}', name || ':{RETIRED}')
"""
_SHED: Final = """
    WITH one AS MATERIALIZED (
        SELECT name, upto FROM chieu.books WHERE upto > 0 LIMIT 1 FOR UPDATE SKIP LOCKED
    ), gone AS (
        DELETE FROM chieu.entries USING one WHERE entries.name = one.name AND number > one.upto - $1::bigint
    )
    UPDATE chieu.books SET upto = greatest(0, one.upto - $1::bigint) FROM one WHERE books.name = one.name
    RETURNING books.name
"""
_BOOK: Final = "SELECT data FROM chieu.books WHERE name = $1"
_REBIND: Final = "UPDATE chieu.books SET data = $3 WHERE name = $1 AND data = $2 RETURNING name"
_TABLES: Final = """
    SELECT name, last, touched, (SELECT count(*) FROM chieu.deals WHERE deals.name = tables.name),
        (SELECT coalesce(sum(length(data)), 0) FROM chieu.entries WHERE entries.name = tables.name)
    FROM chieu.tables WHERE name > $1 ORDER BY name LIMIT $2
"""
_SIZE: Final = """
    SELECT coalesce(sum(pg_total_relation_size(format('chieu.%I', tablename)::regclass)), 0)::bigint
    FROM pg_catalog.pg_tables WHERE schemaname = 'chieu'
"""
_ENTRIES: Final = """
    SELECT number, data FROM chieu.entries WHERE name = $1 AND number > $2::bigint AND number <= $3::bigint
"""
_REWRITE: Final = """
    UPDATE chieu.entries SET data = new.data
    FROM unnest($2::bigint[], $3::bytea[], $4::bytea[]) AS new (number, before, data)
    WHERE entries.name = $1 AND entries.number = new.number AND entries.data = new.before RETURNING new.number
"""
_SNAPSHOT: Final = "SELECT number, data FROM chieu.snapshots WHERE name = $1 AND number <= $2"
_REWRITE_SNAPSHOT: Final = """
    UPDATE chieu.snapshots SET data = $4 WHERE name = $1 AND number = $2 AND data = $3 RETURNING number
"""


class PostgresArchive:
    """The `Archive` of a house, in a database that any number of houses share."""

    def __init__(self, url: str) -> None:
        self._connection = HeldConnection(url)

    async def untouched(self, before: int, now: int, most: int) -> Sequence[str]:
        rows = await self._connection.fetch(_UNTOUCHED, before // DAY, now, RETIRING_FOR, most)
        return [name for _, name in sorted(tuple(row) for row in rows)]

    async def touch(self, table: str) -> None:
        await self._connection.fetch(_TOUCH, table)

    async def retire(self, table: str, expected: int, book: bytes) -> None:
        if not await self._connection.fetch(_RETIRE, table, expected, book):
            raise Conflict(table)

    async def shed(self) -> bool:
        return bool(await self._connection.fetch(_SHED, _AT_ONCE))

    async def book(self, table: str) -> bytes | None:
        for (data,) in await self._connection.fetch(_BOOK, table):
            return bytes(data)
        return None

    async def rebind(self, table: str, before: bytes, book: bytes) -> None:
        if not await self._connection.fetch(_REBIND, table, before, book):
            raise Conflict(table)

    async def tables(self, after: str, most: int) -> Sequence[TableInfo]:
        rows = await self._connection.fetch(_TABLES, after, most)
        return [TableInfo(name, last, touched * DAY, deals, int(size)) for name, last, touched, deals, size in rows]

    async def size(self) -> int:
        ((size,),) = await self._connection.fetch(_SIZE)
        return int(size)

    async def rewrite(
        self, table: str, upto: int, entry: Callable[[int, bytes], bytes], snapshot: Callable[[bytes], bytes]
    ) -> None:
        for end in range(upto, 0, -_AT_ONCE):
            while not await self._rewritten(table, end, entry):
                pass
        while not await self._snapshot_rewritten(table, upto, snapshot):
            pass

    async def _rewritten(self, table: str, end: int, entry: Callable[[int, bytes], bytes]) -> bool:
        """Rewrites entries up to one of them. False if another node rewrote some of these meanwhile: they are as it
        left them, and have to be read again."""
        changed: list[tuple[int, bytes, bytes]] = []
        for number, raw in await self._connection.fetch(_ENTRIES, table, end - _AT_ONCE, end):
            made = entry(number, raw)
            if made != raw:
                changed.append((number, raw, made))
        if not changed:
            return True
        numbers, before, new = (list(column) for column in zip(*changed, strict=True))
        return len(await self._connection.fetch(_REWRITE, table, numbers, before, new)) == len(changed)

    async def _snapshot_rewritten(self, table: str, upto: int, snapshot: Callable[[bytes], bytes]) -> bool:
        """The same of the snapshot. A newer one that comes meanwhile was made of what is so already."""
        for number, raw in await self._connection.fetch(_SNAPSHOT, table, upto):
            made = snapshot(raw)
            if made != raw and not await self._connection.fetch(_REWRITE_SNAPSHOT, table, number, raw, made):
                return False
        return True

    async def close(self) -> None:
        """Ends the connection."""
        await self._connection.close()
