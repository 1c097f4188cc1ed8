"""Logs whose appends are coroutines, for tests in which they wait or fail."""

from __future__ import annotations

import asyncio

from chieu.online.service.ports import Appended, LogBatch
from tests.online.storage.memory import MemoryLog


class AwaitedLog:
    """Base of logs that implement `append` by the coroutine `written`."""

    def append(self, batch: LogBatch, settled: Appended) -> None:
        def done(task: asyncio.Task[None]) -> None:
            settled(asyncio.CancelledError() if task.cancelled() else task.exception())

        asyncio.get_running_loop().create_task(self.written(batch)).add_done_callback(done)

    async def written(self, batch: LogBatch) -> None:
        raise NotImplementedError


class AwaitedMemoryLog(AwaitedLog, MemoryLog):
    """Log in memory."""

    async def written(self, batch: LogBatch) -> None:
        error = self._append(*batch)
        if error is not None:
            raise error
