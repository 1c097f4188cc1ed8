"""What every adapter behind a port must do. A new adapter is one more maker in a list."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from chieu.adapters.memory import MemoryBus, MemoryLog, SeededEntropy, VirtualClock
from chieu.house.ports import Bus, Clock, Conflict, Entropy, Log

LOGS: list[Callable[[], Log]] = [MemoryLog]
BUSES: list[Callable[[], Bus]] = [MemoryBus]


@pytest.fixture(params=LOGS)
def log(request: pytest.FixtureRequest) -> Log:
    made: Log = request.param()
    return made


@pytest.fixture(params=BUSES)
def bus(request: pytest.FixtureRequest) -> Bus:
    made: Bus = request.param()
    return made


def test_a_log_keeps_what_is_appended_in_order(log: Log) -> None:
    async def story() -> None:
        assert list(await log.read("a")) == []
        await log.append("a", 0, [b"one", b"two"], None)
        await log.append("b", 0, [b"other"], None)
        await log.append("a", 2, [b"three"], None)
        assert list(await log.read("a")) == [b"one", b"two", b"three"]
        assert list(await log.read("a", after=1)) == [b"two", b"three"]
        assert list(await log.read("a", after=1, upto=2)) == [b"two"]
        assert list(await log.read("a", after=3)) == []
        assert list(await log.read("b")) == [b"other"]

    asyncio.run(story())


@pytest.mark.parametrize("expected", [0, 1, 3, 99])
def test_pf_31_a_log_takes_a_batch_whole_or_not_at_all(log: Log, expected: int) -> None:
    async def story() -> None:
        await log.append("a", 0, [b"one", b"two"], 7)
        with pytest.raises(Conflict):
            await log.append("a", expected, [b"x", b"y"], 8)
        assert list(await log.read("a")) == [b"one", b"two"]
        assert list(await log.waking(100)) == [("a", 7)]

    asyncio.run(story())


def test_a_table_begins_at_nothing(log: Log) -> None:
    async def story() -> None:
        with pytest.raises(Conflict):
            await log.append("a", 1, [b"x"], None)
        assert list(await log.read("a")) == []

    asyncio.run(story())


def test_of_two_who_append_at_the_same_time_one_wins(log: Log) -> None:
    async def story() -> None:
        tries = [log.append("a", 0, [b"%d" % number], None) for number in range(8)]
        done = await asyncio.gather(*tries, return_exceptions=True)
        assert sorted(type(one).__name__ for one in done) == ["Conflict"] * 7 + ["NoneType"]
        assert len(await log.read("a")) == 1

    asyncio.run(story())


def test_a_log_knows_which_tables_to_wake(log: Log) -> None:
    async def story() -> None:
        await log.append("a", 0, [b"x"], 50)
        await log.append("b", 0, [b"x"], 20)
        await log.append("c", 0, [b"x"], None)
        assert sorted(await log.waking(49)) == [("b", 20)]
        assert sorted(await log.waking(50)) == [("a", 50), ("b", 20)]
        await log.append("b", 1, [b"y"], 60)
        await log.append("a", 1, [b"y"], None)
        assert sorted(await log.waking(2**62)) == [("b", 60)]

    asyncio.run(story())


def test_a_log_takes_any_bytes(log: Log) -> None:
    async def story() -> None:
        entries = [b"", b"\x00\xff", b"x" * 100_000, "chiếu".encode()]
        await log.append("a", 0, entries, None)
        assert [bytes(one) for one in await log.read("a")] == entries

    asyncio.run(story())


def test_a_bus_wakes_whoever_subscribed_to_the_table(bus: Bus) -> None:
    async def story() -> None:
        heard: list[tuple[str, int]] = []
        stop = bus.subscribe("a", lambda seq: heard.append(("first", seq)))
        bus.subscribe("a", lambda seq: heard.append(("second", seq)))
        bus.subscribe("b", lambda seq: heard.append(("other", seq)))
        await bus.publish("a", 3)
        await asyncio.sleep(0)
        stop()
        await bus.publish("a", 4)
        await asyncio.sleep(0)
        assert heard == [("first", 3), ("second", 3), ("second", 4)]

    asyncio.run(story())


def test_a_virtual_clock_wakes_sleepers_in_order() -> None:
    async def story() -> None:
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

    asyncio.run(story())


def test_seeded_entropy_repeats_itself() -> None:
    one: Entropy = SeededEntropy(1)
    other = SeededEntropy(1)
    assert one.draw(16) == other.draw(16) != one.draw(16)
    assert len(one.draw(5)) == 5
