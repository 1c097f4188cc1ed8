"""PF-3: bots that think in a worker, and whatever the worker answers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from chieu.core.rng import Rng
from chieu.online.protocol import commands
from chieu.online.protocol.commands import OpenTable
from chieu.online.service.fair_queue import NOBODY, RateLimitKey, Share
from chieu.online.service.service import TableService
from chieu.online.table.entries import Moved
from chieu.online.table.state import TableState
from chieu.online.table.turns import BOT_PATIENCE, LEAST_PACE, BotTurn
from tests.online.service.clusters import Cluster
from tests.online.storage.memory import VirtualClock
from tests.thinking import THINKER, thinking_bots

pytestmark = pytest.mark.anyio

PACE = 300  # milliseconds; faster than a thinking bot may move


@pytest.fixture(autouse=True)
def _thinking() -> Iterator[None]:
    with thinking_bots():
        yield


class RecordingWorker:
    """Bot worker that records its turns; the test answers them."""

    def __init__(self) -> None:
        self.turns: list[tuple[RateLimitKey, BotTurn, Callable[[Any], None]]] = []
        self.ready = 0

    def get_ready(self) -> None:
        self.ready += 1

    def think(self, rate_key: RateLimitKey, turn: BotTurn, settled: Callable[[Any], None]) -> None:
        self.turns.append((rate_key, turn, settled))


class Evening:
    """A table of Big Two with a person and two bots that think."""

    def __init__(self, cluster: Cluster, thinker: RecordingWorker | None) -> None:
        self.cluster = cluster
        self.thinker = thinker
        self.service = TableService(
            cluster.log, cluster.bus, cluster.presence, cluster.clock, cluster.entropy, thinker=thinker
        )
        self.table = ""

    async def begin(self, rate_key: RateLimitKey = NOBODY) -> None:
        order = OpenTable(game="big2", name="Lan", seats=3, sheet="lawrence~rsn", bots=(THINKER, THINKER), pace=PACE)
        table = await self.service.open(order, "g0", rate_key)
        assert isinstance(table, str)
        self.table = table
        subscription = await self.service.subscribe(table, "g0", 0, lambda _: True)
        del subscription
        await self.cluster.must(self.service, table, "g0", commands.DealNow)
        await self.until_a_bot_is_asked()

    async def until_a_bot_is_asked(self) -> None:
        rng = Rng(1)
        while (deal := self.state.deal) is not None and deal.to_act == (0,):
            action = rng.pick(self.state.game.legal(deal.state, 0))
            await self.cluster.must(self.service, self.table, "g0", commands.Act, action=action)

    @property
    def state(self) -> TableState:
        state = self.service._actors[self.table].state
        assert state is not None
        return state

    @property
    def asked_seat(self) -> int:
        assert self.state.deal is not None
        (seat,) = self.state.deal.to_act
        return seat

    async def pass_time(self, milliseconds: int) -> None:
        clock: VirtualClock = self.cluster.clock
        clock.move_to(clock.now() + milliseconds)
        await settle()
        await self.service.wake()
        await settle()


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


@pytest.fixture
def thinker() -> RecordingWorker:
    return RecordingWorker()


@pytest.fixture
def evening(thinker: RecordingWorker) -> Evening:
    return Evening(Cluster(), thinker)


async def test_pf_3_a_thinking_bot_moves_when_ready_but_not_too_early(
    thinker: RecordingWorker, evening: Evening
) -> None:
    await evening.begin()
    seat = evening.asked_seat
    _, turn, settled = thinker.turns[-1]
    assert turn.seat == seat
    number = evening.state.seq
    settled(turn.legal[-1])
    await evening.pass_time(LEAST_PACE - 1)
    assert evening.state.seq == number
    await evening.pass_time(1)
    moved = [event for event in (await evening.cluster.events(evening.table))[number:] if isinstance(event, Moved)]
    assert (moved[0].seat, moved[0].action) == (seat, turn.legal[-1])


async def test_pf_3_a_thinking_bot_is_asked_once_per_turn(thinker: RecordingWorker, evening: Evening) -> None:
    await evening.begin()
    count = len(thinker.turns)
    await evening.cluster.must(evening.service, evening.table, "g0", commands.Say, text="hm")
    assert len(thinker.turns) == count


async def test_pf_3_thinking_is_charged_to_the_opener(thinker: RecordingWorker, evening: Evening) -> None:
    await evening.begin((Share("192.0.2.1"),))
    assert {rate_key for rate_key, _, _ in thinker.turns} == {(Share("192.0.2.1"),)}


async def test_pf_3_a_bot_worker_is_warned_before_the_first_turn(thinker: RecordingWorker, evening: Evening) -> None:
    order = OpenTable(game="big2", name="Lan", seats=3, bots=("heuristic", "heuristic"))
    assert isinstance(await evening.service.open(order, "g0"), str)
    assert thinker.ready == 0
    order = OpenTable(game="big2", name="Lan", seats=3, bots=(THINKER,))
    assert isinstance(await evening.service.open(order, "g0"), str)
    assert thinker.ready == 1


async def test_pf_3_a_silent_bot_is_played_for(evening: Evening) -> None:
    await evening.begin()
    number, seat = evening.state.seq, evening.asked_seat
    await evening.pass_time(BOT_PATIENCE - 1)
    assert evening.state.seq == number
    await evening.pass_time(1)
    moved = [event for event in (await evening.cluster.events(evening.table))[number:] if isinstance(event, Moved)]
    assert moved[0].seat == seat


async def test_pf_3_a_late_answer_changes_nothing(thinker: RecordingWorker, evening: Evening) -> None:
    await evening.begin()
    _, turn, settled = thinker.turns[-1]
    await evening.pass_time(BOT_PATIENCE)
    written = await evening.cluster.events(evening.table)
    settled(turn.legal[0])
    await settle()
    assert await evening.cluster.events(evening.table) == written


@pytest.mark.parametrize("answer", [None, "nonsense"])
async def test_pf_3_a_failing_or_illegal_answer_costs_no_time(
    answer: Any, thinker: RecordingWorker, evening: Evening
) -> None:
    await evening.begin()
    number, seat = evening.state.seq, evening.asked_seat
    thinker.turns[-1][2](answer)
    await evening.pass_time(LEAST_PACE)
    moved = [event for event in (await evening.cluster.events(evening.table))[number:] if isinstance(event, Moved)]
    assert moved[0].seat == seat


async def test_pf_3_without_a_bot_worker_the_usual_bots_play() -> None:
    evening = Evening(Cluster(), None)
    await evening.begin()
    number = evening.state.seq
    await evening.pass_time(LEAST_PACE)
    assert evening.state.seq > number


async def test_pf_3_another_node_takes_over_a_thinking_bot(evening: Evening) -> None:
    await evening.begin()
    number = evening.state.seq
    other = TableService(
        evening.cluster.log,
        evening.cluster.bus,
        evening.cluster.presence,
        evening.cluster.clock,
        evening.cluster.entropy,
    )
    evening.cluster.clock.move_to(evening.cluster.clock.now() + BOT_PATIENCE + 3_000)
    await other.sweep()
    await other.wake()
    await settle()
    assert len(await evening.cluster.log.read(evening.table)) > number
