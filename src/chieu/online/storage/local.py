"""Bus and presence of a server that is the only process on its store (SQLite)."""

from __future__ import annotations

import secrets
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
