"""The ports in memory: for tests, for simulation, and for an evening that nobody needs to remember."""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter
from collections.abc import Callable, Sequence, Set
from heapq import heappop, heappush

from chieu.house.ports import CLAIMED_FOR, TAKE_OVER, Conflict, Snapshot
from chieu.table.state import DealSpan


class MemoryLog:
    """A log that lasts as long as the process."""

    def __init__(self) -> None:
        self._tables: dict[str, list[bytes]] = {}
        self._wake: dict[str, int] = {}
        self._claimed: dict[str, int] = {}
        self._snapshots: dict[str, Snapshot] = {}
        self._deals: dict[tuple[str, int], DealSpan] = {}

    async def append(
        self,
        table: str,
        expected: int,
        entries: Sequence[bytes],
        wake: int | None,
        snapshot: Snapshot | None = None,
        deals: Sequence[DealSpan] = (),
    ) -> None:
        held = self._tables.get(table, [])
        if len(held) != expected:
            raise Conflict(f"table {table} is at {len(held)}, not {expected}")
        self._tables[table] = held
        held.extend(entries)
        if snapshot is not None:
            self._snapshots[table] = snapshot
        self._deals.update({(table, one.deal): one for one in deals})
        if wake is None:
            self._wake.pop(table, None)
        else:
            self._wake[table] = wake

    async def read(self, table: str, after: int = 0, upto: int | None = None) -> Sequence[bytes]:
        return self._tables.get(table, [])[after:upto]

    async def snapshot(self, table: str) -> Snapshot | None:
        return self._snapshots.get(table)

    async def deal(self, table: str, number: int) -> Sequence[bytes]:
        span = self._deals.get((table, number))
        return () if span is None else await self.read(table, span.first - 1, span.last)

    async def check(self) -> None:
        """Memory can always be written."""

    async def claim(self, now: int) -> Sequence[str]:
        late = [
            table for table, wake in self._wake.items() if max(wake + TAKE_OVER, self._claimed.get(table, 0)) <= now
        ]
        self._claimed.update(dict.fromkeys(late, now + CLAIMED_FOR))
        return late


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
    """Who is connected, for the houses of one process."""

    def __init__(self) -> None:
        self._connected: Counter[tuple[str, str]] = Counter()

    def connected(self, table: str, guest: str) -> None:
        self._connected[table, guest] += 1

    def disconnected(self, table: str, guest: str) -> None:
        self._connected[table, guest] -= 1

    async def anywhere(self, guests: Sequence[tuple[str, str]]) -> Set[tuple[str, str]]:
        return {one for one in guests if self._connected[one] > 0}


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
