"""Tests of the PostgreSQL ports: servers that restart, nodes that die, other versions."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from chieu.online.service.ports import TAKE_OVER, UNKNOWN, Conflict, Snapshot, Unavailable
from chieu.online.storage.backends import BadBackend, open_backend
from chieu.online.storage.postgres import connection, presence, schema
from chieu.online.storage.postgres.archive import PostgresArchive
from chieu.online.storage.postgres.bus import PostgresBus
from chieu.online.storage.postgres.clock import PostgresClock
from chieu.online.storage.postgres.connection import StatementFailed
from chieu.online.storage.postgres.log import PostgresLog
from chieu.online.storage.postgres.nodes import Ports
from chieu.online.storage.postgres.presence import PostgresPresence
from tests import postgres
from tests.online.storage.appending import append
from tests.online.storage.expiry import expiry
from tests.waiting import eventually

pytestmark = pytest.mark.anyio


@pytest.fixture
def url(request: pytest.FixtureRequest) -> str:
    return postgres.database(request.node.nodeid)


@pytest.fixture(scope="module")
def mortal() -> Iterator[postgres.Server]:
    """A server of its own, which tests may kill."""
    server = postgres.Server()
    yield server
    server.stop()


@asynccontextmanager
async def opened(*logs: PostgresLog) -> AsyncIterator[None]:
    try:
        yield
    finally:
        for log in logs:
            await log.close()


async def until(holds: Callable[[], Any]) -> None:
    await eventually(holds)


async def query(url: str, statement: str, *values: Any) -> Any:
    link = await asyncpg.connect(url)
    try:
        return await link.fetchval(statement, *values)
    finally:
        await link.close()


# The log


async def test_two_logs_on_the_same_tables_lose_nothing(url: str) -> None:
    names = [f"t{number}" for number in range(12)]

    async def hammer(log: PostgresLog, seed: int, last: dict[str, int]) -> int:
        rng, lost = random.Random(seed), 0
        for _ in range(40):
            some = rng.sample(names, 6)
            tries = [append(log, name, last[name], [b"%d" % seed, b"x"], 5) for name in some]
            for name, outcome in zip(some, await asyncio.gather(*tries, return_exceptions=True), strict=True):
                assert outcome is None or isinstance(outcome, Conflict), outcome
                lost += outcome is not None
                last[name] = len(await log.read(name))
            await log.claim(TAKE_OVER + 6)
        return lost

    first, other = PostgresLog(url), PostgresLog(url)
    async with opened(first, other):
        lost = await asyncio.gather(
            *(hammer(log, seed, dict.fromkeys(names, 0)) for seed, log in enumerate((first, other)))
        )
        assert sum(lost) > 0, "there were conflicts"
        for name in names:
            entries = await first.read(name)
            assert list(entries[1::2]) == [b"x"] * (len(entries) // 2), "only complete appends"


async def test_concurrent_groups_do_not_deadlock(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """All nodes lock tables in the same order.

    Both groups are made to wait in the middle, each with the rows it has locked so far. In different orders they would
    deadlock, and the server would reject one of them.
    """
    refused: list[StatementFailed] = []

    class Watched(connection.HeldConnection):
        async def fetch(self, statement: str, *values: Any) -> list[Any]:
            try:
                return await super().fetch(statement, *values)
            except StatementFailed as error:
                refused.append(error)
                raise

    monkeypatch.setattr("chieu.online.storage.postgres.log.HeldConnection", Watched)
    first, other, holder = PostgresLog(url), PostgresLog(url), await asyncpg.connect(url)
    names = [f"t{number}" for number in range(9)]
    async with opened(first, other):
        await asyncio.gather(*(append(first, name, 0, [b"first"], None) for name in names))
        for number in range(1, 5):
            async with holder.transaction():
                await holder.execute("SELECT FROM chieu.tables WHERE name = 't4' FOR UPDATE")
                tries = [append(first, name, number, [b"one"], None) for name in names]
                tries += [append(other, name, number, [b"other"], None) for name in reversed(names)]
                await until(lambda: _waits_for_locks(url, 2))
            outcomes = await asyncio.gather(*tries, return_exceptions=True)
            assert outcomes.count(None) == len(names)
    await holder.close()
    assert not refused


async def _waits_for_locks(url: str, count: int) -> bool:
    statement = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    return bool(await query(url, statement) == count)


async def test_concurrent_claims_lease_each_table_once(url: str) -> None:
    first, other = PostgresLog(url), PostgresLog(url)
    async with opened(first, other):
        await asyncio.gather(*(append(first, f"t{number}", 0, [b"1"], number) for number in range(200)))
        claims = [log.claim(200 + TAKE_OVER) for log in (first, other) * 4]
        tables = [name for names in await asyncio.gather(*claims) for name in names]
        assert len(tables) == len(set(tables)) == 200


async def test_pf_38_concurrent_rewrites_of_an_entry_both_apply(url: str) -> None:
    """One node has read an entry with both names when the other rewrites it without the second."""

    def without(name: bytes) -> Callable[[bytes], bytes]:
        return lambda raw: raw.replace(name, b"")

    async def other_node() -> None:
        archive, hoa = PostgresArchive(url), without(b"Hoa")
        await archive.rewrite("t", 2, lambda _, raw: hoa(raw), hoa)
        await archive.close()

    log, archive, lan = PostgresLog(url), PostgresArchive(url), without(b"Lan")
    met: set[bytes] = set()

    def meanwhile(kind: bytes, raw: bytes) -> bytes:
        if kind not in met:
            met.add(kind)
            postgres.beside(other_node)
        return lan(raw)

    async with opened(log):
        await append(log, "t", 0, [b"Lan, Hoa", b"3S"], None, Snapshot(2, b"Lan and Hoa"))
        await archive.rewrite("t", 2, lambda _, raw: meanwhile(b"entry", raw), lan)
        assert list(await log.read("t")) == [b", ", b"3S"]
        await append(log, "t", 2, [b"4S"], None, Snapshot(2, b"Lan and Hoa"))
        await archive.rewrite("t", 2, lambda _, raw: lan(raw), lambda raw: meanwhile(b"snapshot", raw))
        assert await log.snapshot("t") == Snapshot(2, b" and ")
    await archive.close()


async def test_an_append_the_server_rejects_affects_no_other(url: str) -> None:
    log = PostgresLog(url)
    async with opened(log):
        tries = [append(log, name, 0, [b"x"], None) for name in ("a", "not\0a name", "b")]
        good, bad, also_good = await asyncio.gather(*tries, return_exceptions=True)
        assert good is also_good is None
        assert isinstance(bad, Unavailable)
        assert list(await log.read("b")) == [b"x"]


async def test_a_log_waits_for_a_restarting_server(mortal: postgres.Server) -> None:
    url = postgres.database_on(mortal.url, "restarted")
    log = PostgresLog(url)
    async with opened(log):
        await append(log, "a", 0, [b"one"], None)
        mortal.kill()
        waiting = append(log, "a", 1, [b"two"], None)
        await asyncio.to_thread(mortal.start)
        # Only the log knows whether it was written: it may have been sent before the server died.
        outcome = (await asyncio.gather(waiting, return_exceptions=True))[0]
        assert outcome is None or isinstance(outcome, Unavailable)
        await until(lambda: _works(log))
        assert list(await log.read("a")) in ([b"one"], [b"one", b"two"])
        assert outcome is not None or len(await log.read("a")) == 2


async def _works(log: PostgresLog) -> bool:
    try:
        await log.check()
    except Unavailable:
        return False
    return True


async def test_a_dead_server_raises_unavailable_with_its_cause(
    mortal: postgres.Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = postgres.database_on(mortal.url, "gone")
    monkeypatch.setattr(connection, "PATIENCE_S", 0.0)
    log = PostgresLog(url)
    async with opened(log):
        await append(log, "a", 0, [b"one"], None)
        mortal.kill()
        try:
            tries = [append(log, f"t{number}", 0, [b"x"], None) for number in range(3)]
            outcomes = await asyncio.gather(*tries, log.read("a"), log.check(), return_exceptions=True)
            assert all(isinstance(outcome, Unavailable) and outcome.__cause__ is not None for outcome in outcomes)
            assert len({id(outcome) for outcome in outcomes}) == len(outcomes), "each waiter gets an error of its own"
        finally:
            await asyncio.to_thread(mortal.start)
        await until(lambda: _works(log))
        await append(log, "a", 1, [b"two"], None)
        assert list(await log.read("a")) == [b"one", b"two"]


async def test_pf_31_appends_are_durable_whatever_the_default(url: str) -> None:
    name = url.rpartition("/")[2]
    postgres.run(url, f'ALTER DATABASE "{name}" SET synchronous_commit = off')
    try:
        held = connection.HeldConnection(url)
        assert (await held.fetch("SHOW synchronous_commit"))[0][0] == "on"
        await held.close()
    finally:
        postgres.run(url, f'ALTER DATABASE "{name}" RESET synchronous_commit')


async def test_a_closed_log_writes_its_queue_and_rejects_more(url: str) -> None:
    log = PostgresLog(url)
    waiting = asyncio.gather(*(append(log, f"t{number}", 0, [b"x"], None) for number in range(9)))
    await asyncio.sleep(0)
    await log.close()
    await log.close()
    await waiting
    with pytest.raises(RuntimeError, match="closed"):
        await append(log, "a", 0, [b"x"], None)


# The bus


async def test_an_append_notifies_every_node_but_its_own(url: str) -> None:
    first, other = Ports(url), Ports(url)
    wakeups: dict[str, list[int]] = {"one": [], "other": []}
    try:
        for ports, name in ((first, "one"), (other, "other")):
            await ports.bus.start()
            stop = ports.bus.subscribe("a:b", wakeups[name].append)
            ports.bus.subscribe("quiet", wakeups[name].append)
        await until(lambda: wakeups["one"].count(UNKNOWN) == wakeups["other"].count(UNKNOWN) == 2)
        wakeups["one"].clear()
        wakeups["other"].clear()
        await append(first.log, "a:b", 0, [b"x", b"y"], None)
        await until(lambda: wakeups["other"])
        await append(other.log, "a:b", 2, [b"z"], None)
        await until(lambda: wakeups["one"])
        assert wakeups == {"one": [3], "other": [2]}
        stop()
        with pytest.raises(Conflict):
            await append(first.log, "a:b", 1, [b"late"], None)
        await append(first.log, "a:b", 3, [b"w"], None)
        await append(other.log, "quiet", 0, [b"x"], None)
        await until(lambda: len(wakeups["one"]) == 2)
        assert wakeups == {"one": [3, 1], "other": [2]}
    finally:
        await first.close()
        await other.close()


async def test_a_reconnected_bus_publishes_unknown(url: str) -> None:
    bus, wakeups = PostgresBus(url, lambda: None), list[int]()
    await bus.start()
    try:
        bus.subscribe("a", wakeups.append)
        await until(lambda: wakeups == [UNKNOWN])
        await query(url, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")
        await until(lambda: wakeups == [UNKNOWN, UNKNOWN])
        await query(url, "SELECT pg_notify('chieu', 'a:7')")
        await until(lambda: wakeups == [UNKNOWN, UNKNOWN, 7])
    finally:
        await bus.close()


async def test_a_bus_says_how_long_the_database_is_silent(mortal: postgres.Server) -> None:
    bus, wakeups = PostgresBus(postgres.database_on(mortal.url, "silent"), lambda: None), list[int]()
    bus.subscribe("a", wakeups.append)
    await bus.start()
    try:
        await until(lambda: wakeups)
        assert bus.silent() == 0
        mortal.kill()
        await until(lambda: bus.silent() > 0.5)
        await asyncio.to_thread(mortal.start)
        await until(lambda: bus.silent() == 0)
    finally:
        await bus.close()


# Presence


async def test_each_node_knows_the_guests_of_the_other(url: str) -> None:
    presence, other = PostgresPresence(url), PostgresPresence(url)
    await presence.start()
    await other.start()
    pairs = [("a", "lan"), ("a", "hoa"), ("b", "lan")]

    async def seen() -> set[tuple[str, str]]:
        return set(await other.anywhere(pairs))

    try:
        presence.connected("a", "lan")
        presence.connected("b", "lan")
        other.connected("a", "hoa")
        assert ("a", "hoa") in await seen(), "a node knows its own guests at once"
        await until(lambda: _equal(seen, set(pairs)))
        presence.disconnected("a", "lan")
        presence.connected("a", "lan")
        presence.disconnected("b", "lan")
        await until(lambda: _equal(seen, {("a", "lan"), ("a", "hoa")}))
        await presence.close()
        await until(lambda: _equal(seen, {("a", "hoa")}))
    finally:
        await presence.close()
        await other.close()


async def test_pf_38_anybody_counts_guests_of_every_node(url: str) -> None:
    presence, other = PostgresPresence(url), PostgresPresence(url)
    await presence.start()
    await other.start()
    lan = ("a", "lan")
    try:
        presence.connected(*lan)
        assert await presence.anybody("a"), "a node knows its own guests at once"
        await until(lambda: _equal(lambda: other.anywhere([lan]), {lan}))
        assert await other.anybody("a")
        assert not await other.anybody("b")
        presence.disconnected(*lan)
        await until(lambda: _equal(lambda: other.anywhere([lan]), set()))
        assert not await other.anybody("a")
    finally:
        await presence.close()
        await other.close()


async def _equal(ask: Callable[[], Awaitable[Any]], wanted: Any) -> bool:
    return bool(await ask() == wanted)


async def test_guests_of_a_dead_node_expire(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "BEAT_S", 0.05)
    skip_expiry = expiry(url, monkeypatch)
    first, other = PostgresPresence(url), PostgresPresence(url)
    await first.start()
    await other.start()
    try:
        first.connected("a", "lan")
        await until(lambda: other.anywhere([("a", "lan")]))
        await skip_expiry()
        await until(lambda: other.anywhere([("a", "lan")]))  # the node is alive: it beats again
        assert first._beating is not None
        first._beating.cancel()  # it dies without unregistering
        await asyncio.gather(first._beating, return_exceptions=True)
        assert await other.anywhere([("a", "lan")]), "it has just been seen"
        await skip_expiry()
        await until(lambda: _equal(lambda: other.anywhere([("a", "lan")]), set()))
    finally:
        await first.close()
        await other.close()


async def test_a_node_that_was_cut_off_trusts_silent_nodes(url: str) -> None:
    presence, other = PostgresPresence(url), PostgresPresence(url)
    presence.connected("a", "lan")
    await presence._write()
    await query(url, "UPDATE chieu.nodes SET seen = seen - interval '30 s'")  # as after an outage
    try:
        assert await other.anywhere([("a", "lan")]) == set()
        await other.start()
        assert await other.anywhere([("a", "lan")]) == {("a", "lan")}
    finally:
        await presence.close()
        await other.close()


async def test_a_node_counted_as_dead_registers_again(url: str) -> None:
    presence, other = PostgresPresence(url), PostgresPresence(url)
    try:
        presence.connected("a", "lan")
        presence.connected("b", "hoa")
        await presence._write()
        await query(url, "DELETE FROM chieu.nodes")
        assert await other.anywhere([("a", "lan"), ("b", "hoa")]) == set()
        presence.disconnected("b", "hoa")
        await presence._write()
        assert await other.anywhere([("a", "lan"), ("b", "hoa")]) == {("a", "lan")}
    finally:
        await presence.close()
        await other.close()


async def test_pf_22_a_node_knows_which_nodes_are_alive(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "EXPIRY_S", 1.0)
    first, other = PostgresPresence(url), PostgresPresence(url)
    await first.start()
    await other.start()
    try:
        await until(lambda: other.alive(first.node))
        assert await first.alive(first.node)
        assert not await first.alive("")
        assert not await first.alive("somebody")
    finally:
        name = first.node
        await first.close()
        assert not await other.alive(name), "a closed node is gone at once"
        await other.close()


async def test_pf_22_a_restored_database_starts_a_new_epoch(url: str) -> None:
    log, epochs = PostgresLog(url), []
    async with opened(log):
        for _ in range(3):
            epochs.append(await log.epoch())
            await log.mark_restored()
    assert epochs[0] == ""
    assert epochs == sorted(set(epochs))


# The clock


async def test_pf_36_time_is_the_database_s_and_never_goes_back(url: str) -> None:
    clock, other = PostgresClock(url), PostgresClock(url)
    try:
        clock._ahead -= 3_600_000 * 1_000_000  # a machine whose clock is an hour slow
        await clock.measure()
        theirs = await query(url, "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")
        assert abs(clock.now() - theirs) < 5_000
        before = clock.now()
        # As if the database's clock had been an hour ahead until now.
        await query(url, "UPDATE chieu.clock SET latest = latest + 3600000")
        await other.measure()
        assert other.now() > before + 3_599_000, "a node that starts after the clock was set back"
        await clock.measure()
        assert abs(clock.now() - other.now()) < 5_000
        clock._ahead -= 10_000 * 1_000_000
        assert clock.now() > before + 3_599_000
        await other.sleep_until(other.now() + 5)
    finally:
        await clock.close()
        await other.close()
        await query(url, "UPDATE chieu.clock SET latest = 0, ahead = 0")


# Versions


@pytest.fixture
def empty() -> Iterator[str]:
    """URL of a database without tables."""
    address = postgres.OTHER or postgres.server().url
    name = f"chieu_versions_{random.randrange(10**9)}"
    postgres.run(address, f'CREATE DATABASE "{name}"')
    yield postgres.renamed(address, name)
    postgres.run(address, f'DROP DATABASE "{name}" WITH (FORCE)')


async def create(url: str, script: str = schema._SCHEMA) -> None:
    link = await asyncpg.connect(url)
    try:
        await schema.create(link, script)
    finally:
        await link.close()


async def test_several_nodes_may_create_the_tables_at_once(empty: str) -> None:
    with pytest.raises(asyncpg.PostgresError):
        await create(empty, schema._SCHEMA + "SELECT nonsense")
    assert await query(empty, "SELECT to_regclass('chieu.versions')") is None, "all or none"
    await asyncio.gather(*(create(empty) for _ in range(6)))
    log = PostgresLog(empty)
    async with opened(log):
        await append(log, "a", 0, [b"one"], None)
        await create(empty)
        assert list(await log.read("a")) == [b"one"]


@pytest.mark.parametrize("version", [0, 2])
async def test_a_database_of_another_version_is_refused(empty: str, version: int) -> None:
    await create(empty)
    await query(empty, "UPDATE chieu.versions SET version = $1", version)
    with pytest.raises(BadBackend, match=f"expected version 1, found version {version}: run the version of chieu"):
        await asyncio.to_thread(open_backend, empty)


def test_a_missing_database_is_reported_without_the_password(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "PATIENCE_S", 0.0)
    with pytest.raises(BadBackend, match=r"^postgresql://lan@127\.0\.0\.1:1/cards: ") as refused:
        open_backend("postgresql://lan:secret@127.0.0.1:1/cards")
    assert "secret" not in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_missing_asyncpg_names_the_package_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    from chieu.online import storage
    from chieu.online.storage import postgres as package

    monkeypatch.setattr(storage, "postgres", package)  # the import below replaces it for later tests otherwise
    for name in [name for name in sys.modules if name.startswith("chieu.online.storage.postgres")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(BadBackend, match=r"chieu\[postgres\]"):
        open_backend("postgresql://127.0.0.1/cards")
