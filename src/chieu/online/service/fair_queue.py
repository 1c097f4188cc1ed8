"""PF-37: work is done by turns of those who caused it, and not in the order in which it came: who has used more waits
longer, and whoever comes with little to do is served next.

This is start-time fair queueing. Everybody has a place in virtual time, up to which they have had their share; who is
furthest behind is served, and moves on by what that cost. Who was away begins where the queue is now: nobody saves up.
"""

from __future__ import annotations

from collections import Counter, deque
from heapq import heappop, heappush
from typing import Final, Generic, NamedTuple, TypeAlias, TypeVar

T = TypeVar("T")

_KEYS_AT_MOST: Final = 50_000


class Share(NamedTuple):
    """Something that costs are counted against, and how many shares of everything it has."""

    key: str
    shares: int = 1


RateLimitKey: TypeAlias = tuple[Share, ...]
"""Who pays: an address and the networks around it, each with more shares than the one within."""

NOBODY: Final[RateLimitKey] = (Share(""),)


class FairQueue(Generic[T]):
    """Items by payer. Those of one payer come out in the order in which they went in."""

    def __init__(self) -> None:
        self._items: dict[RateLimitKey, deque[T]] = {}
        self._turns: list[tuple[float, int, RateLimitKey]] = []
        self._had: dict[str, float] = {}  # how far each key has come, where that is further than now
        self._now = 0.0
        self._count = 0
        self._waiting: Counter[str] = Counter()  # items by key
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def waiting(self, rate_key: RateLimitKey) -> float:
        """How many items of a payer wait, or of the networks around it for each of their shares."""
        return max(self._waiting[share.key] / share.shares for share in rate_key)

    def put(self, rate_key: RateLimitKey, item: T) -> None:
        if rate_key in self._items:
            self._items[rate_key].append(item)
        else:
            self._items[rate_key] = deque((item,))
            self._line_up(rate_key)
        self._counted(rate_key, 1)

    def take(self) -> tuple[RateLimitKey, T] | None:
        """The next item, and who is to be charged for it; None if nothing waits."""
        while self._turns:
            turn, _, rate_key = heappop(self._turns)
            if rate_key not in self._items:
                continue
            if self._turn(rate_key) > turn:  # something was charged since
                self._line_up(rate_key)
                continue
            self._now = turn
            items = self._items[rate_key]
            item = items.popleft()
            if items:
                self._line_up(rate_key)
            else:
                del self._items[rate_key]
            self._counted(rate_key, -1)
            return rate_key, item
        return None

    def give_up_last(self, rate_key: RateLimitKey) -> T | None:
        """Takes out the last item of whoever has most waiting, to make room for one of this payer; None if nobody has
        more than the payer would have then."""
        most = max(self._items, key=self.waiting, default=NOBODY)
        if self.waiting(most) <= self.waiting(rate_key) + 1:
            return None
        self._counted(most, -1)
        items = self._items[most]
        item = items.pop()
        if not items:
            del self._items[most]
        return item

    def charge(self, rate_key: RateLimitKey, cost: float) -> None:
        """What an item of a payer has cost."""
        for share in rate_key:
            self._had[share.key] = max(self._had.get(share.key, 0.0), self._now) + cost / share.shares
        if len(self._had) > _KEYS_AT_MOST:
            self._had = {key: had for key, had in self._had.items() if had > self._now}

    def _counted(self, rate_key: RateLimitKey, by: int) -> None:
        self._size += by
        for share in rate_key:
            self._waiting[share.key] += by
            if not self._waiting[share.key]:
                del self._waiting[share.key]

    def _turn(self, rate_key: RateLimitKey) -> float:
        """When it is a payer's turn: when all that it is a part of have been behind."""
        return max(self._now, *[self._had.get(share.key, 0.0) for share in rate_key])

    def _line_up(self, rate_key: RateLimitKey) -> None:
        self._count += 1
        heappush(self._turns, (self._turn(rate_key), self._count, rate_key))
