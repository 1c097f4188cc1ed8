"""The log in PostgreSQL.

While one batch of appends is under way others queue up, and all of them go into the next statement: a thousand tables
share the price of one round trip and one sync. A statement is a transaction of its own. It locks the rows of its tables
in the order of their names, so that nodes do not wait for each other in a circle, and moves those that are where they
are expected to be. Whoever comes too late is told so and spoils nothing for the rest. All nodes are told in the same
transaction (`PostgresBus` listens).
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from chieu.online.service.ports import CLAIMED_FOR, TAKE_OVER, Appended, Conflict, LogBatch, Snapshot, Unavailable, tell
from chieu.online.storage.postgres.connection import HeldConnection, StatementFailed
from chieu.online.storage.system import new_epoch

CHANNEL: Final = "chieu"
_TOGETHER_AT_MOST: Final = 256
_APART_S: Final = 0.002  # between the beginnings of two statements, at least: each costs as much as some appends

_APPEND: Final = f"""
    WITH given AS (
        SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bytea[])
            AS given (name, expected, last, wake, snapshot_at, snapshot)
    ), locked AS MATERIALIZED (
        SELECT given.* FROM given JOIN chieu.tables ON tables.name = given.name AND tables.last = given.expected
        ORDER BY tables.name FOR UPDATE OF tables
    ), moved AS (
        UPDATE chieu.tables SET last = locked.last, wake = locked.wake,
            touched = floor(extract(epoch FROM clock_timestamp()) / 86400)::integer
        FROM locked WHERE tables.name = locked.name
        RETURNING tables.name, tables.last
    ), opened AS (
        INSERT INTO chieu.tables (name, last, wake)
        SELECT name, last, wake FROM given WHERE expected = 0 ORDER BY name
        ON CONFLICT DO NOTHING RETURNING name, last
    ), done AS (
        SELECT * FROM moved UNION ALL SELECT * FROM opened
    ), written AS (
        INSERT INTO chieu.entries (name, number, data)
        SELECT name, number, data FROM unnest($7::text[], $8::bigint[], $9::bytea[]) AS entry (name, number, data)
        JOIN done USING (name)
    ), kept AS (
        INSERT INTO chieu.snapshots (name, number, data)
        SELECT name, snapshot_at, snapshot FROM given JOIN done USING (name) WHERE snapshot IS NOT NULL
        ON CONFLICT (name) DO UPDATE SET number = excluded.number, data = excluded.data
    ), dealt AS (
        INSERT INTO chieu.deals (name, deal, first, last)
        SELECT name, deal, span.first, span.last
        FROM unnest($10::text[], $11::bigint[], $12::bigint[], $13::bigint[]) AS span (name, deal, first, last)
        JOIN done USING (name)
        ON CONFLICT (name, deal) DO UPDATE SET first = excluded.first, last = excluded.last
    )
    SELECT name, pg_notify('{CHANNEL}', name || ':' || last) FROM done
"""
# Of a table that is retired some entries may still be there.
_READ: Final = """
    SELECT data FROM chieu.entries WHERE name = $1 AND number > $2 AND number <= $3
        AND EXISTS (SELECT FROM chieu.tables WHERE tables.name = $1)
    ORDER BY number
"""
_SNAPSHOT: Final = "SELECT number, data FROM chieu.snapshots WHERE name = $1"
_DEAL: Final = """
    SELECT data FROM chieu.deals JOIN chieu.entries ON entries.name = deals.name AND number BETWEEN first AND last
    WHERE deals.name = $1 AND deal = $2 ORDER BY number
"""
_CLAIM: Final = """
    WITH late AS MATERIALIZED (
        SELECT name FROM chieu.tables WHERE wake <= $1::bigint - $3::bigint AND claimed <= $1::bigint
        FOR UPDATE SKIP LOCKED
    )
    UPDATE chieu.tables SET claimed = $1::bigint + $2::bigint FROM late WHERE tables.name = late.name
    RETURNING tables.name
"""
_EPOCH: Final = "SELECT coalesce(max(epoch), '') FROM chieu.restores"
_RESTORED: Final = "INSERT INTO chieu.restores (epoch) VALUES ($1)"
_CHECK: Final = """
    INSERT INTO chieu.checks VALUES (1, clock_timestamp()) ON CONFLICT (id) DO UPDATE SET at = excluded.at
