"""PF-37: whose turn it is follows from what each has cost, not from how much each has asked for."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from typing import Any

from chieu.online.protocol import commands
from chieu.online.protocol.answers import Done
from chieu.online.protocol.commands import OpenTable
from chieu.online.service.fair_queue import FairQueue, RateLimitKey, Share
from chieu.online.service.ports import Appended, LogBatch
from chieu.online.service.scheduler import UNWATCHED
from chieu.online.service.service import SLICE, TableService
from chieu.online.storage.local import LocalBus, LocalPresence
from chieu.online.storage.memory import MemoryLog, SeededEntropy, VirtualClock

LAN: RateLimitKey = (Share("lan"),)
CROWD: RateLimitKey = (Share("crowd"),)


def drained(queue: FairQueue[str], cost: float = 1.0) -> list[str]:
    found = []
    while (one := queue.take()) is not None:
        queue.charge(one[0], cost)
        found.append(one[1])
    return found


def test_pf_37_who_asks_for_little_is_served_next() -> None:
    queue: FairQueue[str] = FairQueue()
    for number in range(100):
        queue.put(CROWD, f"crowd {number}")
    for _ in range(10):
        queue.charge(CROWD, 1.0)
        queue.take()
    queue.put(LAN, "lan")
    assert drained(queue)[:2] in (["lan", "crowd 10"], ["crowd 10", "lan"])


def test_pf_37_who_costs_more_waits_longer() -> None:
    queue: FairQueue[str] = FairQueue()
    for number in range(6):
        queue.put(CROWD, f"crowd {number}")
        queue.put(LAN, f"lan {number}")
    served = []
    while (one := queue.take()) is not None:
        queue.charge(one[0], 5.0 if one[0] == CROWD else 1.0)
        served.append(one[1])
    assert served.index("lan 4") < served.index("crowd 2"), served


def test_pf_37_nobody_saves_up() -> None:
    queue: FairQueue[str] = FairQueue()
    for number in range(50):
        queue.put(CROWD, f"crowd {number}")
    for _ in range(40):
        one = queue.take()
        assert one is not None
        queue.charge(one[0], 1.0)
    for number in range(10):
        queue.put(LAN, f"lan {number}")
    order = drained(queue)
    assert order.index("crowd 44") < order.index("lan 9"), "who was away for long does not have it all now"


def test_pf_37_many_networks_of_one_site_are_not_many_guests() -> None:
    """A /48 has 65,536 networks that each look like a home."""
    queue: FairQueue[str] = FairQueue()
    for number in range(64):
        queue.put((Share(f"{number}/64"), Share("site/48", 4)), f"site {number}")
    queue.put(LAN, "lan 0")
    queue.put(LAN, "lan 1")
    order = drained(queue)
    assert order.index("lan 1") < 12, order


def test_pf_37_room_is_made_by_who_takes_most() -> None:
    queue: FairQueue[str] = FairQueue()
    for number in range(4):
        queue.put(CROWD, f"crowd {number}")
    assert queue.give_up_last(LAN) == "crowd 3"
    queue.put(LAN, "lan")
    assert queue.give_up_last(LAN) == "crowd 2"
    assert queue.give_up_last(LAN) is None, "it would be the same for both"
    assert sorted(drained(queue)) == ["crowd 0", "crowd 1", "lan"]
    assert len(queue) == 0


async def bots_of(house: TableService, rate_key: RateLimitKey, name: str) -> str:
    """A table at which bots are about to play, and somebody watches."""
    order = OpenTable(game="big2", name=name, seats=4, bots=("random",) * 3, pace=0)
    table = await house.open(order, name, rate_key)
    assert isinstance(table, str)
    at: dict[str, Any] = {"seq": 7}
    asked: tuple[commands.AnyCommand, ...] = (
        commands.Rise(id="r", **at),
        commands.SetBot(id="b", seat=0, level="random", **at),
        commands.DealNow(id="d", **at),
    )
    for command in asked:
        assert isinstance(await house.do(table, name, command), Done), command
    return table


def test_pf_37_bots_of_many_tables_do_not_keep_one_table_waiting() -> None:
    """A hundred tables of one address are due before the one of another, whose bots move within the first slices."""

    async def story() -> None:
        clock = VirtualClock(1_000_000)
        seconds = 0.0

        def meter() -> float:
            nonlocal seconds
            seconds += SLICE / 4  # each table takes as long
            return seconds

        log = MemoryLog()
        house = TableService(log, LocalBus(), LocalPresence(), clock, SeededEntropy(1), meter=meter)
        for number in range(100):
            await bots_of(house, CROWD, f"crowd {number}")
        lan = await bots_of(house, LAN, "lan")
        before = len(await log.read(lan))
        clock.move_to(clock.now() + UNWATCHED)
        slices = 0
        while len(await log.read(lan)) == before and slices < 30:
            slices += 1
            started, spent = house._start_due(SLICE)
            assert spent <= 2 * SLICE
            await asyncio.gather(*started)
        assert slices <= 2, slices
        assert house.waiting > 80

    asyncio.run(story())


class Noting(MemoryLog):
    """A log that knows for which tables something was written, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.wrote: list[str] = []

    def append(self, batch: LogBatch, settled: Appended) -> None:
        self.wrote.append(batch.table)
        super().append(batch, settled)


