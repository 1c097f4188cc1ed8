"""PF-3: bots that think, in processes of their own, by turns of the addresses that opened their tables (PF-37).

A table waits a second for its bot and no longer. So a turn that could not be thought about in time is given up, one
that others wait behind gets less time, and a process that does not come back is ended.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import Any, Final, NamedTuple

from chieu.bots.levels import by_the_clock
from chieu.core.rng import Rng
from chieu.games import load
from chieu.online.server import logs
from chieu.online.server.metrics import Counter
from chieu.online.server.workers.worker_process import WorkerProcess
from chieu.online.service.fair_queue import FairQueue, RateLimitKey
from chieu.online.table.thinking import PATIENCE, BotTurn

SECONDS: Final = 0.6  # for one move, of which only `master` makes use to the end
_SPARE: Final = 0.15  # seconds of a table's patience that are not for thinking
_TOO_LITTLE: Final = 0.02  # seconds that are not worth beginning with
_HANGS: Final = 1.0  # seconds after its time, by which a process should have answered
_WAITING_AT_MOST: Final = 1_000


class _Asked(NamedTuple):
    turn: BotTurn
    until: float
    settled: Callable[[Any], None]


class BotWorkers:
    """So many processes, each started when there is first something to do for it."""

    def __init__(self, processes: int, given_up: Counter, work: Callable[[BotTurn, float], Any] | None = None) -> None:
        """`given_up` counts turns without an answer; `work` is what is done instead of thinking, by who tests that."""
        self._given_up = given_up
        self._work = work or think
        self._all = tuple(WorkerProcess() for _ in range(processes))
        self._free = list(self._all)
        self._asked: FairQueue[_Asked] = FairQueue()
        self._tasks: set[asyncio.Task[None]] = set()
        self._started = self._closed = False

    def __len__(self) -> int:
        """How many bots wait for their turn to think."""
        return len(self._asked)

    def get_ready(self) -> None:
        """Starts a process before the first question, which could not wait for that."""
        if not self._started and self._free:
            self._begin(_nothing)

    def think(self, rate_key: RateLimitKey, turn: BotTurn, settled: Callable[[Any], None]) -> None:
        """Has a bot think when it is its turn; what it comes to need not be right."""
        if not self._all or len(self._asked) >= _WAITING_AT_MOST:
            self._given_up.add()
            asyncio.get_running_loop().call_soon(settled, None)
            return
        self._asked.put(rate_key, _Asked(turn, time.monotonic() + PATIENCE / 1000 - _SPARE, settled))
        if self._free:
            self._begin()

    async def close(self) -> None:
        """Ends all processes, whatever they are at. Nobody is told anything any more."""
        self._closed = True
        for process in self._all:
            await process.close(at_once=True)
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _begin(self, first: Callable[[], None] | None = None) -> None:
        self._started = True
        task = asyncio.get_running_loop().create_task(self._go_on(self._free.pop(), first))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _go_on(self, process: WorkerProcess, first: Callable[[], None] | None) -> None:
        """Thinks about one turn after the other, as long as there are any."""
        try:
            if first is not None:
                with suppress(BrokenProcessPool):
                    await process.do(first)
            while not self._closed and (one := self._asked.take()) is not None:
                rate_key, asked = one
                began = time.monotonic()
                answer = await self._answer(process, asked)
                self._asked.charge(rate_key, time.monotonic() - began)
                if not self._closed:
                    asked.settled(answer)
        finally:
            self._free.append(process)

    async def _answer(self, process: WorkerProcess, asked: _Asked) -> Any:
        left = asked.until - time.monotonic()
        if left < _TOO_LITTLE:
            self._given_up.add()
            return None
        seconds = min(left, SECONDS / (1 + len(self._asked) / len(self._all)))
        try:
            return await asyncio.wait_for(process.do(self._work, asked.turn, seconds), left + _HANGS)
        except TimeoutError as error:
            process.kill()
            failed: Exception = error
        except Exception as error:
            failed = error
        self._given_up.add()
        if not self._closed:
            logs.say("bot_failed", level=logging.WARNING, error=failed, game=asked.turn.game, bot=asked.turn.bot)
        return None


def think(turn: BotTurn, seconds: float) -> Any:
    """What the bot does whose turn it is; done in another process."""
    began = time.monotonic()
    maker = by_the_clock(load(turn.game), turn.bot, lambda: (time.monotonic() - began) / seconds)
    bot = maker(turn.rules, turn.seat, Rng(turn.seed))
    for fact in turn.facts:
        bot.see(fact)
    return bot.act(turn.view, turn.legal)


def _nothing() -> None:
    """Done in a process, it says that the process is there."""
