"""PF-34, PF-37: rate limits and concurrency limits, per guest, per address and for the whole server."""

from __future__ import annotations

import ipaddress
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum, auto
from functools import lru_cache
from typing import Final

from chieu.online.server.settings import Settings
from chieu.online.service.fair_queue import RateLimitKey, Share
from chieu.online.service.ports import WriteBudget

_KEYS_AT_MOST: Final = 50_000
RECORD_COST: Final = 4  # requests, for the record of one deal
_REFUSALS_AT_ONCE: Final = 100  # messages of one client over its rate limit, before it is disconnected
# Anybody with IPv6 has a /64, most homes a /56 and many sites a /48. Each network has a limit of its own, larger than
# that of the networks inside it, so that a /48 gets a few times as much as a /64 and not 65,536 times as much.
_NETWORKS: Final = ((64, 1), (56, 2), (48, 4))


class RateLimit:
    """Rate limit with a token bucket per key: `rate` tokens a second, at most `burst` (time in seconds)."""

    def __init__(self, rate: float, burst: float, keys_at_most: int = _KEYS_AT_MOST) -> None:
        self._rate = rate
        self._burst = burst
        self._keys_at_most = keys_at_most
        self._spent: dict[str, tuple[float, float]] = {}  # tokens missing from a full bucket, and at what time

    def take(self, key: str, now: float, cost: float = 1.0) -> bool:
        """Take `cost` tokens from a bucket. Return False, and take nothing, if it holds fewer."""
        spent = self._spent_by(key, now) + cost
        if spent > self._burst:
            return False
        self._set(key, spent, now)
        return True

    def take_all(self, rate_key: RateLimitKey, now: float, cost: float = 1.0) -> bool:
        """Take tokens from the buckets of an address and of all networks around it, or from none of them."""
        if len(rate_key) == 1:
            return self.take(rate_key[0].key, now, cost)
        if any(self._spent_by(share.key, now) + cost / share.shares > self._burst for share in rate_key):
            return False
        self.charge(rate_key, now, cost)
        return True

    def charge(self, rate_key: RateLimitKey, now: float, cost: float) -> None:
        """Take tokens for work that is done already. The bucket never goes below empty."""
        for share in rate_key:
            self._set(share.key, min(self._burst, self._spent_by(share.key, now) + cost / share.shares), now)

    def is_empty(self, rate_key: RateLimitKey, now: float) -> bool:
        """Tell whether an address, or a network around it, has less than one token left."""
        return any(self._spent_by(share.key, now) + 1 / share.shares > self._burst for share in rate_key)

    def _spent_by(self, key: str, now: float) -> float:
        spent, at = self._spent.get(key, (0.0, now))
        return max(0.0, spent - (now - at) * self._rate)

    def _set(self, key: str, spent: float, now: float) -> None:
        self._spent[key] = (spent, now)
        if len(self._spent) > self._keys_at_most:
            self._drop_keys(now)

    def __len__(self) -> int:
        return len(self._spent)

    def _drop_keys(self, now: float) -> None:
        """Drop full buckets; if that is not enough, those unused for longest, so that memory stays bounded."""
        spent = {key: (spent, at) for key, (spent, at) in self._spent.items() if spent > (now - at) * self._rate}
        if len(spent) > self._keys_at_most // 2:
            latest = sorted(spent, key=lambda key: spent[key][1])[-self._keys_at_most // 2 :]
            spent = {key: spent[key] for key in latest}
        self._spent = spent


class EntryBudget:
    """Rate limit on log entries per address and hour: entries stay on the disk for months."""

    def __init__(self, an_hour: int) -> None:
        self._limit = RateLimit(an_hour / 3600, an_hour)

    def spend(self, rate_key: RateLimitKey, entries: int) -> None:
        self._limit.charge(rate_key, time.monotonic(), entries)

    def exhausted(self, rate_key: RateLimitKey) -> bool:
        return self._limit.is_empty(rate_key, time.monotonic())


class Verdict(Enum):
    """Outcome of a rate-limit decision."""

    ALLOW = auto()
    REFUSE = auto()
    DISCONNECT = auto()


class MessageLimiter:
    """Makes the one rate-limit decision per WebSocket message: by guest, address and entries written."""

    def __init__(
        self, settings: Settings, budget: WriteBudget, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._now = monotonic
        self._by_guest = RateLimit(settings.messages_per_guest, 4 * settings.messages_per_guest)
        self._by_address = RateLimit(settings.messages_per_address, 4 * settings.messages_per_address)
        self._refusals = RateLimit(1, _REFUSALS_AT_ONCE)
        self._budget = budget

    def decide(self, client: str, rate_key: RateLimitKey, cost: int, writes: bool) -> Verdict:
        """PF-34, PF-37: charge a message to its client and address. `writes`: it may add log entries.

        A client over its rate limit is refused, and disconnected if it goes on. An address over its entry budget is
        only refused.
        """
        now = self._now()
        if not (self._by_guest.take(client, now, cost) and self._by_address.take_all(rate_key, now, cost)):
            return Verdict.REFUSE if self._refusals.take(client, now) else Verdict.DISCONNECT
        return Verdict.REFUSE if writes and self._budget.exhausted(rate_key) else Verdict.ALLOW

    def charge(self, rate_key: RateLimitKey, cost: float) -> None:
        """Charge an address for a message that took more work than its cost covers."""
        self._by_address.charge(rate_key, self._now(), cost)


class ConcurrencyLimit:
    """At most `most` slots in use at the same time per key."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._used: Counter[str] = Counter()

    def enter(self, rate_key: RateLimitKey) -> bool:
        """Take a slot of the address and of each network around it, or return False. `leave` gives them back."""
        if any(self._used[share.key] >= self._most * share.shares for share in rate_key):
            return False
        self._used.update(share.key for share in rate_key)
        return True

    def leave(self, rate_key: RateLimitKey) -> None:
        for share in rate_key:
            self._used[share.key] -= 1
            if not self._used[share.key]:
                del self._used[share.key]

    def used(self, rate_key: RateLimitKey) -> int:
        """Return the number of slots that the address itself uses."""
        return self._used[rate_key[0].key]

    @contextmanager
    def slot(self, rate_key: RateLimitKey) -> Iterator[bool]:
        """Hold a slot during the block; False if there is none left."""
        entered = self.enter(rate_key)
        try:
            yield entered
        finally:
            if entered:
                self.leave(rate_key)

    def __len__(self) -> int:
        return len(self._used)


def guest_key(guest: str) -> RateLimitKey:
    """Return the rate-limit key of a guest, who is not in any network."""
    return (Share(guest),)


@lru_cache(4096)
def networks(host: str) -> RateLimitKey:
    """Return the rate-limit key of an address. For IPv6 that is its /64 and the networks around it.

    >>> [share.key for share in networks("2001:db8:1:2:3:4:5:6")]
    ['2001:db8:1:2::/64', '2001:db8:1::/56', '2001:db8:1::/48']
    >>> [networks(host)[0].key for host in ("203.0.113.9", "::ffff:203.0.113.9", "unix")]
    ['203.0.113.9', '203.0.113.9', 'unix']
    """
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return (Share(host),)
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return (Share(str(address.ipv4_mapped)),)
        around = [(ipaddress.IPv6Network((int(address), bits), strict=False), shares) for bits, shares in _NETWORKS]
        return tuple(Share(str(network), shares) for network, shares in around)
    return (Share(str(address)),)
