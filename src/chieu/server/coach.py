"""PF-42: the coach, a process of its own, so that whoever plays does not wait for whoever thinks.

It is started when somebody first asks, yields to everything else on the machine, and ends with the server, however that
ends. Only so many questions wait for it.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Final, TypeVar

from chieu.core import records, run
from chieu.core.luck import Luck
from chieu.games import all_games, load
from chieu.lab.advice import Advice, AdviceSearch
from chieu.lab.review import decided, turns
from chieu.server.refusals import HttpRefusal
from chieu.table.coaching import Hint, Question, Reviewed, hint, reviewed

T = TypeVar("T")

SECONDS: Final = 0.7  # for what can be reckoned for sure, and as long for what cannot
_WORLDS_AT_MOST: Final = 2_000
_WAITING_AT_MOST: Final = 4
_NICENESS: Final = 10


class NoSuchSeat(LookupError):
    """The deal had fewer seats."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.seats = seats


class NoSuchDecision(LookupError):
    """Nobody, or somebody else, decided anything at that step."""


class Coach:
    """Answers questions one after the other."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._waiting = 0

    async def hint(self, game: str, question: Question, seed: int) -> Hint:
        """What each option is worth. The seed must be nobody's to guess."""
        return hint(question, await self._ask(_advised, game, question.deal, question.seat, seed))

    async def review(self, text: str, seat: int, step: int) -> Reviewed:
        """What each option was worth at a step of a record, and what was done."""
        return await self._ask(_reviewed, text, seat, step)

    async def close(self) -> None:
        """Ends the process, when it has finished what it is at."""
        if self._pool is not None:
            await asyncio.to_thread(self._pool.shutdown, wait=True, cancel_futures=True)

    async def _ask(self, work: Callable[..., T], *question: Any) -> T:
        if self._waiting >= _WAITING_AT_MOST:
            raise HttpRefusal(503, "coach_busy", "PF-42")
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), _settle_down)
        pool = self._pool
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, work, *question)
        except BrokenProcessPool:
            if self._pool is pool:
                self._pool = None  # somebody killed it: the next question starts another
            raise HttpRefusal(503, "coach_busy", "PF-42") from None
        finally:
            self._waiting -= 1


def _settle_down() -> None:
    """The first thing the process does. Ctrl-C is the server's business; a server that dies takes its coach with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    threading.Thread(target=_end_with_the_server, daemon=True).start()


def _end_with_the_server() -> None:
    server = multiprocessing.parent_process()
    assert server is not None
    server.join()
    os._exit(0)


def _advised(game: str, deal: run.Deal, seat: int, seed: int) -> Advice:
    return _thought(AdviceSearch(load(game), deal, seat, Luck(seed), _WORLDS_AT_MOST, stop=_time_is_up(SECONDS)))


def _reviewed(text: str, seat: int, step: int) -> Reviewed:
    (record,) = records.read(all_games(), text.splitlines())
    if seat >= record.seats:
        raise NoSuchSeat(record.seats)
    for turn in turns(record, seat):
        if turn.step == step:
            stop = _time_is_up(SECONDS)
            counsel = AdviceSearch(record.game, turn.deal, seat, Luck(step), _WORLDS_AT_MOST, turn.taken, stop)
            return reviewed(decided(turn, _thought(counsel)))
    raise NoSuchDecision


def _thought(counsel: AdviceSearch) -> Advice:
    """What could not be reckoned for sure gets some worlds, however long the reckoning took."""
    return counsel.think(_time_is_up(SECONDS))


def _time_is_up(seconds: float) -> Callable[[], bool]:
    until = time.monotonic() + seconds
    return lambda: time.monotonic() >= until
