"""PF-37: turns follow from the cost that each rate-limit key has caused, not from its demand."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from typing import Any

import pytest

from chieu.online.protocol import commands
from chieu.online.protocol.answers import Done
from chieu.online.protocol.commands import OpenTable
from chieu.online.service.fair_queue import FairQueue, RateLimitKey, Share
from chieu.online.service.ports import Appended, LogBatch
from chieu.online.service.scheduler import UNWATCHED
from chieu.online.service.service import SLICE, TableService
from chieu.online.storage.local import LocalBus, LocalPresence
from tests.online.storage.memory import MemoryLog, SeededEntropy, VirtualClock

pytestmark = pytest.mark.anyio

LAN: RateLimitKey = (Share("lan"),)
CROWD: RateLimitKey = (Share("crowd"),)


def drained(queue: FairQueue[str], cost: float = 1.0) -> list[str]:
    items = []
    while (next_item := queue.take()) is not None:
        rate_key, item = next_item
        queue.charge(rate_key, cost)
        items.append(item)
    return items


def test_pf_37_a_key_with_little_use_is_served_next() -> None:
    queue: FairQueue[str] = FairQueue()
    for number in range(100):
        queue.put(CROWD, f"crowd {number}")
    for _ in range(10):
        queue.charge(CROWD, 1.0)
        queue.take()
    queue.put(LAN, "lan")
    assert drained(queue)[:2] in (["lan", "crowd 10"], ["crowd 10", "lan"])


def test_pf_37_a_key_that_costs_more_waits_longer() -> None:
    queue: FairQueue[str] = FairQueue()
    for number in range(6):
        queue.put(CROWD, f"crowd {number}")
        queue.put(LAN, f"lan {number}")
    served = []
    while (next_item := queue.take()) is not None:
        rate_key, item = next_item
        queue.charge(rate_key, 5.0 if rate_key == CROWD else 1.0)
        served.append(item)
    assert served.index("lan 4") < served.index("crowd 2"), served


def test_pf_37_an_absent_key_saves_nothing_up() -> None:
    queue: FairQueue[str] = FairQueue()
    for number in range(50):
        queue.put(CROWD, f"crowd {number}")
    for _ in range(40):
        next_item = queue.take()
        assert next_item is not None
        queue.charge(next_item[0], 1.0)
    for number in range(10):
        queue.put(LAN, f"lan {number}")
    order = drained(queue)
    assert order.index("crowd 44") < order.index("lan 9"), "a key that was away does not get everything now"


def test_pf_37_networks_of_one_site_share_its_bucket() -> None:
    """A /48 has 65,536 networks that each look like a home."""
    queue: FairQueue[str] = FairQueue()
    for number in range(64):
        queue.put((Share(f"{number}/64"), Share("site/48", 4)), f"site {number}")
    queue.put(LAN, "lan 0")
    queue.put(LAN, "lan 1")
    order = drained(queue)
    assert order.index("lan 1") < 12, order


def test_pf_37_the_key_with_most_waiting_makes_room() -> None:
    queue: FairQueue[str] = FairQueue()
    for number in range(4):
        queue.put(CROWD, f"crowd {number}")
    assert queue.give_up_last(LAN) == "crowd 3"
    queue.put(LAN, "lan")
    assert queue.give_up_last(LAN) == "crowd 2"
    assert queue.give_up_last(LAN) is None, "both would have the same"
    assert sorted(drained(queue)) == ["crowd 0", "crowd 1", "lan"]
    assert len(queue) == 0


async def bots_of(service: TableService, rate_key: RateLimitKey, name: str) -> str:
    """Open a table at which only bots are about to play."""
    order = OpenTable(game="big2", name=name, seats=4, bots=("random",) * 3, pace=0)
    table = await service.open(order, name, rate_key)
    assert isinstance(table, str)
    at: dict[str, Any] = {"seq": 7}
    orders: tuple[commands.AnyCommand, ...] = (
        commands.Rise(id="r", **at),
        commands.SetBot(id="b", seat=0, level="random", **at),
        commands.DealNow(id="d", **at),
    )
    for command in orders:
        assert isinstance(await service.do(table, name, command), Done), command
    return table


async def test_pf_37_many_tables_of_one_key_do_not_delay_another_key() -> None:
    """A hundred tables of one key are due first, but the other key's bots move within two slices."""

    clock = VirtualClock(1_000_000)
    seconds = 0.0

    def meter() -> float:
        nonlocal seconds
        seconds += SLICE / 4  # every table costs the same
        return seconds

    log = MemoryLog()
    service = TableService(log, LocalBus(), LocalPresence(), clock, SeededEntropy(1), meter=meter)
    for number in range(100):
        await bots_of(service, CROWD, f"crowd {number}")
    lan = await bots_of(service, LAN, "lan")
    before = len(await log.read(lan))
    clock.move_to(clock.now() + UNWATCHED)
    slices = 0
    while len(await log.read(lan)) == before and slices < 30:
        slices += 1
        started, spent = service._start_due(SLICE)
        assert spent <= 2 * SLICE
        await asyncio.gather(*started)
    assert slices <= 2, slices
    assert service.waiting > 80


