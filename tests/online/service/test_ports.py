"""Tests of every bus, clock and source of entropy. Stores are tested in `tests/online/storage`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from chieu.online.service.ports import Bus, Clock, Entropy
from chieu.online.storage.local import LocalBus
from chieu.online.storage.postgres.bus import PostgresBus
from tests.online.storage.memory import SeededEntropy, VirtualClock

pytestmark = pytest.mark.anyio

BUSES: list[Callable[[], Bus]] = [LocalBus, lambda: PostgresBus("postgresql://nowhere", lambda: None)]


@pytest.fixture(params=BUSES)
def bus(request: pytest.FixtureRequest) -> Bus:
    bus: Bus = request.param()
    return bus


async def test_a_bus_wakes_the_subscribers_of_the_table(bus: Bus) -> None:
    heard: list[tuple[str, int]] = []
    stop = bus.subscribe("a", lambda seq: heard.append(("first", seq)))
    bus.subscribe("a", lambda seq: heard.append(("second", seq)))
    bus.subscribe("b", lambda seq: heard.append(("other", seq)))
    bus.publish("a", 3)
    await asyncio.sleep(0)
    stop()
    bus.publish("a", 4)
    await asyncio.sleep(0)
    assert heard == [("first", 3), ("second", 3), ("second", 4)]


async def test_a_virtual_clock_wakes_sleepers_in_order() -> None:
    clock: Clock
    clock = moved = VirtualClock(100)
    woken: list[int] = []

    async def sleeper(until: int) -> None:
        await clock.sleep_until(until)
        woken.append(until)

    tasks = [asyncio.create_task(sleeper(until)) for until in (130, 110, 90)]
    await asyncio.sleep(0)
    assert woken == [90]
    moved.move_to(120)
    await asyncio.sleep(0)
    assert woken == [90, 110]
    moved.move_to(200)
    await asyncio.gather(*tasks)
    assert clock.now() == 200


def test_seeded_entropy_repeats_itself() -> None:
    one: Entropy = SeededEntropy(1)
    other = SeededEntropy(1)
    assert one.draw(16) == other.draw(16) != one.draw(16)
    assert len(one.draw(5)) == 5
