"""Event log in PostgreSQL, with group commit.

Appends that arrive while a statement runs go into the next one together, so a thousand tables share the cost of one
round trip and one sync. Each statement is one transaction. It locks the rows of its tables in the order of their names,
so that nodes do not deadlock, and appends to those whose sequence number is the expected one (compare-and-set). An
append that conflicts does not affect the others. The same transaction notifies all nodes (`PostgresBus` listens).
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from chieu.online.service.ports import LEASE, TAKE_OVER, Appended, Conflict, LogBatch, Snapshot, Unavailable
from chieu.online.storage.local import new_epoch
from chieu.online.storage.postgres.connection import HeldConnection, StatementFailed
from chieu.online.storage.sql import SqlNotes

CHANNEL: Final = "chieu"
_MAX_GROUP: Final = 256
_APART_S: Final = 0.002  # least time between the starts of two statements: each costs as much as several appends

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
    ), snapshotted AS (
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
# Some entries of a retired table may still be there.
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
CHECK: Final = """
    INSERT INTO chieu.checks VALUES (1, clock_timestamp()) ON CONFLICT (id) DO UPDATE SET at = excluded.at
"""
_LAST_OF_ALL: Final = 2**63 - 1


class _Append(NamedTuple):
    batch: LogBatch
    settled: Appended


class PostgresLog(SqlNotes):
    """`Log` and `Notes` in a database that any number of nodes share."""

    def __init__(self, url: str) -> None:
        self._writing = HeldConnection(url)
        self._reading: HeldConnection = HeldConnection(url)
        self._queue: deque[_Append] = deque()
        self._writer: asyncio.Task[None] | None = None
        self._closed = False

    @property
    def pid(self) -> int | None:
        """PID of the PostgreSQL backend that writes for this log, which identifies its notifications."""
        return self._writing.pid

    @property
    def waiting(self) -> int:
        """Number of appends in the writer's queue."""
        return len(self._queue)

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
        """PF-22: start a new epoch in a database that was restored from a backup."""
        await self._reading.fetch(_RESTORED, new_epoch(await self.epoch()))

    async def check(self) -> None:
        await self._reading.fetch(CHECK)

    async def claim(self, now: int) -> Sequence[str]:
        return [name for (name,) in await self._reading.fetch(_CLAIM, now, LEASE, TAKE_OVER)]

    async def close(self) -> None:
        """Write the queued appends and close the connections."""
        self._closed = True
        if self._writer is not None:
            await self._writer
        await self._writing.close()
        await self._reading.close()

    async def _write_all(self) -> None:
        """Write groups until the queue is empty."""
        clock = asyncio.get_running_loop().time
        try:
            while self._queue:
                began = clock()
                await self._commit(self._next_group())
                if self._queue:
                    await asyncio.sleep(max(0.0, began + _APART_S - clock()))
        finally:
            self._writer = None

    def _next_group(self) -> list[_Append]:
        """Take queued appends, at most one for each table: the next one must see what this one wrote."""
        group: dict[str, _Append] = {}
        later: list[_Append] = []
        while self._queue and len(group) < _MAX_GROUP:
            append = self._queue.popleft()
            if group.setdefault(append.batch.table, append) is not append:
                later.append(append)
        self._queue.extendleft(reversed(later))
        return list(group.values())

    async def _commit(self, group: list[_Append]) -> None:
        """Group commit: write all appends in one transaction and call their callbacks."""
        call_soon = asyncio.get_running_loop().call_soon  # reports what a callback raises
        try:
            rows = await self._writing.fetch(_APPEND, *_columns([append.batch for append in group]))
        except StatementFailed as error:
            if len(group) == 1:
                call_soon(group[0].settled, error)
            else:  # one of them is bad: write each on its own
                for append in group:
                    await self._commit([append])
        except Unavailable as error:
            for append in group:
                call_soon(append.settled, _copy(error))
        except Exception as error:  # every append must get a result
            for append in group:
                call_soon(append.settled, error)
        except BaseException:
            for append in group:
                call_soon(append.settled, asyncio.CancelledError())
            raise
        else:
            written = {row[0] for row in rows}
            for append in group:
                call_soon(append.settled, None if append.batch.table in written else Conflict(append.batch.table))


def _columns(batches: Sequence[LogBatch]) -> tuple[list[Any], ...]:
    """Return the parameters of `_APPEND`, column by column."""
    entries = [
        (batch.table, number, entry)
        for batch in batches
        for number, entry in enumerate(batch.entries, batch.expected + 1)
    ]
    spans = [(batch.table, *span) for batch in batches for span in batch.deals]
    return (
        [batch.table for batch in batches],
        [batch.expected for batch in batches],
        [batch.expected + len(batch.entries) for batch in batches],
        [batch.wake for batch in batches],
        [None if batch.snapshot is None else batch.snapshot.seq for batch in batches],
        [None if batch.snapshot is None else batch.snapshot.data for batch in batches],
        *([row[column] for row in entries] for column in range(3)),
        *([row[column] for row in spans] for column in range(4)),
    )


def _copy(error: Unavailable) -> Unavailable:
    """Return a new error for each waiter, as each raises it."""
    copy = Unavailable(*error.args)
    copy.__cause__ = error.__cause__
    return copy
