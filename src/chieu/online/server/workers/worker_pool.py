"""Worker processes behind a bounded queue that addresses share fairly (PF-37).

When the queue is full, the last question of the address with the most questions is given up.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import Any, NamedTuple, TypeVar

from chieu.online.server.api.refusals import HttpRefusal
from chieu.online.server.workers.worker_process import WorkerProcess
from chieu.online.service.fair_queue import FairQueue, RateLimitKey

T = TypeVar("T")


class _Waiting(NamedTuple):
    work: Callable[[], Any]
    answer: asyncio.Future[Any]


class WorkerPool:
    """Answers as many questions at a time as it has processes."""

    def __init__(self, processes: int, waiting_at_most: int, busy: Callable[[], HttpRefusal]) -> None:
        """`busy` is the refusal of a question that was given up."""
        self._all = tuple(WorkerProcess() for _ in range(processes))
        self._free = list(self._all)
        self._most = waiting_at_most
        self._busy = busy
        self._questions: FairQueue[_Waiting] = FairQueue()
        self._answering: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        """Return the number of questions in the queue."""
        return len(self._questions)

    async def close(self) -> None:
        """Drop waiting questions, then end the processes after their current work."""
        while (item := self._questions.take()) is not None:
            item[1].answer.cancel()
        for process in self._all:
            await process.close()

    async def ask(self, rate_key: RateLimitKey, work: Callable[..., T], *question: Any) -> T:
        """Return the result of a module's function, computed in a process."""
        if len(self._questions) >= self._most:
            self._make_room(rate_key)
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._questions.put(rate_key, _Waiting(partial(work, *question), answer))
        if self._free:
            task = asyncio.create_task(self._answer_all(self._free.pop()))
            self._answering.add(task)
            task.add_done_callback(self._answering.discard)
        return await answer

    def _make_room(self, rate_key: RateLimitKey) -> None:
        """Give up a question of the address with the most, or refuse the new one if that is its own."""
        given_up = self._questions.give_up_last(rate_key)
        if given_up is None:
            raise self._busy()
        if not given_up.answer.done():
            given_up.answer.set_exception(self._busy())

    async def _answer_all(self, process: WorkerProcess) -> None:
        try:
            while (item := self._questions.take()) is not None:
                rate_key, waiting = item
                if not waiting.answer.done():  # otherwise the client is gone
                    began = time.monotonic()
                    await self._answer(process, waiting)
                    self._questions.charge(rate_key, time.monotonic() - began)
        finally:
            self._free.append(process)

    async def _answer(self, process: WorkerProcess, waiting: _Waiting) -> None:
        result, failure = None, None
        try:
            result = await process.do(waiting.work)
        except asyncio.CancelledError:
            waiting.answer.cancel()
            raise
        except Exception as error:
            failure = self._busy() if isinstance(error, BrokenProcessPool) else error
        if not waiting.answer.done():
            if failure is None:
                waiting.answer.set_result(result)
            else:
                waiting.answer.set_exception(failure)
