"""PF-3, PF-37: bots run in worker processes; one that dies, hangs or fails does not affect others."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from chieu.online.server.metrics import Counter
from chieu.online.server.workers import bot_workers as module
from chieu.online.server.workers.bot_workers import BotWorkers
from chieu.online.service.fair_queue import NOBODY, RateLimitKey, Share
from chieu.online.table.thinking import BotTurn
from tests.online.server import worker_functions

AN, BINH = (Share("192.0.2.1"),), (Share("192.0.2.2"),)


@pytest.fixture(autouse=True)
def _no_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    """Disable the deadline: on a busy machine a low-priority process may take minutes to start.

    Tests of the deadline set it again.
    """
    monkeypatch.setattr(module, "PATIENCE", 600_000)


def turn(rules: Any = None, seed: int = 0) -> BotTurn:
    return BotTurn("xidach", "thinker", rules, 0, (), None, ("move",), seed, 0, 0)


def with_thinkers(story: Callable[[BotWorkers, Counter], Awaitable[None]], processes: int = 1) -> None:
    async def run() -> None:
        given_up = Counter("given_up", "")
        workers = BotWorkers(processes, given_up, worker_functions.by_rules)
        try:
            if processes:
                await warm(workers)
            await story(workers, given_up)
        finally:
            await workers.close()

    asyncio.run(run())


def queued(workers: BotWorkers, turn: BotTurn, rate_key: RateLimitKey = NOBODY) -> asyncio.Future[Any]:
    answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
    workers.think(rate_key, turn, answer.set_result)
    return answer


async def warm(workers: BotWorkers) -> int:
    """Start a process and return its pid."""
    workers.get_ready()
    return int(await queued(workers, turn("pid")))


def test_worker_process_has_low_priority() -> None:
    async def story(workers: BotWorkers, given_up: Counter) -> None:
        number = await queued(workers, turn("pid"))
        assert number != os.getpid()
        assert os.getpriority(os.PRIO_PROCESS, number) >= 10
        assert await queued(workers, turn()) == "move"

    with_thinkers(story)


def test_failed_turn_has_no_answer_and_the_next_has() -> None:
    async def story(workers: BotWorkers, given_up: Counter) -> None:
        first = await warm(workers)
        assert await queued(workers, turn("raise")) is None
        assert await queued(workers, turn("pid")) == first
        assert await queued(workers, turn("die")) is None
        assert await warm(workers) != first
        assert given_up._counts[""] >= 2

    with_thinkers(story)


def test_hanging_process_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(workers: BotWorkers, given_up: Counter) -> None:
        first = await warm(workers)
        with monkeypatch.context() as short:
            short.setattr(module, "PATIENCE", 300)
            assert await queued(workers, turn("hang")) is None
        assert await warm(workers) != first
        until = time.monotonic() + 30
        while Path(f"/proc/{first}").exists() and time.monotonic() < until:
            await asyncio.sleep(0.05)
        assert not Path(f"/proc/{first}").exists()

    with_thinkers(story)


def test_pf_37_addresses_take_turns(tmp_path: Path) -> None:
    """However many bots one address has, another address is served after at most one of them."""
    file = tmp_path / "order"

    async def story(workers: BotWorkers, given_up: Counter) -> None:
        many = [queued(workers, turn(file, seed), AN) for seed in range(10)]
        other = queued(workers, turn(file, 100), BINH)
        await asyncio.gather(*many, other)
        order = file.read_text().split()
        assert order.index("100") <= 1

    with_thinkers(story)


def test_late_turns_are_given_up_without_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_HANGS", 600.0)

    async def story(workers: BotWorkers, given_up: Counter) -> None:
        monkeypatch.setattr(module, "PATIENCE", 1_000)
        slow = queued(workers, turn(1.0))
        late = [queued(workers, turn()) for _ in range(3)]
        assert await asyncio.gather(slow, *late) == ["move", None, None, None]
        assert given_up._counts[""] >= 3

    with_thinkers(story)


def test_time_per_turn_shrinks_with_the_queue() -> None:
    async def story(workers: BotWorkers, given_up: Counter) -> None:
        alone = await queued(workers, turn("seconds"))
        first, *rest = [queued(workers, turn("seconds")) for _ in range(4)]
        assert alone == module.SECONDS
        assert await first < alone
        await asyncio.gather(*rest)

    with_thinkers(story)


def test_without_processes_turns_are_given_up() -> None:
    async def story(workers: BotWorkers, given_up: Counter) -> None:
        workers.get_ready()
        assert await queued(workers, turn()) is None
        assert given_up._counts[""] == 1

    with_thinkers(story, processes=0)


def test_processes_end_at_once_on_close() -> None:
    async def story(workers: BotWorkers, given_up: Counter) -> None:
        number = await warm(workers)
        hanging = queued(workers, turn("hang"))
        waiting = queued(workers, turn())
        await asyncio.sleep(0.1)
        await asyncio.wait_for(workers.close(), 30)
        assert not Path(f"/proc/{number}").exists()
        assert not hanging.done()
        assert not waiting.done()

    with_thinkers(story)
