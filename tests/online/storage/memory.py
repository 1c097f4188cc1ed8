"""Test doubles of the ports: log and archive in memory, a clock moved by hand, seeded entropy."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Callable, Sequence
from heapq import heappop, heappush

from chieu.online.service.ports import (
    DAY,
    LEASE,
    RETIRE_LEASE,
    TAKE_OVER,
    Appended,
    Conflict,
    LogBatch,
    Snapshot,
    TableInfo,
)
from chieu.online.table.state import DealSpan


class MemoryLog:
    """Event log in memory."""

    def __init__(self) -> None:
        self._tables: dict[str, list[bytes]] = {}
        self._wake: dict[str, int] = {}
        self._claimed: dict[str, int] = {}
        self._snapshots: dict[str, Snapshot] = {}
        self._deals: dict[tuple[str, int], DealSpan] = {}
        self.restored = ""
        self.touched: dict[str, int] = {}  # day of the last append, since 1970
        self._notes: dict[str, tuple[bytes, int | None]] = {}

    def append(self, batch: LogBatch, settled: Appended) -> None:
        asyncio.get_running_loop().call_soon(settled, self._append(*batch))

    def _append(
        self,
        table: str,
        expected: int,
        entries: Sequence[bytes],
        wake: int | None,
        snapshot: Snapshot | None,
        deals: Sequence[DealSpan],
    ) -> Conflict | None:
        log = self._tables.get(table, [])
        if len(log) != expected:
            return Conflict(f"table {table}: expected sequence number {expected}, found {len(log)}")
        self._tables[table] = log
        log.extend(entries)
        self.touched[table] = int(time.time() // 86_400)
        if snapshot is not None:
            self._snapshots[table] = snapshot
        self._deals.update({(table, span.deal): span for span in deals})
        if wake is None:
            self._wake.pop(table, None)
        else:
            self._wake[table] = wake
        return None

    async def read(self, table: str, after: int = 0, upto: int | None = None) -> Sequence[bytes]:
        return self._tables.get(table, [])[after:upto]

    async def snapshot(self, table: str) -> Snapshot | None:
        return self._snapshots.get(table)

    async def deal(self, table: str, number: int) -> Sequence[bytes]:
        span = self._deals.get((table, number))
        return () if span is None else await self.read(table, span.first - 1, span.last)

    async def epoch(self) -> str:
        return self.restored

    async def check(self) -> None:
        """Memory can always be written to."""

    async def claim(self, now: int) -> Sequence[str]:
        late = [
            table for table, wake in self._wake.items() if max(wake + TAKE_OVER, self._claimed.get(table, 0)) <= now
        ]
        self._claimed.update(dict.fromkeys(late, now + LEASE))
        return late

    async def keep(self, name: str, value: bytes, now: int = 0, until: int | None = None) -> bytes:
        for old in [old for old, (_, until) in self._notes.items() if until is not None and until <= now]:
            del self._notes[old]
        return self._notes.setdefault(name, (value, until))[0]

    async def take(self, name: str, now: int) -> bytes | None:
        value, until = self._notes.pop(name, (None, None))
        return value if until is None or now < until else None

    async def write(self, name: str, value: bytes) -> None:
        self._notes[name] = (value, None)

    async def under(self, prefix: str) -> Sequence[tuple[str, bytes]]:
        return [(name, value) for name, (value, _) in sorted(self._notes.items()) if name.startswith(prefix)]


class MemoryArchive:
    """Archive of a log in memory."""

    def __init__(self, log: MemoryLog) -> None:
        self._log = log
        self._books: dict[str, bytes] = {}
        self._retired: list[list[bytes]] = []

    async def claim_untouched(self, before: int, now: int, most: int) -> Sequence[str]:
        claimed, touched = self._log._claimed, self._log.touched
        old = [
            name for name in sorted(touched, key=lambda name: (touched[name], name)) if touched[name] < before // DAY
        ]
        free = [name for name in old if claimed.get(name, 0) <= now][:most]
        claimed.update(dict.fromkeys(free, now + RETIRE_LEASE))
        return free

    async def touch(self, table: str) -> None:
        self._log.touched[table] = int(time.time() // 86_400)

    async def retire(self, table: str, expected: int, book: bytes) -> None:
        log = self._log
        if len(log._tables.get(table, ())) != expected or not expected:
            raise Conflict(table)
        self._books[table] = book
        self._retired.append(log._tables.pop(table))
        for by_table in (log._wake, log._claimed, log._snapshots, log.touched):
            by_table.pop(table, None)
        log._deals = {key: span for key, span in log._deals.items() if key[0] != table}

    async def purge(self) -> bool:
        return bool(self._retired and self._retired.pop())

    async def book(self, table: str) -> bytes | None:
        return self._books.get(table)

    async def replace_book(self, table: str, before: bytes, book: bytes) -> None:
        if self._books.get(table) != before:
            raise Conflict(table)
        self._books[table] = book

    async def tables(self, after: str, most: int) -> Sequence[TableInfo]:
        log = self._log
        return [
            TableInfo(
                name,
                len(log._tables[name]),
                log.touched[name] * DAY,
                sum(table == name and deal > 0 for table, deal in log._deals),
                sum(map(len, log._tables[name])),
            )
            for name in sorted(name for name in log._tables if name > after)[:most]
        ]

    async def size(self) -> int:
        return sum(len(entry) for table in self._log._tables.values() for entry in table)

    async def rewrite(
        self, table: str, upto: int, entry: Callable[[int, bytes], bytes], snapshot: Callable[[bytes], bytes]
    ) -> None:
        log = self._log._tables.get(table, [])
        log[:upto] = [entry(number, raw) for number, raw in enumerate(log[:upto], start=1)]
        last = self._log._snapshots.get(table)
        if last is not None and last.seq <= upto:
            self._log._snapshots[table] = Snapshot(last.seq, snapshot(last.data))


class VirtualClock:
    """Clock that stands still until `move_to` is called."""

    def __init__(self, now: int = 0) -> None:
        self._now = now
        self._sleepers: list[tuple[int, int, asyncio.Future[None]]] = []
        self._count = 0

    def now(self) -> int:
        return self._now

    async def sleep_until(self, when: int) -> None:
        if when > self._now:
            self._count += 1
            woken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            heappush(self._sleepers, (when, self._count, woken))
            await woken

    def move_to(self, when: int) -> None:
        """Set the time and wake the sleepers whose time has come. It never goes back."""
        self._now = max(self._now, when)
        while self._sleepers and self._sleepers[0][0] <= self._now:
            woken = heappop(self._sleepers)[2]
            if not woken.done():
                woken.set_result(None)


class SeededEntropy:
    """Reproducible bytes from a seed."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._count = 0

    def draw(self, count: int) -> bytes:
        self._count += 1
        return hashlib.shake_256(f"{self._seed}/{self._count}".encode()).digest(count)
