"""PF-3: houses have bots think elsewhere, and go on whatever comes back."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest

from chieu.core.rng import Rng
from chieu.online.protocol import commands
from chieu.online.protocol.commands import OpenTable
from chieu.online.service.fair_queue import NOBODY, RateLimitKey, Share
from chieu.online.service.service import TableService
from chieu.online.storage.memory import VirtualClock
from chieu.online.table.entries import Moved
from chieu.online.table.state import TableState
from chieu.online.table.thinking import LEAST_PACE, PATIENCE, BotTurn
from tests.online.service.test_house import Place
from tests.thinking import THINKER, thinking_bots

PACE = 300  # quicker than a bot that thinks may move


@pytest.fixture(autouse=True)
def _thinking() -> Iterator[None]:
    with thinking_bots():
        yield


class Asked:
    """A thinker that answers when it is told to."""

    def __init__(self) -> None:
        self.turns: list[tuple[RateLimitKey, BotTurn, Callable[[Any], None]]] = []
        self.ready = 0

    def get_ready(self) -> None:
        self.ready += 1

    def think(self, rate_key: RateLimitKey, turn: BotTurn, settled: Callable[[Any], None]) -> None:
        self.turns.append((rate_key, turn, settled))


class Evening:
    """A table of Big Two at which a person plays two bots that think."""

    def __init__(self, place: Place, thinker: Asked | None) -> None:
        self.place = place
        self.thinker = thinker
        self.house = TableService(place.log, place.bus, place.presence, place.clock, place.entropy, thinker=thinker)
        self.table = ""

    async def begin(self, rate_key: RateLimitKey = NOBODY) -> None:
        order = OpenTable(game="big2", name="Lan", seats=3, sheet="lawrence~rsn", bots=(THINKER, THINKER), pace=PACE)
        table = await self.house.open(order, "g0", rate_key)
        assert isinstance(table, str)
        self.table = table
        subscription = await self.house.subscribe(table, "g0", 0, lambda _: True)
        del subscription
        await self.place.must(self.house, table, "g0", commands.DealNow)
        await self.until_a_bot_is_asked()

    async def until_a_bot_is_asked(self) -> None:
        rng = Rng(1)
        while (deal := self.state.deal) is not None and deal.waiting == (0,):
            action = rng.pick(self.state.game.legal(deal.state, 0))
            await self.place.must(self.house, self.table, "g0", commands.Act, action=action)

    @property
    def state(self) -> TableState:
        state = self.house._actors[self.table].state
        assert state is not None
        return state

    @property
    def asked_seat(self) -> int:
        assert self.state.deal is not None
        (seat,) = self.state.deal.waiting
        return seat

    async def pass_time(self, milliseconds: int) -> None:
        clock: VirtualClock = self.place.clock
        clock.move_to(clock.now() + milliseconds)
        await settle()
        await self.house.wake()
        await settle()

    async def last_move(self) -> Moved[Any]:
        return [one for one in await self.place.entries(self.table) if isinstance(one, Moved)][-1]


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


def told(story: Callable[[Evening], Awaitable[None]], thinker: Asked | None) -> None:
    async def run() -> None:
        await story(Evening(Place(), thinker))

    asyncio.run(run())


def test_its_move_is_made_when_it_has_thought_but_not_before_people_can_follow() -> None:
    thinker = Asked()

    async def story(evening: Evening) -> None:
        await evening.begin()
        seat = evening.asked_seat
        _, turn, settled = thinker.turns[-1]
        assert turn.seat == seat
        number = evening.state.seq
        settled(turn.legal[-1])
        await evening.pass_time(LEAST_PACE - 1)
        assert evening.state.seq == number
        await evening.pass_time(1)
        moved = [one for one in (await evening.place.entries(evening.table))[number:] if isinstance(one, Moved)]
        assert (moved[0].seat, moved[0].action) == (seat, turn.legal[-1])

    told(story, thinker)


def test_it_is_asked_once_for_every_turn() -> None:
    thinker = Asked()

    async def story(evening: Evening) -> None:
        await evening.begin()
        count = len(thinker.turns)
        await evening.place.must(evening.house, evening.table, "g0", commands.Say, text="hm")
        assert len(thinker.turns) == count

    told(story, thinker)


def test_who_opened_the_table_pays() -> None:
    thinker = Asked()

    async def story(evening: Evening) -> None:
        await evening.begin((Share("192.0.2.1"),))
        assert {rate_key for rate_key, _, _ in thinker.turns} == {(Share("192.0.2.1"),)}

    told(story, thinker)


def test_a_thinker_hears_before_the_first_turn_that_it_will_be_needed() -> None:
    thinker = Asked()

    async def story(evening: Evening) -> None:
        order = OpenTable(game="big2", name="Lan", seats=3, bots=("heuristic", "heuristic"))
        assert isinstance(await evening.house.open(order, "g0"), str)
        assert thinker.ready == 0
        order = OpenTable(game="big2", name="Lan", seats=3, bots=(THINKER,))
        assert isinstance(await evening.house.open(order, "g0"), str)
        assert thinker.ready == 1

    told(story, thinker)


def test_one_that_never_answers_is_played_for_after_a_second() -> None:
    thinker = Asked()

    async def story(evening: Evening) -> None:
        await evening.begin()
        number, seat = evening.state.seq, evening.asked_seat
        await evening.pass_time(PATIENCE - 1)
        assert evening.state.seq == number
        await evening.pass_time(1)
        moved = [one for one in (await evening.place.entries(evening.table))[number:] if isinstance(one, Moved)]
        assert moved[0].seat == seat

    told(story, thinker)


def test_one_that_answers_late_changes_nothing() -> None:
    thinker = Asked()

    async def story(evening: Evening) -> None:
        await evening.begin()
        _, turn, settled = thinker.turns[-1]
        await evening.pass_time(PATIENCE)
        written = await evening.place.entries(evening.table)
        settled(turn.legal[0])
        await settle()
        assert await evening.place.entries(evening.table) == written

    told(story, thinker)


@pytest.mark.parametrize("answer", [None, "nonsense"])
def test_one_that_fails_or_plays_against_the_rules_costs_no_time(answer: Any) -> None:
    thinker = Asked()

    async def story(evening: Evening) -> None:
        await evening.begin()
        number, seat = evening.state.seq, evening.asked_seat
        thinker.turns[-1][2](answer)
        await evening.pass_time(LEAST_PACE)
        moved = [one for one in (await evening.place.entries(evening.table))[number:] if isinstance(one, Moved)]
        assert moved[0].seat == seat

    told(story, thinker)


def test_without_a_thinker_the_usual_bots_play_at_the_same_pace() -> None:
    async def story(evening: Evening) -> None:
        await evening.begin()
        number = evening.state.seq
        await evening.pass_time(LEAST_PACE)
        assert evening.state.seq > number

    told(story, None)


def test_another_house_takes_over_where_the_one_that_asked_is_gone() -> None:
    thinker = Asked()

    async def story(evening: Evening) -> None:
        await evening.begin()
        number = evening.state.seq
        other = TableService(
            evening.place.log, evening.place.bus, evening.place.presence, evening.place.clock, evening.place.entropy
        )
        evening.place.clock.move_to(evening.place.clock.now() + PATIENCE + 3_000)
        await other.sweep()
        await other.wake()
        await settle()
        assert len(await evening.place.log.read(evening.table)) > number

    told(story, thinker)
