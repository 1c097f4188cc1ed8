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


Payer: TypeAlias = tuple[Share, ...]
"""Who pays: an address and the networks around it, each with more shares than the one within."""

NOBODY: Final[Payer] = (Share(""),)


class FairQueue(Generic[T]):
    """Items by payer. Those of one payer come out in the order in which they went in."""

    def __init__(self) -> None:
        self._items: dict[Payer, deque[T]] = {}
        self._turns: list[tuple[float, int, Payer]] = []
        self._had: dict[str, float] = {}  # how far each key has come, where that is further than now
        self._now = 0.0
        self._count = 0
        self._waiting: Counter[str] = Counter()  # items by key
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def waiting(self, payer: Payer) -> float:
        """How many items of a payer wait, or of the networks around it for each of their shares."""
        return max(self._waiting[share.key] / share.shares for share in payer)

    def put(self, payer: Payer, item: T) -> None:
        if payer in self._items:
            self._items[payer].append(item)
        else:
            self._items[payer] = deque((item,))
            self._line_up(payer)
        self._counted(payer, 1)

    def take(self) -> tuple[Payer, T] | None:
        """The next item, and who is to be charged for it; None if nothing waits."""
        while self._turns:
            turn, _, payer = heappop(self._turns)
            if payer not in self._items:
                continue
            if self._turn(payer) > turn:  # something was charged since
                self._line_up(payer)
                continue
            self._now = turn
            items = self._items[payer]
            item = items.popleft()
            if items:
                self._line_up(payer)
            else:
                del self._items[payer]
            self._counted(payer, -1)
            return payer, item
        return None

    def give_up_last(self, payer: Payer) -> T | None:
        """Takes out the last item of whoever has most waiting, to make room for one of this payer; None if nobody has
        more than the payer would have then."""
        most = max(self._items, key=self.waiting, default=NOBODY)
        if self.waiting(most) <= self.waiting(payer) + 1:
            return None
        self._counted(most, -1)
        items = self._items[most]
        item = items.pop()
        if not items:
            del self._items[most]
        return item

    def charge(self, payer: Payer, cost: float) -> None:
        """What an item of a payer has cost."""
        for share in payer:
            self._had[share.key] = max(self._had.get(share.key, 0.0), self._now) + cost / share.shares
        if len(self._had) > _KEYS_AT_MOST:
            self._had = {key: had for key, had in self._had.items() if had > self._now}

    def _counted(self, payer: Payer, by: int) -> None:
        self._size += by
        for share in payer:
            self._waiting[share.key] += by
            if not self._waiting[share.key]:
                del self._waiting[share.key]

    def _turn(self, payer: Payer) -> float:
        """When it is a payer's turn: when all that it is a part of have been behind."""
        return max(self._now, *[self._had.get(share.key, 0.0) for share in payer])

    def _line_up(self, payer: Payer) -> None:
        self._count += 1
        heappush(self._turns, (self._turn(payer), self._count, payer))
