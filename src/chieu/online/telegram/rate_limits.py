"""Token buckets: rate limits on what people send to the bot and on what the bot sends to Telegram.

The server's rate limits only refuse. The bot waits until the next token is there, so its buckets can tell how long.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Final, Generic, TypeVar

K = TypeVar("K")
_BUCKETS_AT_MOST: Final = 10_000


class TokenBucket:
    """Token bucket: `rate` tokens a second, at most `burst`. The caller passes the time, in seconds."""

    __slots__ = ("_at", "_burst", "_rate", "_tokens")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._tokens = burst
        self._at = 0.0

    def wait(self, now: float) -> float:
        """Return the seconds until there is a token."""
        self._fill(now)
        return 0.0 if self._tokens >= 1 else (1 - self._tokens) / self._rate

    def take(self, now: float) -> bool:
        """Take a token; return False if there is none."""
        self._fill(now)
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    def _fill(self, now: float) -> None:
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate) if self._at else self._burst
        self._at = now


class TokenBuckets(Generic[K]):
    """A token bucket per key. Buckets unused for longest are dropped, so that memory stays bounded."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._by_key: OrderedDict[K, TokenBucket] = OrderedDict()

    def of(self, key: K) -> TokenBucket:
        bucket = self._by_key.pop(key, None) or TokenBucket(self._rate, self._burst)
        self._by_key[key] = bucket
        if len(self._by_key) > _BUCKETS_AT_MOST:
            self._by_key.popitem(last=False)
        return bucket