"""
_LAST_OF_ALL: Final = 2**63 - 1


class _Append(NamedTuple):
    batch: LogBatch
    settled: Appended


class PostgresLog:
    """The `Log` of a house, in a database that any number of houses share. It holds two connections: one writes."""

    def __init__(self, url: str) -> None:
        self._writing = HeldConnection(url)
        self._reading = HeldConnection(url)
        self._queue: deque[_Append] = deque()
        self._writer: asyncio.Task[None] | None = None
        self._closed = False

    @property
    def pid(self) -> int | None:
        """The server's process that writes for this log now, by which its notifications are known."""
        return self._writing.pid

    def append(self, batch: LogBatch, settled: Appended) -> None:
        if self._closed:
            raise RuntimeError("the log is closed")
        self._queue.append(_Append(batch, settled))
        if self._writer is None:
            self._writer = asyncio.get_running_loop().create_task(self._write_all())

    async def read(self, table: str, after: int = 0, upto: int | None = None) -> Sequence[bytes]:
        rows = await self._reading.fetch(_READ, table, after, _LAST_OF_ALL if upto is None else upto)
        return [data for (data,) in rows]

    async def snapshot(self, table: str) -> Snapshot | None:
        for number, data in await self._reading.fetch(_SNAPSHOT, table):
            return Snapshot(number, data)
        return None

    async def deal(self, table: str, number: int) -> Sequence[bytes]:
        return [data for (data,) in await self._reading.fetch(_DEAL, table, number)]

    async def epoch(self) -> str:
        return str((await self._reading.fetch(_EPOCH))[0][0])

    async def mark_restored(self) -> None:
        """PF-22: this database has gone back to a back-up, and goes on from here."""
        await self._reading.fetch(_RESTORED, new_epoch(await self.epoch()))

    async def check(self) -> None:
        await self._reading.fetch(_CHECK)

    async def claim(self, now: int) -> Sequence[str]:
        return [name for (name,) in await self._reading.fetch(_CLAIM, now, CLAIMED_FOR, TAKE_OVER)]

    async def keep(self, name: str, value: bytes, now: int = 0, until: int | None = None) -> bytes:
        await self._reading.fetch("DELETE FROM chieu.notes WHERE until <= $1", now)
        await self._reading.fetch(
            "INSERT INTO chieu.notes VALUES ($1, $2, $3) ON CONFLICT DO NOTHING", name, value, until
        )
        ((kept,),) = await self._reading.fetch("SELECT value FROM chieu.notes WHERE name = $1", name)
        return bytes(kept)

    async def take(self, name: str, now: int) -> bytes | None:
        statement = "DELETE FROM chieu.notes WHERE name = $1 AND (until IS NULL OR until > $2) RETURNING value"
        for (value,) in await self._reading.fetch(statement, name, now):
            return bytes(value)
        return None

    async def write(self, name: str, value: bytes) -> None:
        statement = "INSERT INTO chieu.notes VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = $2, until = NULL"
        await self._reading.fetch(statement, name, value)

    async def under(self, prefix: str) -> Sequence[tuple[str, bytes]]:
        statement = 'SELECT name, value FROM chieu.notes WHERE starts_with(name, $1) ORDER BY name COLLATE "C"'
        return [(str(name), bytes(value)) for name, value in await self._reading.fetch(statement, prefix)]

    async def close(self) -> None:
        """Writes what is queued and ends the connections."""
        self._closed = True
        if self._writer is not None:
            await self._writer
        await self._writing.close()
        await self._reading.close()

    async def _write_all(self) -> None:
        """Statement after statement, until nothing is left."""
        clock = asyncio.get_running_loop().time
        try:
            while self._queue:
                began = clock()
                await self._write(self._next())
                if self._queue:
                    await asyncio.sleep(max(0.0, began + _APART_S - clock()))
        finally:
            self._writer = None

    def _next(self) -> list[_Append]:
        """What is queued, at most one append of each table: the next one must find what this one wrote."""
        together: dict[str, _Append] = {}
        later: list[_Append] = []
        while self._queue and len(together) < _TOGETHER_AT_MOST:
            one = self._queue.popleft()
            if together.setdefault(one.batch.table, one) is not one:
                later.append(one)
        self._queue.extendleft(reversed(later))
        return list(together.values())

    async def _write(self, together: list[_Append]) -> None:
        """Writes batches and tells each what became of it."""
        try:
            rows = await self._writing.fetch(_APPEND, *_columns([one.batch for one in together]))
        except StatementFailed as error:
            if len(together) == 1:
                tell(together[0].settled, error)
            else:  # whoever it was, the others need not suffer
                for one in together:
                    await self._write([one])
        except Unavailable as error:
            for one in together:
                tell(one.settled, _another(error))
        except Exception as error:  # whatever it is, those who wait must hear of it
            for one in together:
                tell(one.settled, error)
        except BaseException:
            for one in together:
                tell(one.settled, asyncio.CancelledError())
            raise
        else:
            written = {row[0] for row in rows}
            for one in together:
                tell(one.settled, None if one.batch.table in written else Conflict(one.batch.table))


def _columns(batches: Sequence[LogBatch]) -> tuple[list[Any], ...]:
    """The values of `_APPEND`, column by column."""
    numbered = [
        (one.table, number, entry) for one in batches for number, entry in enumerate(one.entries, one.expected + 1)
    ]
    spans = [(one.table, *span) for one in batches for span in one.deals]
    return (
        [one.table for one in batches],
        [one.expected for one in batches],
        [one.expected + len(one.entries) for one in batches],
        [one.wake for one in batches],
        [None if one.snapshot is None else one.snapshot.seq for one in batches],
        [None if one.snapshot is None else one.snapshot.data for one in batches],
        *([row[column] for row in numbered] for column in range(3)),
        *([row[column] for row in spans] for column in range(4)),
    )


def _another(error: Unavailable) -> Unavailable:
    """An error of its own for each who waits, because whoever gets it raises it."""
    another = Unavailable(*error.args)
    another.__cause__ = error.__cause__
    return another
