"""The ports in memory: for tests, for simulation, and for an evening that nobody needs to remember."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Sequence
from heapq import heappop, heappush

from chieu.house.ports import Conflict


class MemoryLog:
    """A log that lasts as long as the process."""

    def __init__(self) -> None:
        self._tables: dict[str, list[bytes]] = {}
        self._wake: dict[str, int] = {}

    async def append(self, table: str, expected: int, entries: Sequence[bytes], wake: int | None) -> None:
        held = self._tables.get(table, [])
        if len(held) != expected:
            raise Conflict(f"table {table} is at {len(held)}, not {expected}")
        self._tables[table] = held
        held.extend(entries)
        if wake is None:
            self._wake.pop(table, None)
        else:
            self._wake[table] = wake

    async def read(self, table: str, after: int = 0, upto: int | None = None) -> Sequence[bytes]:
        return self._tables.get(table, [])[after:upto]

    async def waking(self, until: int) -> Sequence[tuple[str, int]]:
        return [(table, when) for table, when in self._wake.items() if when <= until]


class MemoryBus:
    """Wake-ups within one process."""

    def __init__(self) -> None:
        self._wakes: dict[str, list[Callable[[int], None]]] = {}

    def publish(self, table: str, seq: int) -> None:
        for wake in tuple(self._wakes.get(table, ())):
            wake(seq)

    def subscribe(self, table: str, wake: Callable[[int], None]) -> Callable[[], None]:
        self._wakes.setdefault(table, []).append(wake)

        def unsubscribe() -> None:
            left = self._wakes[table]
            left.remove(wake)
            if not left:
                del self._wakes[table]

        return unsubscribe


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
