"""Wait for what another process or thread does, by polling with a deadline.

Within one event loop, await an event instead.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

T = TypeVar("T")
_POLL_S = 0.01
PATIENCE_S = 60.0  # of every wait; a busy machine takes its time


def wait_until(condition: Callable[[], T], within_s: float = PATIENCE_S) -> T:
    """Return the first truthy value of `condition`."""
    deadline = time.monotonic() + within_s
    while not (value := condition()):
        assert time.monotonic() < deadline, f"still {value!r} after {within_s} s"
        time.sleep(_POLL_S)
    return value


async def eventually(condition: Callable[[], object], within_s: float = PATIENCE_S) -> None:
    """Wait until `condition`, a plain or an async function, returns a truthy value."""
    deadline = time.monotonic() + within_s
    while True:
        value = condition()
        if isinstance(value, Awaitable):
            value = await value
        if value:
            return
        assert time.monotonic() < deadline, f"still {value!r} after {within_s} s"
        await asyncio.sleep(_POLL_S)
