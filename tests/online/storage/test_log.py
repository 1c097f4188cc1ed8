"""Tests that every log must pass."""

from __future__ import annotations

import asyncio
import random
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chieu.online.service.ports import LEASE, TAKE_OVER, Conflict, Log, Snapshot
from chieu.online.table.state import DealSpan
from tests.online.storage.appending import append
from tests.online.storage.stores import LASTING, STORES, Store

pytestmark = pytest.mark.anyio

every_store = pytest.mark.parametrize("store", STORES.values(), ids=STORES)
lasting_store = pytest.mark.parametrize("store", LASTING.values(), ids=LASTING)


@pytest.fixture
async def log(store: Store, tmp_path: Path) -> AsyncIterator[Log]:
    async with store(tmp_path) as opened:
        yield opened


@every_store
async def test_entries_come_back_in_order(log: Log) -> None:
    await append(log, "a", 0, [b"one", b"two"], None)
    await append(log, "a", 2, [b"three"], None)
    assert list(await log.read("a")) == [b"one", b"two", b"three"]
    assert list(await log.read("a", after=1)) == [b"two", b"three"]
    assert list(await log.read("a", after=1, upto=2)) == [b"two"]
    assert list(await log.read("a", after=3)) == []


@every_store
async def test_any_range_of_a_long_table_can_be_read(log: Log) -> None:
    rng, whole = random.Random(3), list[bytes]()
    while len(whole) < 300:
        together = [b"%d" % (len(whole) + number) for number in range(rng.randrange(1, 6))]
        await asyncio.gather(append(log, "a", len(whole), together, None), append(log, "b", len(whole), together, None))
        whole += together
    for _ in range(100):
        after = rng.randrange(310)
        upto = rng.choice([None, rng.randrange(310)])
        assert list(await log.read("a", after, upto)) == whole[after:upto]


@every_store
async def test_an_unknown_table_has_no_entries(log: Log) -> None:
    await append(log, "a", 0, [b"one"], None)
    assert list(await log.read("b")) == []
    assert list(await log.read("")) == []


@every_store
@pytest.mark.parametrize("expected", [0, 1, 3, 10])
async def test_a_wrong_expected_number_is_a_conflict(expected: int, log: Log) -> None:
    await append(log, "a", 0, [b"one", b"two"], 500)
    with pytest.raises(Conflict):
        await append(log, "a", expected, [b"late"], 900)
    assert list(await log.read("a")) == [b"one", b"two"]
    assert list(await log.claim(499 + TAKE_OVER)) == []
    assert list(await log.claim(500 + TAKE_OVER)) == ["a"]


@every_store
async def test_the_first_append_expects_number_0(log: Log) -> None:
    with pytest.raises(Conflict):
        await append(log, "a", 1, [b"second"], 7)
    assert list(await log.read("a")) == []
    assert list(await log.claim(10_000)) == []
    await append(log, "a", 0, [b"first"], None)


@every_store
async def test_any_bytes_round_trip(log: Log) -> None:
    entries = [b"", b"\0", b'"\\', bytes(range(256)), "Xì Dách 牛牛".encode(), b"\xff" * 300_000, b"x", b""]
    await append(log, "a", 0, entries, None)
    await append(log, "b", 0, [b""], None)
    assert list(await log.read("a")) == entries
    assert list(await log.read("b")) == [b""]


@every_store
async def test_claims_follow_the_last_append(log: Log) -> None:
    await append(log, "a", 0, [b"1"], 1_700_000_000_000)
    await append(log, "b", 0, [b"1"], 200)
    await append(log, "c", 0, [b"1"], None)
    assert list(await log.claim(199 + TAKE_OVER)) == []
    await append(log, "b", 1, [b"2"], 300)
    assert list(await log.claim(299 + TAKE_OVER)) == []
    assert list(await log.claim(300 + TAKE_OVER)) == ["b"]
    await append(log, "b", 2, [b"3"], None)
    assert list(await log.claim(1_700_000_000_000 + TAKE_OVER)) == ["a"]


