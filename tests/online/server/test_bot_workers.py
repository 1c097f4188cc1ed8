"""PF-3, PF-37: bots run in worker processes; one that dies, hangs or fails does not affect others."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from chieu.online.server.metrics import Counter
from chieu.online.server.workers import bot_workers as module
from chieu.online.server.workers import worker_process
from chieu.online.server.workers.bot_workers import BotWorkers
from chieu.online.service.fair_queue import NOBODY, RateLimitKey, Share
from chieu.online.table.turns import BotTurn
from tests.online.server import in_process, worker_functions
from tests.online.server.worker_functions import Pipe
from tests.waiting import PATIENCE_S, eventually

pytestmark = pytest.mark.anyio

AN, BINH = (Share("192.0.2.1"),), (Share("192.0.2.2"),)


@pytest.fixture(autouse=True)
def _no_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    """Disable the deadline: on a busy machine a low-priority process may take minutes to start.

    Tests of the deadline set it again.
    """
    monkeypatch.setattr(module, "BOT_PATIENCE", 600_000)


def turn(rules: Any = None, seed: int = 0) -> BotTurn:
    return BotTurn("xidach", "thinker", rules, 0, (), None, ("move",), seed, 0, 0)


@contextlib.asynccontextmanager
async def started(given_up: Counter, processes: int = 1) -> AsyncIterator[BotWorkers]:
    workers = BotWorkers(processes, given_up, worker_functions.by_rules)
    try:
        if processes:
            await warm(workers)
        yield workers
    finally:
        await workers.close()


@pytest.fixture
def given_up() -> Counter:
    return Counter("given_up", "")


@pytest.fixture
async def workers(_no_deadline: None, given_up: Counter) -> AsyncIterator[BotWorkers]:
    """One worker process, started."""
    async with started(given_up) as workers:
        yield workers


def queued(workers: BotWorkers, turn: BotTurn, rate_key: RateLimitKey = NOBODY) -> asyncio.Future[Any]:
    answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
    workers.think(rate_key, turn, answer.set_result)
    return answer


def new_pipe(folder: Path) -> Pipe:
    os.mkfifo(folder / "pipe")
    return Pipe(folder / "pipe")


async def warm(workers: BotWorkers) -> int:
    """Start a process and return its pid."""
    workers.get_ready()
    return int(await queued(workers, turn("pid")))


async def test_worker_process_has_low_priority(given_up: Counter, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_process, "NICENESS", in_process.NICENESS)
    async with started(given_up) as workers:
        number = await queued(workers, turn("pid"))
        assert number != os.getpid()
        assert os.getpriority(os.PRIO_PROCESS, number) >= min(19, os.getpriority(os.PRIO_PROCESS, 0) + 10)
        assert await queued(workers, turn()) == "move"


async def test_failed_turn_has_no_answer_and_the_next_has(workers: BotWorkers, given_up: Counter) -> None:
    first = await warm(workers)
    assert await queued(workers, turn("raise")) is None
    assert await queued(workers, turn("pid")) == first
    assert await queued(workers, turn("die")) is None
    assert await warm(workers) != first
    assert given_up._counts[""] >= 2


async def test_hanging_process_is_killed(workers: BotWorkers, monkeypatch: pytest.MonkeyPatch) -> None:
    first = await warm(workers)
    with monkeypatch.context() as short:
        short.setattr(module, "BOT_PATIENCE", 300)
        assert await queued(workers, turn("hang")) is None
    assert await warm(workers) != first
    await eventually(lambda: not Path(f"/proc/{first}").exists())


async def test_pf_37_addresses_take_turns(workers: BotWorkers, tmp_path: Path) -> None:
    """However many bots one address has, another address is served after at most one of them."""
    file = tmp_path / "order"
    many = [queued(workers, turn(file, seed), AN) for seed in range(10)]
    other = queued(workers, turn(file, 100), BINH)
    await asyncio.gather(*many, other)
    order = file.read_text().split()
    assert order.index("100") <= 1


async def test_late_turns_are_given_up_without_waiting(
    workers: BotWorkers, given_up: Counter, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    now = 1_000.0
    monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: now))
    monkeypatch.setattr(module, "_HANGS", 600.0)
    monkeypatch.setattr(module, "BOT_PATIENCE", 1_000)
    pipe = new_pipe(tmp_path)
    slow = queued(workers, turn(pipe))
    late = [queued(workers, turn()) for _ in range(3)]
    with await asyncio.to_thread(pipe.path.open, "w") as answering:  # returns when the worker reads
        now += 1.0
        answering.write("move")
    assert await asyncio.gather(slow, *late) == ["move", None, None, None]
    assert given_up._counts[""] >= 3


async def test_time_per_turn_shrinks_with_the_queue(workers: BotWorkers) -> None:
    alone = await queued(workers, turn("seconds"))
    first, *rest = [queued(workers, turn("seconds")) for _ in range(4)]
    assert alone == module.THINKING_SECONDS
    assert await first < alone
    await asyncio.gather(*rest)


async def test_without_processes_turns_are_given_up(given_up: Counter) -> None:
    async with started(given_up, processes=0) as workers:
        workers.get_ready()
        assert await queued(workers, turn()) is None
        assert given_up._counts[""] == 1


async def test_processes_end_at_once_on_close(workers: BotWorkers, tmp_path: Path) -> None:
    number = await warm(workers)
    pipe = new_pipe(tmp_path)
    hanging = queued(workers, turn(pipe))
    waiting = queued(workers, turn())
    with await asyncio.to_thread(pipe.path.open, "w"):  # returns when the worker reads
        await asyncio.wait_for(workers.close(), PATIENCE_S)
        await eventually(lambda: not Path(f"/proc/{number}").exists())  # it would wait for the pipe for ever
        assert not hanging.done()
        assert not waiting.done()
