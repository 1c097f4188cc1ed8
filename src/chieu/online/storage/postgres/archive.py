"""Archive in PostgreSQL, with its own connection. Every step is one statement."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from chieu.online.service.ports import RETIRED, Conflict
from chieu.online.storage.postgres.connection import HeldConnection
from chieu.online.storage.postgres.log import CHANNEL
from chieu.online.storage.sql import SqlArchive

_AT_ONCE: Final = 1_000  # entries

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
_PURGE: Final = """
    WITH book AS MATERIALIZED (
        SELECT name, upto FROM chieu.books WHERE upto > 0 LIMIT 1 FOR UPDATE SKIP LOCKED
    ), purged AS (
        DELETE FROM chieu.entries USING book WHERE entries.name = book.name AND number > book.upto - $1::bigint
    )
    UPDATE chieu.books SET upto = greatest(0, book.upto - $1::bigint) FROM book WHERE books.name = book.name
    RETURNING books.name
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


class PostgresArchive(SqlArchive):
    """`Archive` in a database that any number of nodes share."""

    UNTOUCHED = """
        WITH old AS MATERIALIZED (
            SELECT name FROM chieu.tables WHERE touched < $1::bigint AND claimed <= $2::bigint
            ORDER BY touched LIMIT $4 FOR UPDATE SKIP LOCKED
        )
        UPDATE chieu.tables SET claimed = $2::bigint + $3::bigint FROM old WHERE tables.name = old.name
        RETURNING touched, tables.name
    """
    TOUCH = """
        UPDATE chieu.tables SET touched = floor(extract(epoch FROM clock_timestamp()) / 86400)::integer WHERE name = $1
    """
    TABLES = """
        SELECT name, last, touched, (SELECT count(*) FROM chieu.deals WHERE deals.name = tables.name AND deal > 0),
            (SELECT coalesce(sum(length(data)), 0) FROM chieu.entries WHERE entries.name = tables.name)
        FROM chieu.tables WHERE name > $1 ORDER BY name LIMIT $2
    """
    SIZE = """
        SELECT coalesce(sum(pg_total_relation_size(format('chieu.%I', tablename)::regclass)), 0)::bigint
        FROM pg_catalog.pg_tables WHERE schemaname = 'chieu'
    """

    def __init__(self, url: str) -> None:
        self._connection = HeldConnection(url)

    async def retire(self, table: str, expected: int, book: bytes) -> None:
        if not await self._connection.fetch(_RETIRE, table, expected, book):
            raise Conflict(table)

    async def purge(self) -> bool:
        return bool(await self._connection.fetch(_PURGE, _AT_ONCE))

    async def rewrite(
        self, table: str, upto: int, entry: Callable[[int, bytes], bytes], snapshot: Callable[[bytes], bytes]
    ) -> None:
        for end in range(upto, 0, -_AT_ONCE):
            while not await self._rewrite(table, end, entry):
                pass
        while not await self._rewrite_snapshot(table, upto, snapshot):
            pass

    async def _rewrite(self, table: str, end: int, entry: Callable[[int, bytes], bytes]) -> bool:
        """Rewrite a chunk of entries up to `end` by compare-and-set.

        Return False if another node rewrote some of them meanwhile; then the chunk has to be read again.
        """
        changed: list[tuple[int, bytes, bytes]] = []
        for number, raw in await self._connection.fetch(_ENTRIES, table, end - _AT_ONCE, end):
            rewritten = entry(number, raw)
            if rewritten != raw:
                changed.append((number, raw, rewritten))
        if not changed:
            return True
        numbers, before, new = (list(column) for column in zip(*changed, strict=True))
        return len(await self._connection.fetch(_REWRITE, table, numbers, before, new)) == len(changed)

    async def _rewrite_snapshot(self, table: str, upto: int, snapshot: Callable[[bytes], bytes]) -> bool:
        """Rewrite the snapshot likewise. A newer one that replaces it meanwhile needs no rewriting."""
        for number, raw in await self._connection.fetch(_SNAPSHOT, table, upto):
            rewritten = snapshot(raw)
            values = (table, number, raw, rewritten)
            if rewritten != raw and not await self._connection.fetch(_REWRITE_SNAPSHOT, *values):
                return False
        return True
