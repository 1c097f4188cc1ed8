"""PF-34: how much is too much, for each guest and each address."""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

_KEYS_AT_MOST: Final = 50_000


class Rate:
    """So many a second for each key, and `burst` at once after a quiet time. The time comes in, in seconds."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._spent: dict[str, tuple[float, float]] = {}  # how much of the burst is used up, and when that was so

    def take(self, key: str, now: float) -> bool:
        """One more, if that is not too much."""
        spent, at = self._spent.get(key, (0.0, now))
        spent = max(0.0, spent - (now - at) * self._rate)
        if spent + 1 > self._burst:
            return False
        self._spent[key] = (spent + 1, now)
        if len(self._spent) > _KEYS_AT_MOST:
            self._forget(now)
        return True

    def __len__(self) -> int:
        return len(self._spent)

    def _forget(self, now: float) -> None:
        """Those who are as good as new. If that is nobody, the longest quiet half: memory is limited too."""
        kept = {key: (spent, at) for key, (spent, at) in self._spent.items() if spent > (now - at) * self._rate}
        if len(kept) > _KEYS_AT_MOST // 2:
            latest = sorted(kept, key=lambda key: kept[key][1])[-_KEYS_AT_MOST // 2 :]
            kept = {key: kept[key] for key in latest}
        self._spent = kept


class Places:
    """So many at the same time for each key."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._taken: Counter[str] = Counter()

    @contextmanager
    def one(self, key: str) -> Iterator[bool]:
        """A place for as long as it is needed; False if there is none left."""
        if self._taken[key] >= self._most:
            yield False
            return
        self._taken[key] += 1
        try:
            yield True
        finally:
            self._taken[key] -= 1
            if not self._taken[key]:
                del self._taken[key]

    def __len__(self) -> int:
        return len(self._taken)


def address(host: str) -> str:
    """What counts as one address: of IPv6 the half that names a network, for anybody has all of the other half.

    >>> address("203.0.113.9"), address("2001:db8:1:2:3:4:5:6"), address("::ffff:203.0.113.9"), address("unix")
    ('203.0.113.9', '2001:db8:1:2::', '203.0.113.9', 'unix')
    """
    try:
        found = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.IPv6Network((found, 64), strict=False).network_address)
    return str(found)
