"""PF-3: worker processes for bots that search.

PF-37: the addresses that opened the tables share them fairly. A table waits one second for its bot. So a turn that
cannot be computed in time is given up, turns get less time while others wait, and a process that hangs is killed.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from contextvars import Context
from typing import Any, Final, NamedTuple

from chieu.bots.levels import by_the_clock
from chieu.core.rng import Rng
from chieu.games import load
from chieu.online.server import logs
from chieu.online.server.metrics import Counter
from chieu.online.server.workers.worker_process import WorkerProcess
from chieu.online.service.fair_queue import FairQueue, RateLimitKey
from chieu.online.table.turns import BOT_PATIENCE, BotTurn

# Seconds that a bot may think for one move at most. Must stay under `LEAST_PACE` (PF-20) and `BOT_PATIENCE`.
THINKING_SECONDS: Final = 0.6
_SPARE: Final = 0.15  # seconds of the table's second that are left for everything else
_TOO_LITTLE: Final = 0.02  # seconds; with less left, a turn is given up
_HANGS: Final = 1.0  # seconds after its deadline until a process counts as hanging
_WAITING_AT_MOST: Final = 1_000


class _Request(NamedTuple):
    turn: BotTurn
    until: float
    settled: Callable[[Any], None]


class BotWorkers:
    """A pool of worker processes, each started on first use."""

    def __init__(self, processes: int, given_up: Counter, work: Callable[[BotTurn, float], Any] | None = None) -> None:
        """`given_up` counts turns without an answer. `work` replaces `think` in tests."""
        self._given_up = given_up
        self._work = work or think
        self._all = tuple(WorkerProcess() for _ in range(processes))
        self._free = list(self._all)
        self._queue: FairQueue[_Request] = FairQueue()
        self._tasks: set[asyncio.Task[None]] = set()
        self._started = self._closed = False

    def __len__(self) -> int:
        """Return the number of bots that wait for a process."""
        return len(self._queue)

    def get_ready(self) -> None:
        """Start a process before the first turn, which has no time to wait for that."""
        if not self._started and self._free:
            self._start(_nothing)

    def think(self, rate_key: RateLimitKey, turn: BotTurn, settled: Callable[[Any], None]) -> None:
        """Queue a bot's turn. `settled` gets the action, which may be illegal, or None if it was given up."""
        if not self._all or len(self._queue) >= _WAITING_AT_MOST:
            self._given_up.add()
            asyncio.get_running_loop().call_soon(settled, None)
            return
        self._queue.put(rate_key, _Request(turn, time.monotonic() + BOT_PATIENCE / 1000 - _SPARE, settled))
        if self._free:
            self._start()

    async def close(self) -> None:
        """Kill all processes. `settled` is not called any more."""
        self._closed = True
        for process in self._all:
            await process.close(at_once=True)
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _start(self, first: Callable[[], None] | None = None) -> None:
        self._started = True
        task = asyncio.get_running_loop().create_task(self._work_off(self._free.pop(), first), context=Context())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _work_off(self, process: WorkerProcess, first: Callable[[], None] | None) -> None:
        """Work off the queue in one process until it is empty."""
        try:
            if first is not None:
                with suppress(BrokenProcessPool):
                    await process.do(first)
            while not self._closed and (item := self._queue.take()) is not None:
                rate_key, request = item
                began = time.monotonic()
                answer = await self._answer(process, request)
                self._queue.charge(rate_key, time.monotonic() - began)
                if not self._closed:
                    request.settled(answer)
        finally:
            self._free.append(process)

    async def _answer(self, process: WorkerProcess, request: _Request) -> Any:
        left = request.until - time.monotonic()
        if left < _TOO_LITTLE:
            self._given_up.add()
            return None
        seconds = min(left, THINKING_SECONDS / (1 + len(self._queue) / len(self._all)))
        try:
            return await asyncio.wait_for(process.do(self._work, request.turn, seconds), left + _HANGS)
        except TimeoutError as error:
            process.kill()
            failed: Exception = error
        except Exception as error:
            failed = error
        self._given_up.add()
        if not self._closed:
            logs.say("bot_failed", level=logging.WARNING, error=failed, game=request.turn.game, bot=request.turn.bot)
        return None


def think(turn: BotTurn, seconds: float) -> Any:
    """Return the bot's action. Runs in a worker process."""
    began = time.monotonic()
    maker = by_the_clock(load(turn.game), turn.bot, lambda: (time.monotonic() - began) / seconds)
    bot = maker(turn.rules, turn.seat, Rng(turn.seed))
    for fact in turn.facts:
        bot.see(fact)
    return bot.act(turn.view, turn.legal)


def _nothing() -> None:
    """Do nothing: returns once the process has started."""
