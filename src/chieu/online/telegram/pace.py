"""How fast things may go, in either direction."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final, Generic, TypeVar

K = TypeVar("K")
_REMEMBERED: Final = 10_000


class Bucket:
    """So many at once, and so many more each second."""

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left = burst
        self._at = 0.0

    def wait(self, now: float) -> float:
        """In how many seconds there is one."""
        self._fill(now)
        return 0.0 if self._left >= 1 else (1 - self._left) / self._rate

    def take(self, now: float) -> bool:
        """Takes one, if there is one."""
        self._fill(now)
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def _fill(self, now: float) -> None:
        self._left = min(self._burst, self._left + (now - self._at) * self._rate) if self._at else self._burst
        self._at = now


class Buckets(Generic[K]):
    """A bucket for each of many; of those that were not used for long there is no need to know."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._by_key: OrderedDict[K, Bucket] = OrderedDict()

    def of(self, key: K) -> Bucket:
        found = self._by_key.pop(key, None) or Bucket(self._rate, self._burst)
        self._by_key[key] = found
        if len(self._by_key) > _REMEMBERED:
            self._by_key.popitem(last=False)
        return found
