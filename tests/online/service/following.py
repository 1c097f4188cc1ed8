"""Subscribe to a table as an async iterator."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

from chieu.online.service.service import TableService


async def follow(
    service: TableService, table: str, guest: str | None, seen: int = 0, key: str = ""
) -> AsyncGenerator[bytes, None]:
    """Yield what the guest missed since `seen`, then every change, at the pace of the consumer."""
    box: list[bytes] = []
    arrived = asyncio.Event()

    def push(raw: bytes) -> bool:
        box.append(raw)
        arrived.set()
        return False

    subscription = await service.subscribe(table, guest, seen, push, key=key)
    try:
        while True:
            await arrived.wait()
            arrived.clear()
            yield box.pop()
            subscription.resume()
    finally:
        subscription.end()
