"""PF-38: tests that every archive must pass."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from chieu.online.service.ports import DAY, RETIRE_LEASE, Archive, Conflict, Log, Snapshot
from chieu.online.table.state import DealSpan
from tests.online.storage.appending import append
from tests.online.storage.stores import STORES_WITH_ARCHIVE, StoreWithArchive

pytestmark = pytest.mark.anyio
every_store = pytest.mark.parametrize("store", STORES_WITH_ARCHIVE.values(), ids=STORES_WITH_ARCHIVE)


@pytest.fixture
async def log_and_archive(store: StoreWithArchive, tmp_path: Path) -> AsyncIterator[tuple[Log, Archive]]:
    async with store(tmp_path) as opened:
        yield opened


@pytest.fixture
def log(log_and_archive: tuple[Log, Archive]) -> Log:
    return log_and_archive[0]


@pytest.fixture
def archive(log_and_archive: tuple[Log, Archive]) -> Archive:
    return log_and_archive[1]


def now() -> int:
    return int(time.time() * 1000)


async def purge_all(archive: Archive) -> None:
    while await archive.purge():
        pass


@every_store
async def test_each_unused_table_is_leased_to_one_node(log: Log, archive: Archive) -> None:
    for name in "abc":
        await append(log, name, 0, [b"1"], None)
    assert list(await archive.claim_untouched(now() - DAY, now(), 10)) == []
    later = now() + 2 * DAY
    claims = [
        name
        for names in await asyncio.gather(*(archive.claim_untouched(later, later, 2) for _ in range(4)))
        for name in names
    ]
    assert sorted(claims) == ["a", "b", "c"]
    assert list(await archive.claim_untouched(later, later + RETIRE_LEASE - 1, 10)) == []
    assert sorted(await archive.claim_untouched(later, later + RETIRE_LEASE, 10)) == ["a", "b", "c"]


@every_store
async def test_only_the_book_of_a_retired_table_stays(log: Log, archive: Archive) -> None:
    entries = [b"%d" % number for number in range(5)]
    for name in ("a", "b"):
        for round_ in range(500):
            first = round_ == 0
            snapshot, deals = (Snapshot(2, b"s"), [DealSpan(1, 2, 4)]) if first else (None, [])
            await append(log, name, 5 * round_, entries, 7, snapshot, deals)
    with pytest.raises(Conflict):
        await archive.retire("a", 2_499, b"book")
    with pytest.raises(Conflict):
        await archive.retire("c", 0, b"book")
    assert await archive.book("a") is None
    before = await archive.size()
    await archive.retire("a", 2_500, b"book")
    await purge_all(archive)
    assert await archive.book("a") == b"book"
    assert list(await log.read("a")) == []
    assert await log.snapshot("a") is None
    assert list(await log.deal("a", 1)) == []
    assert [table.name for table in await archive.tables("", 10)] == ["b"]
    assert before > 0
    assert list(await log.read("b")) == entries * 500, "entries of other tables stay"
    assert list(await log.deal("b", 1)) == entries[1:4]
    assert not await archive.purge()
    with pytest.raises(Conflict):
        await append(log, "a", 2_500, [b"late"], None)
    await archive.replace_book("a", b"book", b"another")
    for name, replaced in (("a", b"book"), ("c", b"")):
        with pytest.raises(Conflict):
            await archive.replace_book(name, replaced, b"of nobody")
    assert [await archive.book(name) for name in "ac"] == [b"another", None]


@every_store
async def test_an_append_races_with_retirement(log: Log, archive: Archive) -> None:
    for number in range(30):
        name = f"t{number}"
        await append(log, name, 0, [b"1"], None)
        wrote, retired = await asyncio.gather(
            append(log, name, 1, [b"2"], None), archive.retire(name, 1, b"book"), return_exceptions=True
        )
        assert isinstance(wrote, Conflict) != isinstance(retired, Conflict)
        assert list(await log.read(name)) == ([] if retired is None else [b"1", b"2"])


@every_store
async def test_tables_are_listed_in_pages_with_their_sizes(log: Log, archive: Archive) -> None:
    for number in range(5):
        await append(log, f"t{number}", 0, [b"x" * 100] * (number + 1), None)
    await append(log, "t4", 5, [b"y"], None, None, [DealSpan(0, 1, 1), DealSpan(1, 2, 3), DealSpan(2, 4, 6)])
    first, rest = await archive.tables("", 3), await archive.tables("t2", 10)
    assert [table.name for table in (*first, *rest)] == [f"t{number}" for number in range(5)]
    last = rest[-1]
    assert (last.last, last.deals, last.size) == (6, 2, 501), "a lesson, deal 0, does not count"
    assert 0 <= now() - last.touched < 2 * DAY


@every_store
async def test_rewriting_changes_only_the_given_entries(log: Log, archive: Archive) -> None:
    whole: list[bytes] = []
    for round_ in range(700):
        some = [b"%d" % (len(whole) + number + 1) for number in range(round_ % 4 + 1)]
        await append(log, "a", len(whole), some, None, Snapshot(len(whole), b"Lan") if round_ == 3 else None)
        await append(log, "b", len(whole), some, None)
        whole += some
    upto = len(whole) - 10

    def entry(number: int, raw: bytes) -> bytes:
        assert raw == b"%d" % number
        return b"somebody" if number % 7 == 0 else raw

    await archive.rewrite("a", upto, entry, lambda raw: raw.replace(b"Lan", b""))
    wanted = [b"somebody" if n % 7 == 0 and n <= upto else raw for n, raw in enumerate(whole, start=1)]
    assert list(await log.read("a")) == wanted
    assert list(await log.read("b")) == whole
    snapshot = await log.snapshot("a")
    assert snapshot is not None
    assert snapshot.data == b""
    await append(log, "a", len(whole), [b"on"], None, Snapshot(len(whole), b"Lan"))
    await archive.rewrite("a", upto, entry=lambda number, raw: raw, snapshot=lambda raw: b"")
    snapshot = await log.snapshot("a")
    assert snapshot == Snapshot(len(whole), b"Lan"), "a newer snapshot stays as it is"
    await archive.rewrite("nosuch", 10, entry, lambda raw: raw)


@every_store
async def test_touching_a_table_counts_as_use(log: Log, archive: Archive) -> None:
    await append(log, "a", 0, [b"1"], None)
    (before,) = await archive.tables("", 1)
    await archive.touch("a")
    (after,) = await archive.tables("", 1)
    assert after.touched >= before.touched
