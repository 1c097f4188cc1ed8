"""Clock and entropy of the operating system."""

from __future__ import annotations

import asyncio
import secrets
import time


class SystemClock:
    """Wall-clock time at the start of the process plus monotonic time since.

    Setting the machine's clock while the process runs has no effect.
    """

    def __init__(self) -> None:
        self._ahead = time.time_ns() - time.monotonic_ns()

    def now(self) -> int:
        return (time.monotonic_ns() + self._ahead) // 1_000_000

    async def sleep_until(self, when: int) -> None:
        while (left := when - self.now()) > 0:
            await asyncio.sleep(left / 1000)


class SystemEntropy:
    """Bytes from the operating system."""

    def draw(self, count: int) -> bytes:
        return secrets.token_bytes(count)


def new_epoch(before: str) -> str:
    """Return an epoch that compares greater than the one before it, whatever the clock says.

    >>> new_epoch("9000000000000-0a")[:13]
    '9000000000001'
    """
    number = max(time.time_ns() // 1_000_000, int(before.partition("-")[0] or 0) + 1)
    return f"{number:013d}-{secrets.token_hex(4)}"
