"""The clock and the entropy of the machine."""

from __future__ import annotations

import asyncio
import secrets
import time
from typing import Final

_LOOK_AGAIN_MS: Final = 60_000  # the time of day may be set while we sleep


class SystemClock:
    """The time of day."""

    def now(self) -> int:
        return time.time_ns() // 1_000_000

    async def sleep_until(self, when: int) -> None:
        while (left := when - self.now()) > 0:
            await asyncio.sleep(min(left, _LOOK_AGAIN_MS) / 1000)


class SystemEntropy:
    """Bytes from the operating system."""

    def draw(self, count: int) -> bytes:
        return secrets.token_bytes(count)
