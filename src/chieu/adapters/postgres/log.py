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

from chieu.adapters.postgres.connection import HeldConnection, StatementFailed
from chieu.house.ports import CLAIMED_FOR, TAKE_OVER, Conflict, Snapshot, Unavailable
from chieu.table.state import DealSpan

CHANNEL: Final = "chieu"
_BATCH_AT_MOST: Final = 256
_APART_S: Final = 0.002  # between the beginnings of two batches, at least: each costs as much as some appends

_APPEND: Final = f"""
    WITH given AS (
        SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bytea[])
            AS given (name, expected, last, wake, snapshot_at, snapshot)
    ), locked AS MATERIALIZED (
        SELECT given.* FROM given JOIN chieu.tables ON tables.name = given.name AND tables.last = given.expected
        ORDER BY tables.name FOR UPDATE OF tables
    ), moved AS (
        UPDATE chieu.tables SET last = locked.last, wake = locked.wake FROM locked WHERE tables.name = locked.name
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
_READ: Final = """
    SELECT data FROM chieu.entries WHERE name = $1 AND number > $2 AND number <= $3 ORDER BY number
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
_CHECK: Final = """
    INSERT INTO chieu.checks VALUES (1, clock_timestamp()) ON CONFLICT (id) DO UPDATE SET at = excluded.at
"""
_LAST_OF_ALL: Final = 2**63 - 1


class _Append(NamedTuple):
    table: str
    expected: int
    entries: Sequence[bytes]
    wake: int | None
    snapshot: Snapshot | None
    deals: Sequence[DealSpan]
    done: asyncio.Future[None]


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

    def append(
        self,
        table: str,
        expected: int,
        entries: Sequence[bytes],
        wake: int | None,
        snapshot: Snapshot | None = None,
        deals: Sequence[DealSpan] = (),
    ) -> asyncio.Future[None]:
        if self._closed:
            raise RuntimeError("the log is closed")
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._queue.append(_Append(table, expected, entries, wake, snapshot, deals, done))
        if self._writer is None:
            self._writer = loop.create_task(self._write_all())
        return done

    async def read(self, table: str, after: int = 0, upto: int | None = None) -> Sequence[bytes]:
        rows = await self._reading.fetch(_READ, table, after, _LAST_OF_ALL if upto is None else upto)
        return [data for (data,) in rows]

    async def snapshot(self, table: str) -> Snapshot | None:
        for number, data in await self._reading.fetch(_SNAPSHOT, table):
            return Snapshot(number, data)
        return None

    async def deal(self, table: str, number: int) -> Sequence[bytes]:
        return [data for (data,) in await self._reading.fetch(_DEAL, table, number)]

    async def check(self) -> None:
        await self._reading.fetch(_CHECK)

    async def claim(self, now: int) -> Sequence[str]:
        return [name for (name,) in await self._reading.fetch(_CLAIM, now, CLAIMED_FOR, TAKE_OVER)]

    async def close(self) -> None:
        """Writes what is queued and ends the connections."""
        self._closed = True
        if self._writer is not None:
            await self._writer
        await self._writing.close()
        await self._reading.close()

    async def _write_all(self) -> None:
        """Batch after batch, until nothing is left."""
        clock = asyncio.get_running_loop().time
        try:
            while self._queue:
                began = clock()
                await self._write(self._next_batch())
                if self._queue:
                    await asyncio.sleep(max(0.0, began + _APART_S - clock()))
        finally:
            self._writer = None

    def _next_batch(self) -> list[_Append]:
        """What is queued, at most one append of each table: the next one must find what this one wrote."""
        batch: dict[str, _Append] = {}
        later: list[_Append] = []
        while self._queue and len(batch) < _BATCH_AT_MOST:
            one = self._queue.popleft()
            if batch.setdefault(one.table, one) is not one:
                later.append(one)
        self._queue.extendleft(reversed(later))
        return list(batch.values())

    async def _write(self, batch: list[_Append]) -> None:
        """Writes a batch and tells each what became of it."""
        try:
            rows = await self._writing.fetch(_APPEND, *_columns(batch))
        except StatementFailed as error:
            if len(batch) == 1:
                _settle(batch[0], error)
            else:  # whoever it was, the others need not suffer
                for one in batch:
                    await self._write([one])
        except Unavailable as error:
            for one in batch:
                _settle(one, _another(error))
        except Exception as error:  # whatever it is, those who wait must hear of it
            for one in batch:
                _settle(one, error)
        except BaseException:
            for one in batch:
                one.done.cancel()
            raise
        else:
            written = {row[0] for row in rows}
            for one in batch:
                _settle(one, None if one.table in written else Conflict(one.table))


def _columns(batch: Sequence[_Append]) -> tuple[list[Any], ...]:
    """The values of `_APPEND`, column by column."""
    numbered = [
        (one.table, number, entry) for one in batch for number, entry in enumerate(one.entries, one.expected + 1)
    ]
    spans = [(one.table, *span) for one in batch for span in one.deals]
    return (
        [one.table for one in batch],
        [one.expected for one in batch],
        [one.expected + len(one.entries) for one in batch],
        [one.wake for one in batch],
        [None if one.snapshot is None else one.snapshot.seq for one in batch],
        [None if one.snapshot is None else one.snapshot.data for one in batch],
        *([row[column] for row in numbered] for column in range(3)),
        *([row[column] for row in spans] for column in range(4)),
    )


def _another(error: Unavailable) -> Unavailable:
    """An error of its own for each who waits, because whoever gets it raises it."""
    another = Unavailable(*error.args)
    another.__cause__ = error.__cause__
    return another


def _settle(one: _Append, error: Exception | None) -> None:
    if one.done.done():  # given up by its caller
        return
    if error is None:
        one.done.set_result(None)
    else:
        one.done.set_exception(error)
