"""Timers of tables and absent guests, and a fair queue of the tables whose time has come (PF-37).

Compiled where it can be.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from heapq import heapify, heappop, heappush
from typing import Any, Final, Generic, NamedTuple, TypeVar

from chieu.online.service.fair_queue import NOBODY, FairQueue, RateLimitKey
from chieu.online.service.ports import Clock, WriteBudget

K = TypeVar("K", bound=Hashable)

GRACE: Final = 5_000  # milliseconds without a connection until a guest is declared gone; most come back sooner
UNWATCHED: Final = 1_000  # least milliseconds between two batches of bots' moves if nobody is connected
_LEAST_COST: Final = 0.0002  # seconds charged for work too short to measure
_STALE_ALLOWED: Final = 64  # replaced times in the heap that are not worth removing


class TimerQueue(Generic[K]):
    """At most one time for each key, in a heap.

    Replaced times stay in the heap and are skipped. The heap is rebuilt when they are more than half of it.
    """

    def __init__(self) -> None:
        self._when: dict[K, int] = {}
        self._heap: list[tuple[int, int, K]] = []
        self._count = 0

    def set(self, key: K, when: int | None) -> None:
        """Replace the time of a key; None removes it."""
        if when is None:
            self._when.pop(key, None)
        elif self._when.get(key) != when:
            self._when[key] = when
            self._count += 1
            heappush(self._heap, (when, self._count, key))
            if len(self._heap) > 2 * len(self._when) + _STALE_ALLOWED:
                self._heap = [timer for timer in self._heap if self._when.get(timer[2]) == timer[0]]
                heapify(self._heap)

    def next(self) -> int | None:
        """Return the earliest time."""
        while self._heap and self._when.get(self._heap[0][2]) != self._heap[0][0]:
            heappop(self._heap)
        return self._heap[0][0] if self._heap else None

    def take(self, now: int) -> list[K]:
        """Remove and return the keys whose time has come, earliest first."""
        due: list[K] = []
        while (when := self.next()) is not None and when <= now:
            key = heappop(self._heap)[2]
            del self._when[key]
            due.append(key)
        return due

    def __contains__(self, key: K) -> bool:
        return key in self._when

    def __len__(self) -> int:
        return len(self._when)


class AbsentGuest(NamedTuple):
    """A guest without a connection to a table."""

    table: str
    guest: str


class Scheduler:
    """Timers, and a fair queue of due tables by the rate-limit key that their bots are charged to."""

    def __init__(self, clock: Clock, meter: Callable[[], float], budget: WriteBudget | None) -> None:
        """`meter` returns seconds and measures the cost of work. Bots of keys over `budget` are delayed."""
        self._clock = clock
        self._meter = meter
        self._budget = budget
        self._timers: TimerQueue[str | AbsentGuest] = TimerQueue()
        self._woken = asyncio.Event()
        self._due: FairQueue[str] = FairQueue()
        self._due_tables: set[str] = set()  # tables in the queue whose wake-up was not cancelled since
        self._rate_keys: dict[str, RateLimitKey] = {}

    def rate_key(self, table: str) -> RateLimitKey:
        """Return the key that a table's bots are charged to."""
        return self._rate_keys.get(table, NOBODY)

    def set_rate_key(self, table: str, rate_key: RateLimitKey) -> None:
        """Charge a table's bots to a key, unless they are charged to one already."""
        self._rate_keys.setdefault(table, rate_key)

    def charge(self, table: str, rate_key: RateLimitKey | None, entries: int) -> None:
        """Charge written entries to a key; None charges the key of the table's bots."""
        if self._budget is not None:
            self._budget.spend(rate_key or self.rate_key(table), entries)

    def forget(self, table: str) -> None:
        """Drop the rate-limit key of a table that left memory. Its timer stays."""
        self._rate_keys.pop(table, None)

    def set_timer(self, key: str | AbsentGuest, when: int | None) -> None:
        """Set the timer of a table or an absent guest; None stops it."""
        earliest = self._timers.next()
        self._timers.set(key, when)
        if when is not None and (earliest is None or when < earliest):
            self._woken.set()

    def set_table_timer(self, table: str, when: int | None, watched: bool = True) -> None:
        """Set a table's timer and cancel its place in the queue. An unwatched table may wait a moment."""
        self._due_tables.discard(table)
        self.set_timer(table, when if when is None or watched else max(when, self._clock.now() + UNWATCHED))

    def has_timer(self, table: str) -> bool:
        """Return whether a table has a timer or is due."""
        return table in self._timers or table in self._due_tables

    def start_grace(self, absent: AbsentGuest) -> None:
        """Start the grace timer of an absent guest unless it runs."""
        if absent not in self._timers:
            self.set_timer(absent, self._clock.now() + GRACE)

    def next_wake(self) -> int | None:
        """Return the time of the next thing to do."""
        return self._clock.now() if self._due_tables else self._timers.next()

    @property
    def waiting(self) -> int:
        """Number of due tables that wait for their turn."""
        return len(self._due_tables)

    def start_due(
        self,
        most: float,
        tick: Callable[[str], asyncio.Future[Any]],
        miss: Callable[[list[AbsentGuest]], asyncio.Future[Any]],
    ) -> tuple[list[asyncio.Future[Any]], float]:
        """Start due work, tables in the order of the fair queue, for at most `most` seconds; the rest waits.

        Return the futures of the started work, and the seconds spent.
        """
        absent = self._queue_due()
        started = [miss(absent)] if absent else []
        began = now = self._meter()
        while now - began < most and (due := self._due.take()) is not None:
            rate_key, table = due
            if table not in self._due_tables:  # cancelled since
                continue
            self._due_tables.discard(table)
            if self._budget is not None and self._budget.exhausted(rate_key):
                self.set_timer(table, self._clock.now() + UNWATCHED)
                continue
            started.append(tick(table))
            before, now = now, self._meter()
            self._due.charge(rate_key, max(_LEAST_COST, now - before))
        return started, now - began

    def _queue_due(self) -> list[AbsentGuest]:
        """Queue the due tables. Return the absent guests whose grace has ended."""
        absent: list[AbsentGuest] = []
        for key in self._timers.take(self._clock.now()):
            if isinstance(key, AbsentGuest):
                absent.append(key)
            elif key not in self._due_tables:
                self._due_tables.add(key)
                self._due.put(self.rate_key(key), key)
        return absent

    def about_to_sleep(self) -> None:
        """From here on, a timer that is set before all others ends the next `sleep`."""
        self._woken.clear()

    async def sleep(self, until: int) -> None:
        """Sleep until a time, or until a timer is set that comes before all others."""
        sleeping = asyncio.ensure_future(self._clock.sleep_until(until))
        woken = asyncio.ensure_future(self._woken.wait())
        try:
            await asyncio.wait({sleeping, woken}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            sleeping.cancel()
            woken.cancel()
