"""PF-37: fair queue by rate-limit key: the key that has used least is served next.

This is start-time fair queueing. Each key has a virtual time up to which it has had its share. The key that is furthest
behind is served, and its virtual time moves on by the cost. A key that was away starts at the queue's present time:
nobody saves up.
"""

from __future__ import annotations

from collections import Counter, deque
from heapq import heappop, heappush
from typing import Final, Generic, NamedTuple, TypeAlias, TypeVar

T = TypeVar("T")

_KEYS_AT_MOST: Final = 50_000


class Share(NamedTuple):
    """A bucket that costs are charged to, and its weight: the number of equal shares it has."""

    key: str
    shares: int = 1


RateLimitKey: TypeAlias = tuple[Share, ...]
"""Buckets that a client is charged to: its address and the networks around it, each with more shares than the last."""

NOBODY: Final[RateLimitKey] = (Share(""),)


class FairQueue(Generic[T]):
    """Items by rate-limit key. Items of one key are served in the order in which they were put."""

    def __init__(self) -> None:
        self._items: dict[RateLimitKey, deque[T]] = {}
        self._turns: list[tuple[float, int, RateLimitKey]] = []
        self._used: dict[str, float] = {}  # virtual time of each bucket that is ahead of the queue
        self._now = 0.0
        self._count = 0
        self._waiting: Counter[str] = Counter()  # items by bucket
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def waiting(self, rate_key: RateLimitKey) -> float:
        """Return the largest number of waiting items per share among the key's buckets."""
        return max(self._waiting[share.key] / share.shares for share in rate_key)

    def put(self, rate_key: RateLimitKey, item: T) -> None:
        if rate_key in self._items:
            self._items[rate_key].append(item)
        else:
            self._items[rate_key] = deque((item,))
            self._line_up(rate_key)
        self._add_to_count(rate_key, 1)

    def take(self) -> tuple[RateLimitKey, T] | None:
        """Remove and return the next item with the key to charge; None if the queue is empty."""
        while self._turns:
            turn, _, rate_key = heappop(self._turns)
            if rate_key not in self._items:
                continue
            if self._turn(rate_key) > turn:  # it was charged since
                self._line_up(rate_key)
                continue
            self._now = turn
            items = self._items[rate_key]
            item = items.popleft()
            if items:
                self._line_up(rate_key)
            else:
                del self._items[rate_key]
            self._add_to_count(rate_key, -1)
            return rate_key, item
        return None

    def give_up_last(self, rate_key: RateLimitKey) -> T | None:
        """Remove and return the last item of the key with most waiting, to make room for `rate_key`.

        Return None if no key has more waiting than `rate_key` would have then.
        """
        most = max(self._items, key=self.waiting, default=NOBODY)
        if self.waiting(most) <= self.waiting(rate_key) + 1:
            return None
        self._add_to_count(most, -1)
        items = self._items[most]
        item = items.pop()
        if not items:
            del self._items[most]
        return item

    def charge(self, rate_key: RateLimitKey, cost: float) -> None:
        """Charge the cost of an item to every bucket of a key."""
        for share in rate_key:
            self._used[share.key] = max(self._used.get(share.key, 0.0), self._now) + cost / share.shares
        if len(self._used) > _KEYS_AT_MOST:
            self._used = {key: used for key, used in self._used.items() if used > self._now}

    def _add_to_count(self, rate_key: RateLimitKey, change: int) -> None:
        self._size += change
        for share in rate_key:
            self._waiting[share.key] += change
            if not self._waiting[share.key]:
                del self._waiting[share.key]

    def _turn(self, rate_key: RateLimitKey) -> float:
        """Return the virtual time of a key's turn: the latest among its buckets."""
        return max(self._now, *[self._used.get(share.key, 0.0) for share in rate_key])

    def _line_up(self, rate_key: RateLimitKey) -> None:
        self._count += 1
        heappush(self._turns, (self._turn(rate_key), self._count, rate_key))