def test_pf_37_tables_that_take_longer_have_their_turn_less_often() -> None:
    async def story() -> None:
        clock, log = VirtualClock(1_000_000), Noting()
        seconds, dear = 0.0, set[str]()

        def meter() -> float:
            nonlocal seconds
            seconds += 4 * SLICE if set(log.wrote[-1:]) <= dear else SLICE
            return seconds

        house = TableService(log, LocalBus(), LocalPresence(), clock, SeededEntropy(1), meter=meter)
        for number in range(6):
            dear.add(await bots_of(house, CROWD, f"crowd {number}"))
            await bots_of(house, LAN, f"lan {number}")
        clock.move_to(clock.now() + UNWATCHED)
        log.wrote.clear()
        await house.wake()
        assert len(log.wrote) == 12
        assert [table in dear for table in log.wrote[:7]].count(True) == 2, "four of the one for one of the other"

    asyncio.run(story())


class FewEntries:
    """So many for everybody, and no more."""

    def __init__(self, most: int) -> None:
        self.left: defaultdict[RateLimitKey, int] = defaultdict(lambda: most)

    def spend(self, rate_key: RateLimitKey, entries: int) -> None:
        self.left[rate_key] -= entries

    def exhausted(self, rate_key: RateLimitKey) -> bool:
        return self.left[rate_key] <= 0


def test_pf_37_bots_of_who_has_written_too_much_wait_and_those_of_others_play_on() -> None:
    async def story() -> None:
        clock = VirtualClock(1_000_000)
        log, budget = MemoryLog(), FewEntries(80)
        house = TableService(log, LocalBus(), LocalPresence(), clock, SeededEntropy(1), budget=budget)
        crowd = [await bots_of(house, CROWD, f"crowd {number}") for number in range(3)]
        lan = await bots_of(house, LAN, "lan")
        for _ in range(3):
            clock.move_to(clock.now() + UNWATCHED)
            await house.wake()
        written = [len(await log.read(table)) for table in crowd]
        assert sum(written) == 80 - budget.left[CROWD], "all of it is counted"
        assert budget.exhausted(CROWD)
        assert not budget.exhausted(LAN)
        for _ in range(5):
            clock.move_to(clock.now() + UNWATCHED)
            await house.wake()
        assert [len(await log.read(table)) for table in crowd] == written
        assert len(await log.read(lan)) >= 80
        budget.left[CROWD] = 100
        clock.move_to(clock.now() + UNWATCHED)
        await house.wake()
        assert sum([len(await log.read(table)) for table in crowd]) > sum(written), "and go on when they may"
        before = budget.left[LAN], budget.left[CROWD]
        house.command(lan, "lan", commands.Say(id="s", seq=7, text="hi"), lambda answer: None, CROWD)
        await asyncio.sleep(0)
        assert budget.left[LAN] == before[0], "what a command leads to is at the cost of its sender"
        assert budget.left[CROWD] < before[1]

    asyncio.run(story())


def test_pf_37_bots_that_nobody_watches_take_their_time() -> None:
    async def story() -> None:
        clock = VirtualClock(1_000_000)
        house = TableService(MemoryLog(), LocalBus(), LocalPresence(), clock, SeededEntropy(1))
        table = await bots_of(house, LAN, "lan")
        assert house.next_wake() == clock.now() + UNWATCHED
        subscription = await house.subscribe(table, "lan", 0, lambda raw: True)
        clock.move_to(clock.now() + UNWATCHED)
        await house.wake()
        due = house.next_wake()
        assert due is not None
        assert due < clock.now() + UNWATCHED / 2
        subscription.end()

    asyncio.run(story())
