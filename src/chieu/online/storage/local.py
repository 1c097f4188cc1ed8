"""Bus and presence of the only process on a store (SQLite), and the machine's clock and entropy."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import Counter
from collections.abc import Callable, Sequence, Set


class LocalBus:
    """Wake-ups within one process."""

    def __init__(self) -> None:
        self._wakes: dict[str, list[Callable[[int], None]]] = {}

    def publish(self, table: str, seq: int) -> None:
        for wake in tuple(self._wakes.get(table, ())):
            wake(seq)

    def publish_to_all(self, seq: int) -> None:
        """Publish the same number for every table."""
        for table in tuple(self._wakes):
            self.publish(table, seq)

    def subscribe(self, table: str, wake: Callable[[int], None]) -> Callable[[], None]:
        self._wakes.setdefault(table, []).append(wake)

        def unsubscribe() -> None:
            wakes = self._wakes[table]
            wakes.remove(wake)
            if not wakes:
                del self._wakes[table]

        return unsubscribe


class LocalPresence:
    """Connections to one process, which is the only node of its store."""

    def __init__(self) -> None:
        self.node = secrets.token_hex(8)
        self._connected: Counter[tuple[str, str]] = Counter()

    def connected(self, table: str, guest: str) -> None:
        self._connected[table, guest] += 1

    def disconnected(self, table: str, guest: str) -> None:
        self._connected[table, guest] -= 1

    async def anywhere(self, guests: Sequence[tuple[str, str]]) -> Set[tuple[str, str]]:
        return {guest for guest in guests if self._connected[guest] > 0}

    async def alive(self, node: str) -> bool:
        return node == self.node

    async def anybody(self, table: str) -> bool:
        return any(count > 0 for (name, _), count in self._connected.items() if name == table)


class SystemClock:
    """Wall-clock time at the start of the process plus monotonic time since.

    Setting the machine's clock while the process runs has no effect.
    """

    def __init__(self) -> None:
        self._ahead = time.time_ns() - time.monotonic_ns()

    def now(self) -> int:
        return (time.monotonic_ns() + self._ahead) // 1_000_000

    async def sleep_until(self, when: int) -> None:
        while (left := when - self.now()) > 0:
            await asyncio.sleep(left / 1000)


class SystemEntropy:
    """Bytes from the operating system."""

    def draw(self, count: int) -> bytes:
        return secrets.token_bytes(count)


def new_epoch(before: str) -> str:
    """Return an epoch that compares greater than the one before it, whatever the clock says.

    >>> new_epoch("9000000000000-0a")[:13]
    '9000000000001'
    """
    number = max(time.time_ns() // 1_000_000, int(before.partition("-")[0] or 0) + 1)
    return f"{number:013d}-{secrets.token_hex(4)}"
