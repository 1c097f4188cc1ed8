"""Following a table as an iterator, for who can wait."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

from chieu.online.service.service import TableService


async def follow(
    house: TableService, table: str, guest: str | None, seen: int = 0, key: str = ""
) -> AsyncGenerator[bytes, None]:
    """What the guest has missed since `seen`, then every change, as fast as it is taken."""
    box: list[bytes] = []
    arrived = asyncio.Event()

    def push(raw: bytes) -> bool:
        box.append(raw)
        arrived.set()
        return False

    subscription = await house.subscribe(table, guest, seen, push, key=key)
    try:
        while True:
            await arrived.wait()
            arrived.clear()
            yield box.pop()
            subscription.resume()
    finally:
        subscription.end()
