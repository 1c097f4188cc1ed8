"""Let more time pass for the presence of nodes on PostgreSQL than a silent node is given."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from types import SimpleNamespace

import asyncpg
import pytest

from chieu.online.storage.postgres import presence

_MOVE_BACK = "UPDATE chieu.nodes SET seen = seen - make_interval(secs => $1)"


def expiry(url: str, monkeypatch: pytest.MonkeyPatch) -> Callable[[], Awaitable[None]]:
    """Return a function that moves the clocks forward by more than `EXPIRY_S`."""
    ahead = 0.0
    monkeypatch.setattr(presence, "time", SimpleNamespace(monotonic=lambda: time.monotonic() + ahead))

    async def skip() -> None:
        nonlocal ahead
        ahead += presence.EXPIRY_S + 1
        link = await asyncpg.connect(url)
        try:
            await link.execute(_MOVE_BACK, presence.EXPIRY_S + 1)
        finally:
            await link.close()

    return skip
