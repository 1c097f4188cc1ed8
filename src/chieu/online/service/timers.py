"""What has to be done when: at most one time for each thing, the earliest found at once.

Compiled where it can be.
"""

from __future__ import annotations

from collections.abc import Hashable
from heapq import heapify, heappop, heappush
from typing import Final, Generic, TypeVar

K = TypeVar("K", bound=Hashable)

_FEW: Final = 64  # replaced times that are not worth clearing away


class TimerQueue(Generic[K]):
    """A time for each of many things. Replaced times stay in the heap and are passed over when they come up; where they
    are more than half of it, it is made anew."""

    def __init__(self) -> None:
        self._when: dict[K, int] = {}
        self._heap: list[tuple[int, int, K]] = []
        self._count = 0

    def set(self, what: K, when: int | None) -> None:
        """Replaces a thing's time; None: never."""
        if when is None:
            self._when.pop(what, None)
        elif self._when.get(what) != when:
            self._when[what] = when
            self._count += 1
            heappush(self._heap, (when, self._count, what))
            if len(self._heap) > 2 * len(self._when) + _FEW:
                self._heap = [one for one in self._heap if self._when.get(one[2]) == one[0]]
                heapify(self._heap)

    def next(self) -> int | None:
        """The earliest time."""
        while self._heap and self._when.get(self._heap[0][2]) != self._heap[0][0]:
            heappop(self._heap)
        return self._heap[0][0] if self._heap else None

    def take(self, now: int) -> list[K]:
        """Everything due by now, the earliest first; it is not set any more."""
        due: list[K] = []
        while (when := self.next()) is not None and when <= now:
            what = heappop(self._heap)[2]
            del self._when[what]
            due.append(what)
        return due

    def __contains__(self, what: K) -> bool:
        return what in self._when

    def __len__(self) -> int:
        return len(self._when)
