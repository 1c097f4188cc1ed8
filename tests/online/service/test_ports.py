"""Tests of buses in one process, the virtual clock and seeded entropy."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from chieu.online.service.ports import Bus, Entropy
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
    wakeups: list[tuple[str, int]] = []
    unsubscribe = bus.subscribe("a", lambda seq: wakeups.append(("first", seq)))
    bus.subscribe("a", lambda seq: wakeups.append(("second", seq)))
    bus.subscribe("b", lambda seq: wakeups.append(("other", seq)))
    bus.publish("a", 3)
    await asyncio.sleep(0)
    unsubscribe()
    bus.publish("a", 4)
    await asyncio.sleep(0)
    assert wakeups == [("first", 3), ("second", 3), ("second", 4)]


async def test_a_virtual_clock_wakes_sleepers_in_order() -> None:
    clock = VirtualClock(100)
    woken: list[int] = []

    async def sleeper(until: int) -> None:
        await clock.sleep_until(until)
        woken.append(until)

    tasks = [asyncio.create_task(sleeper(until)) for until in (130, 110, 90)]
    await asyncio.sleep(0)
    assert woken == [90]
    clock.move_to(120)
    await asyncio.sleep(0)
    assert woken == [90, 110]
    clock.move_to(200)
    await asyncio.gather(*tasks)
    assert clock.now() == 200
    assert woken == [90, 110, 130]


def test_equal_seeds_draw_equal_bytes() -> None:
    entropy: Entropy = SeededEntropy(1)
    other = SeededEntropy(1)
    assert entropy.draw(16) == other.draw(16) != entropy.draw(16)
    assert len(entropy.draw(5)) == 5
