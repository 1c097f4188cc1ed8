"""The ports in memory: for tests, for simulation, and for an evening that nobody needs to remember."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import time
from collections import Counter
from collections.abc import Callable, Sequence, Set
from heapq import heappop, heappush
from typing import Final

from chieu.online.service.ports import (
    CLAIMED_FOR,
    RETIRING_FOR,
    TAKE_OVER,
    Appended,
    Conflict,
    LogBatch,
    Snapshot,
    TableInfo,
)
from chieu.online.table.state import DealSpan

_DAY: Final = 86_400_000  # milliseconds


class MemoryLog:
    """A log that lasts as long as the process."""

    def __init__(self) -> None:
        self._tables: dict[str, list[bytes]] = {}
        self._wake: dict[str, int] = {}
        self._claimed: dict[str, int] = {}
        self._snapshots: dict[str, Snapshot] = {}
        self._deals: dict[tuple[str, int], DealSpan] = {}
        self.restored = ""
        self.touched: dict[str, int] = {}  # the day on which it was last written to
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
        held = self._tables.get(table, [])
        if len(held) != expected:
            return Conflict(f"table {table} is at {len(held)}, not {expected}")
        self._tables[table] = held
        held.extend(entries)
        self.touched[table] = int(time.time() // 86_400)
        if snapshot is not None:
            self._snapshots[table] = snapshot
        self._deals.update({(table, one.deal): one for one in deals})
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
        """Memory can always be written."""

    async def claim(self, now: int) -> Sequence[str]:
        late = [
            table for table, wake in self._wake.items() if max(wake + TAKE_OVER, self._claimed.get(table, 0)) <= now
        ]
        self._claimed.update(dict.fromkeys(late, now + CLAIMED_FOR))
        return late

    async def keep(self, name: str, value: bytes, now: int = 0, until: int | None = None) -> bytes:
        for old in [old for old, (_, gone) in self._notes.items() if gone is not None and gone <= now]:
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
    """The archive of a log in memory."""

    def __init__(self, log: MemoryLog) -> None:
        self._log = log
        self._books: dict[str, bytes] = {}
        self._retired: list[list[bytes]] = []

    async def untouched(self, before: int, now: int, most: int) -> Sequence[str]:
        claimed, touched = self._log._claimed, self._log.touched
        old = [one for one in sorted(touched, key=lambda one: (touched[one], one)) if touched[one] < before // _DAY]
        free = [one for one in old if claimed.get(one, 0) <= now][:most]
        claimed.update(dict.fromkeys(free, now + RETIRING_FOR))
        return free

    async def touch(self, table: str) -> None:
        self._log.touched[table] = int(time.time() // 86_400)

    async def retire(self, table: str, expected: int, book: bytes) -> None:
        log = self._log
        if len(log._tables.get(table, ())) != expected or not expected:
            raise Conflict(table)
        self._books[table] = book
        self._retired.append(log._tables.pop(table))
        for kept in (log._wake, log._claimed, log._snapshots, log.touched):
            kept.pop(table, None)
        log._deals = {key: span for key, span in log._deals.items() if key[0] != table}

    async def shed(self) -> bool:
        return bool(self._retired and self._retired.pop())

    async def book(self, table: str) -> bytes | None:
        return self._books.get(table)

    async def rebind(self, table: str, before: bytes, book: bytes) -> None:
        if self._books.get(table) != before:
            raise Conflict(table)
        self._books[table] = book

    async def tables(self, after: str, most: int) -> Sequence[TableInfo]:
        log = self._log
        return [
            TableInfo(
                name,
                len(log._tables[name]),
                log.touched[name] * _DAY,
                sum(table == name for table, _ in log._deals),
                sum(map(len, log._tables[name])),
            )
            for name in sorted(one for one in log._tables if one > after)[:most]
        ]

    async def size(self) -> int:
        return sum(len(entry) for table in self._log._tables.values() for entry in table)

    async def rewrite(
        self, table: str, upto: int, entry: Callable[[int, bytes], bytes], snapshot: Callable[[bytes], bytes]
    ) -> None:
        held = self._log._tables.get(table, [])
        held[:upto] = [entry(number, raw) for number, raw in enumerate(held[:upto], start=1)]
        kept = self._log._snapshots.get(table)
        if kept is not None and kept.seq <= upto:
            self._log._snapshots[table] = Snapshot(kept.seq, snapshot(kept.data))


class MemoryBus:
    """Wake-ups within one process."""

    def __init__(self) -> None:
        self._wakes: dict[str, list[Callable[[int], None]]] = {}

    def publish(self, table: str, seq: int) -> None:
        for wake in tuple(self._wakes.get(table, ())):
            wake(seq)

    def publish_to_all(self, seq: int) -> None:
        """The same of every table."""
        for table in tuple(self._wakes):
            self.publish(table, seq)

    def subscribe(self, table: str, wake: Callable[[int], None]) -> Callable[[], None]:
        self._wakes.setdefault(table, []).append(wake)

        def unsubscribe() -> None:
            left = self._wakes[table]
            left.remove(wake)
            if not left:
                del self._wakes[table]

        return unsubscribe


class MemoryPresence:
    """Who is connected, for the houses of one process, which are one house to everybody else."""

    def __init__(self) -> None:
        self.house = secrets.token_hex(8)
        self._connected: Counter[tuple[str, str]] = Counter()

    def connected(self, table: str, guest: str) -> None:
        self._connected[table, guest] += 1

    def disconnected(self, table: str, guest: str) -> None:
        self._connected[table, guest] -= 1

    async def anywhere(self, guests: Sequence[tuple[str, str]]) -> Set[tuple[str, str]]:
        return {one for one in guests if self._connected[one] > 0}

    async def alive(self, house: str) -> bool:
        return house == self.house

    async def anybody(self, table: str) -> bool:
        return any(count > 0 for (where, _), count in self._connected.items() if where == table)


class VirtualClock:
    """A clock that stands still until it is moved."""

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
        """It is later now; whoever slept until then wakes up."""
        self._now = max(self._now, when)
        while self._sleepers and self._sleepers[0][0] <= self._now:
            woken = heappop(self._sleepers)[2]
            if not woken.done():
                woken.set_result(None)


class SeededEntropy:
    """Bytes that anybody can guess who knows the seed: a simulation can be run again."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._count = 0

    def draw(self, count: int) -> bytes:
        self._count += 1
        return hashlib.shake_256(f"{self._seed}/{self._count}".encode()).digest(count)