@every_store
async def test_a_claim_is_a_lease(log: Log) -> None:
    for number in range(20):
        await append(log, f"t{number}", 0, [b"1"], number)
    now = 19 + TAKE_OVER
    claimed_tables = [table for tables in await asyncio.gather(*[log.claim(now) for _ in range(8)]) for table in tables]
    assert sorted(claimed_tables) == sorted(f"t{number}" for number in range(20))
    assert list(await log.claim(now + LEASE - 1)) == []
    assert len(await log.claim(now + LEASE)) == 20


@every_store
async def test_a_working_store_passes_its_check(log: Log) -> None:
    await log.check()
    await append(log, "a", 0, [b"1"], None)
    await log.check()


@every_store
async def test_pf_36_the_last_snapshot_and_each_deal_can_be_read(log: Log) -> None:
    assert await log.snapshot("a") is None
    await append(log, "a", 0, [b"1", b"2"], None, Snapshot(1, b"\0first"))
    await append(log, "b", 0, [b"x"], None)
    assert await log.snapshot("a") == Snapshot(1, b"\0first")
    await append(log, "a", 2, [b"3", b"4", b"5"], None, None, [DealSpan(1, 2, 4)])
    assert await log.snapshot("a") == Snapshot(1, b"\0first"), "an append without a snapshot leaves the last one"
    await append(log, "a", 5, [b"6", b"7"], None, Snapshot(6, b"second"), [DealSpan(2, 5, 6), DealSpan(3, 7, 7)])
    assert await log.snapshot("a") == Snapshot(6, b"second")
    assert await log.snapshot("b") is None
    await append(log, "a", 7, [b"8"], None)
    deals = [list(await log.deal("a", number)) for number in range(5)]
    assert deals == [[], [b"2", b"3", b"4"], [b"5", b"6"], [b"7"], []]
    assert list(await log.deal("b", 1)) == []
    with pytest.raises(Conflict):
        await append(log, "a", 3, [b"late"], None, Snapshot(3, b"late"), [DealSpan(1, 1, 1)])
    assert await log.snapshot("a") == Snapshot(6, b"second")
    assert list(await log.deal("a", 1)) == [b"2", b"3", b"4"]


@every_store
async def test_one_of_a_hundred_concurrent_appends_wins(log: Log) -> None:
    await append(log, "a", 0, [b"first"], None)
    tries = [append(log, "a", 1, [b"%d" % number, b"%d again" % number], number) for number in range(100)]
    outcomes = await asyncio.gather(*tries, return_exceptions=True)
    (winner,) = [number for number, outcome in enumerate(outcomes) if outcome is None]
    assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == 99
    assert list(await log.read("a", after=1)) == [b"%d" % winner, b"%d again" % winner]
    assert list(await log.claim(winner - 1 + TAKE_OVER)) == []
    assert list(await log.claim(winner + TAKE_OVER)) == ["a"]


@every_store
async def test_a_conflict_affects_only_its_own_append(log: Log) -> None:
    tries = [append(log, f"t{number}", number % 3, [b"x", b"y"], None) for number in range(90)]
    outcomes = await asyncio.gather(*tries, return_exceptions=True)
    for number, outcome in enumerate(outcomes):
        if number % 3 == 0:
            assert outcome is None
            assert list(await log.read(f"t{number}")) == [b"x", b"y"]
        else:
            assert isinstance(outcome, Conflict)
            assert list(await log.read(f"t{number}")) == []


@every_store
async def test_a_cancelled_append_affects_no_other(log: Log) -> None:
    tasks = [asyncio.ensure_future(append(log, f"t{number}", 0, [b"x"], None)) for number in range(20)]
    await asyncio.sleep(0)
    for task in tasks[::2]:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for number in range(1, 20, 2):
        assert list(await log.read(f"t{number}")) == [b"x"]
    for number in range(0, 20, 2):  # written completely or not at all
        assert list(await log.read(f"t{number}")) in ([], [b"x"])


