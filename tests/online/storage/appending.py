"""Append to a log and wait for it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from chieu.online.service.ports import Log, LogBatch, Snapshot
from chieu.online.table.state import DealSpan


def append(
    log: Log,
    table: str,
    expected: int,
    entries: Sequence[bytes],
    wake: int | None,
    snapshot: Snapshot | None = None,
    deals: Sequence[DealSpan] = (),
) -> asyncio.Future[None]:
    """Call `Log.append` and return a future for its result."""
    appended: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def settled(error: BaseException | None) -> None:
        if appended.done():  # the waiter was cancelled
            return
        if error is None:
            appended.set_result(None)
        else:
            appended.set_exception(error)

    log.append(LogBatch(table, expected, entries, wake, snapshot, deals), settled)
    return appended
