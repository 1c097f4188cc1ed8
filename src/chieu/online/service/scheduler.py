"""When tables and absent guests are due, and, where more is due than there is time for, whose turn it is (PF-37).

Compiled where it can be.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from chieu.online.service.fair_queue import NOBODY, FairQueue, RateLimitKey
from chieu.online.service.ports import Clock, WriteBudget
from chieu.online.service.timers import TimerQueue

UNWATCHED: Final = 1_000  # milliseconds that bots take for a batch of moves, at least, where nobody is connected
_LEAST_COST: Final = 0.0002  # seconds, of what takes no time that could be measured


class AbsentGuest(NamedTuple):
    """A guest without a connection to a table."""

    table: str
    guest: str


class Schedule:
    """Timers of tables and absent guests, and a fair queue of the tables that are due, by who pays for their bots."""

    def __init__(self, clock: Clock, meter: Callable[[], float], budget: WriteBudget | None) -> None:
        """`meter` tells the seconds that have passed, to measure work by. Who has no `budget` left waits."""
        self._clock = clock
        self._meter = meter
        self._budget = budget
        self._timers: TimerQueue[str | AbsentGuest] = TimerQueue()
        self._armed = asyncio.Event()
        self._due: FairQueue[str] = FairQueue()
        self._due_tables: set[str] = set()  # those in the queue that still are due
        self._rate_keys: dict[str, RateLimitKey] = {}

    def __contains__(self, what: str | AbsentGuest) -> bool:
        return what in self._timers

    def rate_key(self, table: str) -> RateLimitKey:
        """Who pays for a table's bots."""
        return self._rate_keys.get(table, NOBODY)

    def pay(self, table: str, rate_key: RateLimitKey) -> None:
        """From now on somebody pays for a table's bots, unless somebody does already."""
        self._rate_keys.setdefault(table, rate_key)

    def spend(self, rate_key: RateLimitKey, entries: int) -> None:
        """Entries were written at the cost of somebody."""
        if self._budget is not None:
            self._budget.spend(rate_key, entries)

    def forget(self, table: str) -> None:
        """A table has left memory. Its timer stays."""
        self._rate_keys.pop(table, None)

    def arm(self, what: str | AbsentGuest, when: int | None) -> None:
        """Sets a timer, or stops it."""
        before = self._timers.next()
        self._timers.set(what, when)
        if when is not None and (before is None or when < before):
            self._armed.set()

    def arm_table(self, table: str, when: int | None, watched: bool) -> None:
        """What a table's actor says of it: it need not be woken before then, whatever was due. Where nobody is
        connected, nobody minds a moment."""
        self._due_tables.discard(table)
        self.arm(table, when if when is None or watched else max(when, self._clock.now() + UNWATCHED))

    def next_wake(self) -> int | None:
        """When there is something to do."""
        return self._clock.now() if self._due_tables else self._timers.next()

    @property
    def waiting(self) -> int:
        """How many tables are due and wait for their turn."""
        return len(self._due_tables)

    def start_due(
        self,
        most: float,
        tick: Callable[[str], asyncio.Future[Any]],
        miss: Callable[[list[AbsentGuest]], asyncio.Future[Any]],
    ) -> tuple[list[asyncio.Future[Any]], float]:
        """Begins what is due, tables by turns of who pays for them, until that has taken so many seconds; the rest
        waits. What can be waited for, and the seconds."""
        absent = self._take_due()
        started = [miss(absent)] if absent else []
        began = now = self._meter()
        while now - began < most and (due := self._due.take()) is not None:
            rate_key, table = due
            if table not in self._due_tables:  # it need not be woken any more
                continue
            self._due_tables.discard(table)
            if self._budget is not None and self._budget.exhausted(rate_key):
                self.arm(table, self._clock.now() + UNWATCHED)
                continue
            started.append(tick(table))
            before, now = now, self._meter()
            self._due.charge(rate_key, max(_LEAST_COST, now - before))
        return started, now - began

    def _take_due(self) -> list[AbsentGuest]:
        """Queues tables whose time has come; gives the guests whose has."""
        absent: list[AbsentGuest] = []
        for one in self._timers.take(self._clock.now()):
            if isinstance(one, AbsentGuest):
                absent.append(one)
            elif one not in self._due_tables:
                self._due_tables.add(one)
                self._due.put(self.rate_key(one), one)
        return absent

    def about_to_sleep(self) -> None:
        """What is armed from here on ends the next `sleep`."""
        self._armed.clear()

    async def sleep(self, until: int) -> None:
        """Until then, or until something is armed that comes first."""
        sleeping = asyncio.ensure_future(self._clock.sleep_until(until))
        armed = asyncio.ensure_future(self._armed.wait())
        try:
            await asyncio.wait({sleeping, armed}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            sleeping.cancel()
            armed.cancel()
