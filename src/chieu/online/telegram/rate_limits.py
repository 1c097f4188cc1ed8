"""Rate limits on what people send to the bot and on what the bot sends to Telegram.

The server's rate limits only refuse. The bot waits until the next token is there, so its limits tell how long.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Final

_MAX_BUCKETS: Final = 10_000


class RateLimit:
    """Token bucket per key: `rate` tokens a second, at most `burst`.

    Buckets unused for longest are dropped, so that memory stays bounded.
    """

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._buckets: OrderedDict[int, tuple[float, float]] = OrderedDict()  # tokens left, and at what time

    def wait(self, key: int = 0, keep: float = 0) -> float:
        """Return the seconds until a token can be taken and `keep` are left: 0 if that is now."""
        tokens, _ = self._filled(key)
        return max(0.0, (1 + keep - tokens) / self._rate)

    def take(self, key: int = 0) -> float:
        """Take a token and return 0; if there is none, return the seconds until the next."""
        wait = self.wait(key)
        tokens, now = self._filled(key)
        self._buckets.pop(key, None)
        self._buckets[key] = (tokens if wait else tokens - 1, now)
        if len(self._buckets) > _MAX_BUCKETS:
            self._buckets.popitem(last=False)
        return wait

    def _filled(self, key: int) -> tuple[float, float]:
        """Return the tokens of a bucket, and the time now."""
        now = asyncio.get_running_loop().time()
        tokens, at = self._buckets.get(key, (self._burst, now))
        return min(self._burst, tokens + (now - at) * self._rate), now