class Noting(MemoryLog):
    """Log that records the tables of its appends, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.wrote: list[str] = []

    def append(self, batch: LogBatch, settled: Appended) -> None:
        self.wrote.append(batch.table)
        super().append(batch, settled)


async def test_pf_37_expensive_tables_get_fewer_turns() -> None:
    clock, log = VirtualClock(1_000_000), Noting()
    seconds, expensive = 0.0, set[str]()

    def meter() -> float:
        nonlocal seconds
        seconds += 4 * SLICE if set(log.wrote[-1:]) <= expensive else SLICE
        return seconds

    service = TableService(log, LocalBus(), LocalPresence(), clock, SeededEntropy(1), meter=meter)
    for number in range(6):
        expensive.add(await bots_of(service, CROWD, f"crowd {number}"))
        await bots_of(service, LAN, f"lan {number}")
    clock.move_to(clock.now() + UNWATCHED)
    log.wrote.clear()
    await service.wake()
    assert len(log.wrote) == 12
    assert [table in expensive for table in log.wrote[:7]].count(True) == 2, "four cheap tables for one expensive table"


class FewEntries:
    """Write budget of a fixed number of entries per key."""

    def __init__(self, most: int) -> None:
        self.left: defaultdict[RateLimitKey, int] = defaultdict(lambda: most)

    def spend(self, rate_key: RateLimitKey, entries: int) -> None:
        self.left[rate_key] -= entries

    def exhausted(self, rate_key: RateLimitKey) -> bool:
        return self.left[rate_key] <= 0


async def test_pf_37_bots_of_keys_over_budget_wait_and_others_play_on() -> None:
    clock = VirtualClock(1_000_000)
    log, budget = MemoryLog(), FewEntries(80)
    service = TableService(log, LocalBus(), LocalPresence(), clock, SeededEntropy(1), budget=budget)
    crowd = [await bots_of(service, CROWD, f"crowd {number}") for number in range(3)]
    lan = await bots_of(service, LAN, "lan")
    for _ in range(3):
        clock.move_to(clock.now() + UNWATCHED)
        await service.wake()
    written = [len(await log.read(table)) for table in crowd]
    assert sum(written) == 80 - budget.left[CROWD], "every entry is charged"
    assert budget.exhausted(CROWD)
    assert not budget.exhausted(LAN)
    for _ in range(5):
        clock.move_to(clock.now() + UNWATCHED)
        await service.wake()
    assert [len(await log.read(table)) for table in crowd] == written
    assert len(await log.read(lan)) >= 80
    budget.left[CROWD] = 100
    clock.move_to(clock.now() + UNWATCHED)
    await service.wake()
    assert sum([len(await log.read(table)) for table in crowd]) > sum(written), "they go on once the budget allows it"
    before = budget.left[LAN], budget.left[CROWD]
    service.command(lan, "lan", commands.Say(id="s", seq=7, text="hi"), lambda answer: None, CROWD)
    await asyncio.sleep(0)
    assert budget.left[LAN] == before[0], "a command is charged to its sender"
    assert budget.left[CROWD] < before[1]


async def test_pf_37_unwatched_bots_move_slowly() -> None:
    clock = VirtualClock(1_000_000)
    service = TableService(MemoryLog(), LocalBus(), LocalPresence(), clock, SeededEntropy(1))
    table = await bots_of(service, LAN, "lan")
    assert service.next_wake() == clock.now() + UNWATCHED
    subscription = await service.subscribe(table, "lan", 0, lambda raw: True)
    clock.move_to(clock.now() + UNWATCHED)
    await service.wake()
    due = service.next_wake()
    assert due is not None
    assert due < clock.now() + UNWATCHED / 2
    subscription.end()
