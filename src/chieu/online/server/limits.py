"""PF-34, PF-37: how much is too much, for each guest, each address and everybody together."""

from __future__ import annotations

import ipaddress
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Final

from chieu.online.service.fair_queue import RateLimitKey, Share

_KEYS_AT_MOST: Final = 50_000
# Of IPv6 anybody has a /64, most homes a /56 and many sites a /48. Each has a budget of its own, larger than the one
# within, so that who has many networks has a little more than who has one and not 65,536 times as much.
_NETWORKS: Final = ((64, 1), (56, 2), (48, 4))


class Rate:
    """So many a second for each key, and `burst` at once after a quiet time. The time comes in, in seconds."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._spent: dict[str, tuple[float, float]] = {}  # how much of the burst is used up, and when that was so

    def take(self, key: str, now: float, cost: float = 1.0) -> bool:
        """As much more, if that is not too much."""
        spent = self._spent_by(key, now) + cost
        if spent > self._burst:
            return False
        self._set(key, spent, now)
        return True

    def take_all(self, rate_key: RateLimitKey, now: float, cost: float = 1.0) -> bool:
        """The same for an address and all networks it is in, or for none of them."""
        if len(rate_key) == 1:
            return self.take(rate_key[0].key, now, cost)
        if any(self._spent_by(one.key, now) + cost / one.shares > self._burst for one in rate_key):
            return False
        self.charge(rate_key, now, cost)
        return True

    def charge(self, rate_key: RateLimitKey, now: float, cost: float) -> None:
        """Counts what was spent already. It makes nobody wait longer than an empty purse takes to fill again."""
        for one in rate_key:
            self._set(one.key, min(self._burst, self._spent_by(one.key, now) + cost / one.shares), now)

    def is_empty(self, rate_key: RateLimitKey, now: float) -> bool:
        """Whether an address, or a network it is in, has not one left."""
        return any(self._spent_by(one.key, now) + 1 / one.shares > self._burst for one in rate_key)

    def _spent_by(self, key: str, now: float) -> float:
        spent, at = self._spent.get(key, (0.0, now))
        return max(0.0, spent - (now - at) * self._rate)

    def _set(self, key: str, spent: float, now: float) -> None:
        self._spent[key] = (spent, now)
        if len(self._spent) > _KEYS_AT_MOST:
            self._forget(now)

    def __len__(self) -> int:
        return len(self._spent)

    def _forget(self, now: float) -> None:
        """Those who are as good as new. If that is nobody, the longest quiet half: memory is limited too."""
        kept = {key: (spent, at) for key, (spent, at) in self._spent.items() if spent > (now - at) * self._rate}
        if len(kept) > _KEYS_AT_MOST // 2:
            latest = sorted(kept, key=lambda key: kept[key][1])[-_KEYS_AT_MOST // 2 :]
            kept = {key: kept[key] for key in latest}
        self._spent = kept


class EntryBudget:
    """What may be written for each address in an hour, which then is on the disk for months."""

    def __init__(self, an_hour: int) -> None:
        self._rate = Rate(an_hour / 3600, an_hour)

    def spend(self, rate_key: RateLimitKey, entries: int) -> None:
        self._rate.charge(rate_key, time.monotonic(), entries)

    def exhausted(self, rate_key: RateLimitKey) -> bool:
        return self._rate.is_empty(rate_key, time.monotonic())


class Places:
    """So many at the same time for each key."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._taken: Counter[str] = Counter()

    def enter(self, rate_key: RateLimitKey) -> bool:
        """A place in each network, if there is one in all of them. Whoever got one gives it back with `leave`."""
        if any(self._taken[one.key] >= self._most * one.shares for one in rate_key):
            return False
        self._taken.update(one.key for one in rate_key)
        return True

    def leave(self, rate_key: RateLimitKey) -> None:
        for one in rate_key:
            self._taken[one.key] -= 1
            if not self._taken[one.key]:
                del self._taken[one.key]

    def taken(self, rate_key: RateLimitKey) -> int:
        """How many places the address itself has."""
        return self._taken[rate_key[0].key]

    @contextmanager
    def one(self, rate_key: RateLimitKey) -> Iterator[bool]:
        """A place for as long as it is needed; False if there is none left."""
        entered = self.enter(rate_key)
        try:
            yield entered
        finally:
            if entered:
                self.leave(rate_key)

    def __len__(self) -> int:
        return len(self._taken)


def one_guest(guest: str) -> RateLimitKey:
    """A guest, who is in no network."""
    return (Share(guest),)


@lru_cache(4096)
def networks(host: str) -> RateLimitKey:
    """What counts as one address, and of IPv6 the networks around it: anybody has all of its other half.

    >>> [share.key for share in networks("2001:db8:1:2:3:4:5:6")]
    ['2001:db8:1:2::/64', '2001:db8:1::/56', '2001:db8:1::/48']
    >>> [networks(host)[0].key for host in ("203.0.113.9", "::ffff:203.0.113.9", "unix")]
    ['203.0.113.9', '203.0.113.9', 'unix']
    """
    try:
        found = ipaddress.ip_address(host)
    except ValueError:
        return (Share(host),)
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return (Share(str(found.ipv4_mapped)),)
        around = [(ipaddress.IPv6Network((int(found), bits), strict=False), shares) for bits, shares in _NETWORKS]
        return tuple(Share(str(network), shares) for network, shares in around)
    return (Share(str(found)),)