@lasting_store
async def test_entries_survive_a_restart(store: Store, tmp_path: Path) -> None:
    async with store(tmp_path) as log:
        await append(log, "a", 0, [b"one"], 44)
        await asyncio.gather(*(append(log, f"t{number}", 0, [b"x"], None) for number in range(50)))
    async with store(tmp_path) as log:
        assert list(await log.read("a")) == [b"one"]
        assert list(await log.claim(44 + TAKE_OVER)) == ["a"]
        assert all([list(await log.read(f"t{number}")) == [b"x"] for number in range(50)])
        await append(log, "a", 1, [b"two"], None)


@lasting_store
async def test_two_logs_on_one_store_see_each_other(store: Store, tmp_path: Path) -> None:
    async with store(tmp_path) as log, store(tmp_path) as other:
        await append(log, "a", 0, [b"one"], None)
        with pytest.raises(Conflict):
            await append(other, "a", 0, [b"mine"], None)
        assert list(await other.read("a")) == [b"one"]
        await append(other, "a", 1, [b"two"], 5)
        assert list(await log.read("a", after=1)) == [b"two"]
        outcomes = await asyncio.gather(
            *(append(log, "a", 2, [b"x"], None) for log in (log, other, log, other)), return_exceptions=True
        )
        assert outcomes.count(None) == 1


@every_store
async def test_pf_21_notes_are_stored_once_taken_once_and_expire(log: Any) -> None:
    first, *others = await asyncio.gather(*(log.keep("key", b"%d" % number) for number in range(5)))
    assert set(others) <= {first}
    assert await log.keep("key", b"another", now=10**15) == first, "a note without expiry stays"
    await log.keep("code", b"\x00value", 1_000, 2_000)
    taken = await asyncio.gather(*(log.take("code", 1_999) for _ in range(5)))
    assert (taken.count(None), taken.count(b"\x00value")) == (4, 1)
    assert await log.keep("code", b"new", 1_000, 2_000) == b"new"
    assert await log.take("code", 2_000) is None
    assert await log.take("nothing", 0) is None
    assert await log.keep("code", b"newer", 2_000, 3_000) == b"newer"


@every_store
async def test_notes_can_be_replaced_and_listed_by_prefix(log: Any) -> None:
    await log.write("chat 2", b"two")
    await log.write("chat 10", b"ten")
    await log.write("chat 2", b"\x00second")
    await log.keep("chat_", b"no chat at all")
    await log.keep("other", b"else")
    assert list(await log.under("chat ")) == [("chat 10", b"ten"), ("chat 2", b"\x00second")]
    assert list(await log.under("%")) == []
    assert await log.take("chat 2", 0) == b"\x00second"
    assert [name for name, _ in await log.under("chat ")] == ["chat 10"]


NAMES = st.sampled_from(["a", "b", "Bàn 3"])
STEPS = st.lists(
    st.tuples(
        NAMES,
        st.integers(-1, 1),
        st.lists(st.binary(max_size=12), max_size=3),
        st.none() | st.integers(0, 9),
    ),
    max_size=12,
)


@every_store
@settings(max_examples=25)
@given(steps=STEPS)
async def test_a_log_behaves_like_a_list(store: Store, steps: list[Any]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with store(Path(folder)) as log:
            model: dict[str, list[bytes]] = {}
            wakes: dict[str, int | None] = {}
            for name, off, entries, wake in steps:
                expected = max(0, len(model.get(name, [])) + off)
                if expected == len(model.get(name, [])):
                    await append(log, name, expected, entries, wake)
                    model.setdefault(name, []).extend(entries)
                    wakes[name] = wake
                else:
                    with pytest.raises(Conflict):
                        await append(log, name, expected, entries, wake)
            for name, entries in model.items():
                assert list(await log.read(name)) == entries
            late = [name for name, wake in wakes.items() if wake is not None and wake <= 5]
            assert sorted(await log.claim(5 + TAKE_OVER)) == sorted(late)
