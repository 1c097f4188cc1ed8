"""The log in memory, for tests and for a house that need not outlive its process."""

from __future__ import annotations

from collections.abc import Sequence

from chieu.house.ports import Conflict


class MemoryLog:
    """The `Log` of a house, kept nowhere."""

    def __init__(self) -> None:
        self._entries: dict[str, list[bytes]] = {}
        self._wakes: dict[str, int] = {}

    async def append(self, table: str, expected: int, entries: Sequence[bytes], wake: int | None) -> None:
        kept = self._entries.setdefault(table, [])
        if len(kept) != expected:
            raise Conflict(table)
        kept += entries
        if wake is None:
            self._wakes.pop(table, None)
        else:
            self._wakes[table] = wake

    async def read(self, table: str, after: int = 0, upto: int | None = None) -> Sequence[bytes]:
        return tuple(self._entries.get(table, ())[after:upto])

    async def waking(self, until: int) -> Sequence[tuple[str, int]]:
        return tuple((table, wake) for table, wake in self._wakes.items() if wake <= until)
