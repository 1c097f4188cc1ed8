"""PF-3, PF-37: bots think in processes of their own. One that dies, hangs or fails costs nobody else anything."""

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
from tests.online.server import thoughts

AN, BINH = (Share("192.0.2.1"),), (Share("192.0.2.2"),)


@pytest.fixture(autouse=True)
def _all_the_time_in_the_world(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine a process that gives way to others may take minutes to come up; tests that are about being late
    say so."""
    monkeypatch.setattr(module, "PATIENCE", 600_000)


def turn(rules: Any = None, seed: int = 0) -> BotTurn:
    return BotTurn("xidach", "thinker", rules, 0, (), None, ("move",), seed, 0, 0)


def with_thinkers(story: Callable[[BotWorkers, Counter], Awaitable[None]], processes: int = 1) -> None:
    async def run() -> None:
        given_up = Counter("given_up", "")
        thinkers = BotWorkers(processes, given_up, thoughts.by_rules)
        try:
            if processes:
                await warm(thinkers)
            await story(thinkers, given_up)
        finally:
            await thinkers.close()

    asyncio.run(run())


def asked(thinkers: BotWorkers, one: BotTurn, rate_key: RateLimitKey = NOBODY) -> asyncio.Future[Any]:
    answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
    thinkers.think(rate_key, one, answer.set_result)
    return answer


async def warm(thinkers: BotWorkers) -> int:
    """The number of a process that is there and answers."""
    thinkers.get_ready()
    return int(await asked(thinkers, turn("pid")))


def test_a_bot_thinks_in_a_process_that_gives_way_to_others() -> None:
    async def story(thinkers: BotWorkers, given_up: Counter) -> None:
        number = await asked(thinkers, turn("pid"))
        assert number != os.getpid()
        assert os.getpriority(os.PRIO_PROCESS, number) >= 10
        assert await asked(thinkers, turn()) == "move"

    with_thinkers(story)


def test_one_that_dies_or_fails_answers_nothing_and_the_next_is_answered() -> None:
    async def story(thinkers: BotWorkers, given_up: Counter) -> None:
        first = await warm(thinkers)
        assert await asked(thinkers, turn("raise")) is None
        assert await asked(thinkers, turn("pid")) == first
        assert await asked(thinkers, turn("die")) is None
        assert await warm(thinkers) != first
        assert given_up._counts[""] >= 2

    with_thinkers(story)


def test_one_that_hangs_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(thinkers: BotWorkers, given_up: Counter) -> None:
        first = await warm(thinkers)
        with monkeypatch.context() as short:
            short.setattr(module, "PATIENCE", 300)
            assert await asked(thinkers, turn("hang")) is None
        assert await warm(thinkers) != first
        until = time.monotonic() + 30
        while Path(f"/proc/{first}").exists() and time.monotonic() < until:
            await asyncio.sleep(0.05)
        assert not Path(f"/proc/{first}").exists()

    with_thinkers(story)


def test_addresses_take_turns(tmp_path: Path) -> None:
    """However many bots one address has, another's is next but one."""
    file = tmp_path / "order"

    async def story(thinkers: BotWorkers, given_up: Counter) -> None:
        many = [asked(thinkers, turn(file, seed), AN) for seed in range(10)]
        one = asked(thinkers, turn(file, 100), BINH)
        await asyncio.gather(*many, one)
        order = file.read_text().split()
        assert order.index("100") <= 1

    with_thinkers(story)


def test_who_would_be_late_is_given_up_and_nobody_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_HANGS", 600.0)

    async def story(thinkers: BotWorkers, given_up: Counter) -> None:
        monkeypatch.setattr(module, "PATIENCE", 1_000)
        slow = asked(thinkers, turn(1.0))
        late = [asked(thinkers, turn()) for _ in range(3)]
        assert await asyncio.gather(slow, *late) == ["move", None, None, None]
        assert given_up._counts[""] >= 3

    with_thinkers(story)


def test_the_more_wait_the_less_time_each_has() -> None:
    async def story(thinkers: BotWorkers, given_up: Counter) -> None:
        alone = await asked(thinkers, turn("seconds"))
        first, *rest = [asked(thinkers, turn("seconds")) for _ in range(4)]
        assert alone == module.SECONDS
        assert await first < alone
        await asyncio.gather(*rest)

    with_thinkers(story)


def test_with_no_processes_nothing_is_thought_of() -> None:
    async def story(thinkers: BotWorkers, given_up: Counter) -> None:
        thinkers.get_ready()
        assert await asked(thinkers, turn()) is None
        assert given_up._counts[""] == 1

    with_thinkers(story, processes=0)


def test_they_end_at_once_when_the_server_does() -> None:
    async def story(thinkers: BotWorkers, given_up: Counter) -> None:
        number = await warm(thinkers)
        hanging = asked(thinkers, turn("hang"))
        waiting = asked(thinkers, turn())
        await asyncio.sleep(0.1)
        await asyncio.wait_for(thinkers.close(), 30)
        assert not Path(f"/proc/{number}").exists()
        assert not hanging.done()
        assert not waiting.done()

    with_thinkers(story)
