"""Use cases of `TableService`, with ports in memory."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence, Set
from contextlib import aclosing
from typing import Any

import msgspec
import pytest

from chieu.core import codec, records
from chieu.fairness import card_order
from chieu.fairness.manifest import manifest_hash
from chieu.games import all_games
from chieu.online.history.replay import replay
from chieu.online.protocol import commands
from chieu.online.protocol.answers import Done, Refused, Stale
from chieu.online.protocol.commands import OpenTable
from chieu.online.protocol.fields import TurnClock
from chieu.online.service.actor import BREATHER, RETRY, NoSuchTable
from chieu.online.service.ports import TAKE_OVER, Conflict, LogBatch, Snapshot, Unavailable
from chieu.online.service.scheduler import GRACE, TimerQueue
from chieu.online.service.service import NoSuchRecord, NotAdmitted, TableService
from chieu.online.service.tokens import guest_of, is_ours, new_token
from chieu.online.storage.local import LocalBus, LocalPresence
from chieu.online.table import snapshots
from chieu.online.table.entries import Cleared
from chieu.online.table.entries import write as write_entry
from chieu.online.table.fold import Fresh, Transaction
from tests.online.service.clusters import Cluster, next_of, view_of
from tests.online.service.following import follow
from tests.online.service.logs import AwaitedMemoryLog
from tests.online.storage.memory import MemoryLog, SeededEntropy, VirtualClock
from tests.online.table.sitting import xidach
from tests.waiting import PATIENCE_S

pytestmark = pytest.mark.anyio


async def test_pf_1_a_table_is_opened_and_found_by_its_id(cluster: Cluster) -> None:
    service = cluster.new_service()
    table = await cluster.table(service)
    assert (await view_of(service, table))["table"]["game"] == "xidach"
    with pytest.raises(NoSuchTable):
        await service.view("nowhere", None)
    with pytest.raises(NoSuchTable):
        await service.do("nowhere", "g0", commands.Ready(id="1", seq=0))
    with pytest.raises(NoSuchTable):
        await anext(follow(service, "nowhere", "g0"))
    assert service.next_wake() is None, "a table that does not exist has no timer"
    refused = await service.open(OpenTable(game="snap", name="x", seats=2), "g0")
    assert isinstance(refused, Refused)
    assert refused.code == "unknown_game"


class Hyphen(SeededEntropy):
    """Entropy whose first bytes would encode to a text with a leading hyphen."""

    def draw(self, count: int) -> bytes:
        drawn = super().draw(count)
        return b"\xf8" + drawn[1:] if self._count == 1 else drawn


async def test_pf_1_a_table_id_never_starts_with_a_hyphen(cluster: Cluster) -> None:
    cluster.entropy = Hyphen(1)
    service = cluster.new_service()
    table = await service.open(OpenTable(game="xidach", name="Lan", seats=2), "g0")
    assert isinstance(table, str)
    assert not table.startswith("-")


def test_pf_21_a_guest_id_is_a_digest_of_the_token() -> None:
    entropy = SeededEntropy(1)
    token = new_token(entropy, b"key")
    assert len(token) == 44, "the version, 128 random bits and their HMAC"
    assert token != new_token(entropy, b"key")
    assert guest_of(token) == guest_of(token) != guest_of(new_token(entropy, b"key"))
    assert token not in guest_of(token)


def test_pf_21_a_forged_token_is_rejected() -> None:
    entropy = SeededEntropy(1)
    token = new_token(entropy, b"key")
    assert is_ours(token, b"key")
    assert not is_ours(token, b"another key")
    assert not is_ours("A" * 22, b"key")
    assert not is_ours("1" + "A" * 43, b"key")
    assert not is_ours(token + "\n", b"key")
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    for position in range(44):
        for letter in letters:
            other = token[:position] + letter + token[position + 1 :]
            assert is_ours(other, b"key") == (other == token)


async def test_pf_31_entries_are_durable_before_answer_and_publication(cluster: Cluster) -> None:
    happened: list[str] = []
    gate = asyncio.Event()

    class SlowLog(AwaitedMemoryLog):
        async def written(self, batch: LogBatch) -> None:
            await gate.wait()
            await super().written(batch)
            happened.append("durable")

    class TellingBus(LocalBus):
        def publish(self, table: str, seq: int) -> None:
            happened.append("published")

    gate.set()
    cluster.log, cluster.bus = SlowLog(), TellingBus()
    service = cluster.new_service()
    table = await cluster.table(service)
    happened.clear()
    gate.clear()
    answer = asyncio.create_task(cluster.do(service, table, "g1", commands.Say, text="hi"))
    for _ in range(5):
        await asyncio.sleep(0)
    assert happened == []
    assert not answer.done()
    gate.set()
    await answer
    assert happened == ["durable", "published"]


async def test_pf_32_a_subscriber_gets_a_view_then_every_change(cluster: Cluster) -> None:
    service = cluster.new_service()
    table = await cluster.table(service)
    async with aclosing(follow(service, table, "g1")) as feed:
        first = await next_of(feed)
        assert (first["type"], first["you"]["seat"]) == ("view", 1)
        await cluster.must(service, table, "g0", commands.Say, text="hello")
        second = await next_of(feed)
        assert (second["type"], second["after"]) == ("update", first["seq"])
        assert second["happened"][0]["text"] == "hello"
        await cluster.must(service, table, "g0", commands.DealNow)
        third = await next_of(feed)
        assert third["after"] == second["seq"]
        assert third["deal"]["number"] == 1


async def test_pf_32_a_reconnecting_client_gets_what_it_missed(cluster: Cluster) -> None:
    service = cluster.new_service()
    table = await cluster.table(service)
    async with aclosing(follow(service, table, "g1")) as feed:
        seen = (await next_of(feed))["seq"]
    await cluster.must(service, table, "g0", commands.Say, text="one")
    await cluster.must(service, table, "g0", commands.Say, text="two")
    async with aclosing(follow(service, table, "g1", seen)) as feed:
        rest = await next_of(feed)
    assert [event["text"] for event in rest["happened"]] == ["one", "two"]
    async with aclosing(follow(service, table, "g1", rest["seq"])) as feed:
        nothing_new = await next_of(feed)
    assert (nothing_new["type"], nothing_new["seq"]) == ("update", rest["seq"])
    async with aclosing(follow(service, table, "g1", 99_999)) as feed:
        assert (await next_of(feed))["type"] == "view"


async def test_pf_32_two_tabs_of_one_seat_both_work(cluster: Cluster) -> None:
    service, other = cluster.new_service(), cluster.new_service()
    table = await cluster.table(service)
    async with aclosing(follow(service, table, "g0")) as first, aclosing(follow(other, table, "g0")) as two:
        assert (await next_of(first))["you"] == (await next_of(two))["you"]
        await cluster.must(service, table, "g0", commands.DealNow)
        await cluster.must(other, table, "g0", commands.Act, action=xidach("deal_from", "left"))
        while (last := await next_of(first))["seq"] < (await view_of(service, table))["seq"]:
            pass
        while (also := await next_of(two))["seq"] < last["seq"]:
            pass
        assert last["deal"] == also["deal"]


async def test_a_client_that_joins_gets_a_new_view(cluster: Cluster) -> None:
    """Even if an update of the same numbers was just cached for another spectator."""

    service = cluster.new_service()
    table = await cluster.table(service, people=2)
    async with aclosing(follow(service, table, None)) as watcher, aclosing(follow(service, table, "g7")) as newcomer:
        await next_of(watcher)
        await next_of(newcomer)
        await cluster.must(service, table, "g7", commands.Join, name="Mai")
        assert (await next_of(watcher))["type"] == "update"
        joined = await next_of(newcomer)
        assert (joined["type"], joined["you"]) == ("view", {"member": 2})


async def test_pf_34_backpressure_merges_updates_for_a_slow_reader(cluster: Cluster) -> None:
    service = cluster.new_service()
    table = await cluster.table(service)
    async with aclosing(follow(service, table, None)) as feed:
        await next_of(feed)
        for number in range(8):
            await cluster.must(service, table, "g0", commands.Say, text=str(number))
        assert [event["text"] for event in (await next_of(feed))["happened"]] == [str(n) for n in range(8)]


async def test_any_node_serves_any_table_and_retries_after_a_conflict(cluster: Cluster) -> None:
    first, two = cluster.new_service(), cluster.new_service()
    table = await cluster.table(first)
    await view_of(two, table)
    await cluster.must(first, table, "g0", commands.Say, text="from one")
    assert isinstance(await two.do(table, "g1", commands.Say(id="a", seq=1, text="from two")), Done)
    answers = await asyncio.gather(
        *[service.do(table, "g0", commands.Say(id="same", seq=1, text="once")) for service in (first, two, first, two)]
    )
    assert len(set(answers)) == 1, "the same answer from every node"
    for service in (first, two):
        await cluster.must(service, table, "g0", commands.Say, text="last")
    assert [line["text"] for line in (await view_of(first, table))["chat"]].count("once") == 1


async def test_a_sequence_number_from_another_node_is_known(cluster: Cluster) -> None:
    first, two = cluster.new_service(), cluster.new_service()
    table = await cluster.table(first)
    await view_of(two, table)
    await cluster.must(first, table, "g0", commands.DealNow)
    seq = (await view_of(first, table))["seq"]
    move: commands.Act[Any] = commands.Act(id="m", seq=seq, action=xidach("deal_from", "left"))
    assert isinstance(await two.do(table, "g0", move), Done)
    late: commands.Act[Any] = commands.Act(id="n", seq=seq + 1_000, action=xidach("draw"))
    assert isinstance(await two.do(table, "g1", late), Stale)


async def test_pf_30_a_refused_idempotency_key_is_refused_again(cluster: Cluster) -> None:
    service = cluster.new_service()
    table = await cluster.table(service, people=3)
    await cluster.must(service, table, "g7", commands.Join, name="Mai")
    wish = commands.Sit(id="wish", seq=1, seat=2)
    command = commands.Sit(id="wish", seq=(await view_of(service, table))["seq"], seat=2)
    assert isinstance(await service.do(table, "g7", wish), Refused)
    await cluster.must(service, table, "g2", commands.Rise)
    assert isinstance(await service.do(table, "g7", command), Refused)
    await cluster.must(service, table, "g7", commands.Sit, seat=2)


async def test_timers_survive_a_restart(cluster: Cluster) -> None:
    table = await cluster.table(cluster.new_service(), clock=TurnClock(10, 0))
    await cluster.must(cluster.new_service(), table, "g0", commands.DealNow)
    service = cluster.new_service()
    await service.sweep()
    assert service.next_wake() is None, "the node that wrote last still has the timer"
    cluster.clock.move_to(cluster.clock.now() + 10_000 + TAKE_OVER)
    await service.sweep()
    assert service.next_wake() == cluster.clock.now()
    await service.wake()
    assert (await view_of(service, table))["table"]["seats"][0]["away"]


async def test_pf_9_guests_missing_after_a_restart_are_lost(cluster: Cluster) -> None:
    before = cluster.new_service()
    table = await cluster.table(before)
    await cluster.must(before, table, "g0", commands.DealNow)
    service = cluster.new_service()  # the first node is gone with all its connections
    async with aclosing(follow(service, table, "g1")) as feed:
        await next_of(feed)
        cluster.clock.move_to(cluster.clock.now() + GRACE)
        await service.wake()
        view = await view_of(service, table)
        assert [bool(seat.get("lost")) for seat in view["table"]["seats"]] == [True, False, True]


async def test_pf_39_a_failed_presence_query_is_retried(cluster: Cluster) -> None:
    class Failing(LocalPresence):
        fails = True

        async def anywhere(self, guests: Sequence[tuple[str, str]]) -> Set[tuple[str, str]]:
            if self.fails:
                raise Unavailable("no answer")
            return await super().anywhere(guests)

    cluster.presence = presence = Failing()
    service = cluster.new_service()
    table = await cluster.table(service)
    async with aclosing(follow(service, table, "g0")) as feed:
        await next_of(feed)
    cluster.clock.move_to(cluster.clock.now() + GRACE)
    with pytest.raises(Unavailable):
        await service.wake()
    assert "lost" not in (await view_of(service, table))["table"]["seats"][0]
    presence.fails = False
    cluster.clock.move_to(cluster.clock.now() + RETRY)
    await service.wake()
    assert (await view_of(service, table))["table"]["seats"][0]["lost"]


async def test_pf_34_a_table_of_fast_bots_lets_others_have_a_turn(cluster: Cluster) -> None:
    service = cluster.new_service()
    never = "seven-rounds~co13:s7s7~ro1~wrnone~ns66"  # a contract that nobody completes soon
    order = {"game": "rummy", "sheet": never, "bots": ("random", "random", "random"), "pace": 0}
    table = await cluster.table(service, people=4, **order)
    await cluster.must(service, table, "g0", commands.DealNow)
    await cluster.must(service, table, "g0", commands.Leave)
    await cluster.must(service, table, "g1", commands.Join, name="Watcher")
    for _ in range(5):
        before = (await view_of(service, table))["seq"]
        due = service.next_wake()
        assert due is not None
        assert due >= cluster.clock.now() + BREATHER
        cluster.clock.move_to(due)
        await service.wake()
        moved = (await view_of(service, table))["seq"] - before
        assert 0 < moved <= 20


async def test_a_running_service_wakes_its_tables(cluster: Cluster) -> None:
    service = cluster.new_service()
    running = asyncio.create_task(service.run())
    table = await cluster.table(service, people=4, bots=("random", "heuristic", "random"), pace=700)
    await cluster.must(service, table, "g0", commands.DealNow)
    await cluster.must(service, table, "g0", commands.Act, action=xidach("deal_from", "left"))
    async with aclosing(follow(service, table, "g0")) as feed:
        await next_of(feed)
        for _ in range(100):
            cluster.clock.move_to(cluster.clock.now() + 700)
            for _ in range(10):
                await asyncio.sleep(0)
            view = await view_of(service, table, "g0")
            if view["table"]["phase"] == "between" or view["deal"]["view"]["to_act"] == [0]:
                break
        else:
            pytest.fail("the bots never came to an end")
    running.cancel()


async def test_a_running_service_takes_over_from_a_dead_one(cluster: Cluster) -> None:
    service = cluster.new_service()
    running = asyncio.create_task(service.run())
    await asyncio.sleep(0)
    dead = cluster.new_service()
    table = await cluster.table(dead, clock=TurnClock(5, 0))
    await cluster.must(dead, table, "g0", commands.DealNow)
    for _ in range(30):
        cluster.clock.move_to(cluster.clock.now() + 1_000)
        for _ in range(10):
            await asyncio.sleep(0)
    assert (await view_of(service, table))["table"]["seats"][0]["away"]
    running.cancel()


async def test_errors_while_waking_are_reported_and_retried(cluster: Cluster) -> None:
    class Failing(AwaitedMemoryLog):
        fails = 0

        async def written(self, batch: LogBatch) -> None:
            if self.fails:
                self.fails -= 1
                raise OSError("disk full")
            await super().written(batch)

    cluster.log = log = Failing()
    service = cluster.new_service()
    reported: list[Any] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: reported.append(context["exception"]))
    running = asyncio.create_task(service.run())
    table = await cluster.table(service, clock=TurnClock(5, 0))
    await cluster.must(service, table, "g0", commands.DealNow)
    log.fails = 2
    for _ in range(40):
        cluster.clock.move_to(cluster.clock.now() + 500)
        for _ in range(10):
            await asyncio.sleep(0)
    running.cancel()
    assert [str(error) for error in reported] == ["disk full"] * 2
    assert (await view_of(service, table))["table"]["seats"][0]["away"]


async def test_a_store_that_is_down_at_the_start_is_retried(cluster: Cluster) -> None:
    class Down(MemoryLog):
        down = False

        async def claim(self, now: int) -> Sequence[str]:
            if self.down:
                raise Unavailable("the database is down")
            return await super().claim(now)

        async def read(self, table: str, after: int = 0, upto: int | None = None) -> Sequence[bytes]:
            if self.down:
                raise Unavailable("the database is down")
            return await super().read(table, after, upto)

    cluster.log = log = Down()
    dead = cluster.new_service()
    table = await cluster.table(dead, clock=TurnClock(5, 0))
    await cluster.must(dead, table, "g0", commands.DealNow)
    cluster.clock.move_to(cluster.clock.now() + 60_000)
    log.down = True
    service = cluster.new_service()
    reported: list[Any] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: reported.append(context["exception"]))
    running = asyncio.create_task(service.run())

    async def seconds(count: int) -> None:
        for _ in range(2 * count):
            cluster.clock.move_to(cluster.clock.now() + 500)
            for _ in range(10):
                await asyncio.sleep(0)

    await seconds(5)
    assert not running.done()
    assert {str(error) for error in reported} == {"the database is down"}
    assert 3 <= len(reported) <= 6, "it retries, but not all the time"
    log.down = False
    await seconds(10)
    running.cancel()
    assert (await view_of(service, table))["table"]["seats"][0]["away"]


async def test_pf_9_a_lost_guest_is_waited_for_played_for_and_returns(
    cluster: Cluster,
) -> None:
    service = cluster.new_service()
    table = await cluster.table(service)
    await cluster.must(service, table, "g0", commands.DealNow)
    async with aclosing(follow(service, table, "g1")) as other:
        await next_of(other)
        async with aclosing(follow(service, table, "g0")) as first, aclosing(follow(service, table, "g0")) as two:
            await next_of(first)
            await next_of(two)
            await two.aclose()
            cluster.clock.move_to(cluster.clock.now() + 2 * GRACE)
            await service.wake()
            assert "lost" not in (await view_of(service, table))["table"]["seats"][0], "one tab is still open"
        cluster.clock.move_to(cluster.clock.now() + GRACE - 1)
        await service.wake()
        assert "lost" not in (await view_of(service, table))["table"]["seats"][0]
        cluster.clock.move_to(cluster.clock.now() + 1)
        await service.wake()
        seat = (await view_of(service, table))["table"]["seats"][0]
        assert (seat["lost"], seat["until"]) == (cluster.clock.now(), cluster.clock.now() + 300_000)
        assert "away" not in seat
        assert service.next_wake() == seat["until"], "by the table's own deadline"
        cluster.clock.move_to(seat["until"])
        await service.wake()
        assert (await view_of(service, table))["table"]["seats"][0]["away"]
        async with aclosing(follow(service, table, "g0")) as feed:
            seen = await next_of(feed)
            assert not {"away", "lost"} & set(seen["table"]["seats"][0])
            assert seen["deal"]["played_for_you"]["count"] == 1


async def test_pf_8_an_old_link_opens_nothing_and_members_go_on(cluster: Cluster) -> None:
    first, two = cluster.new_service(), cluster.new_service()
    table = await cluster.table(first)
    messages: dict[str, list[bytes]] = {"watcher": [], "member": []}
    shut: list[str] = []

    def pushes(name: str) -> Callable[[bytes], bool]:
        def push(raw: bytes) -> bool:
            messages[name].append(raw)
            return True

        return push

    for service in (first, two):
        await service.check_link(table, None, "")
    await two.subscribe(table, None, 0, pushes("watcher"), shut=lambda code: shut.append(f"watcher {code}"))
    await two.subscribe(table, "g1", 0, pushes("member"), shut=lambda code: shut.append(f"member {code}"))
    before = len(messages["watcher"])
    await cluster.must(first, table, "g0", commands.RenewLink)
    await view_of(two, table)
    for _ in range(20):
        await asyncio.sleep(0)
    assert shut == ["watcher old_link"]
    assert len(messages["watcher"]) == before, "a client with the old link gets nothing after the renewal"
    key = json.loads(messages["member"][-1])["table"]["key"]
    for service in (first, two):
        await service.check_link(table, "g2", "")
        await service.check_link(table, None, key)
        for guest, wrong in ((None, ""), ("stranger", ""), ("stranger", "x" * 16)):
            with pytest.raises(NotAdmitted):
                await service.check_link(table, guest, wrong)


async def test_pf_34_idle_tables_leave_memory_and_come_back(cluster: Cluster) -> None:
    service = cluster.new_service()
    table = await cluster.table(service)
    before = await service.view(table, "g0")
    async with aclosing(follow(service, table, None)) as feed:
        await next_of(feed)
        cluster.clock.move_to(cluster.clock.now() + 10**6)
        assert service.forget_idle() == 0, "somebody is watching"
    cluster.clock.move_to(cluster.clock.now() + 10**6)
    assert service.forget_idle() == 1
    after = await service.view(table, "g0")
    assert msgspec.json.decode(after)["table"] == msgspec.json.decode(before)["table"]


async def test_pf_37_viewing_old_tables_does_not_fill_memory(cluster: Cluster) -> None:
    service = TableService(cluster.log, cluster.bus, cluster.presence, cluster.clock, cluster.entropy, tables_at_most=3)
    tables = [await cluster.table(service) for _ in range(6)]
    for table in tables:
        await service.view(table, None)
        assert len(service) <= 3


async def test_after_a_failed_append_the_log_decides(cluster: Cluster) -> None:
    class Breaking(AwaitedMemoryLog):
        broken = ""

        async def written(self, batch: LogBatch) -> None:
            if self.broken == "before":
                raise OSError("before")
            await super().written(batch)
            if self.broken == "after":
                raise OSError("after")

    cluster.log = log = Breaking()
    service = cluster.new_service()
    table = await cluster.table(service)
    for broken, count in (("before", 0), ("after", 1)):
        log.broken = broken
        command = commands.Say(id=broken, seq=1, text=broken)
        with pytest.raises(OSError, match=log.broken):
            await service.do(table, "g0", command)
        log.broken = ""
        texts = [line["text"] for line in (await view_of(service, table)).get("chat", ())]
        assert texts.count(broken) == count
        assert isinstance(await service.do(table, "g0", command), Done)


async def test_a_subscriber_that_raises_stops_nobody(cluster: Cluster) -> None:
    service = cluster.new_service()
    table = await cluster.table(service)
    breaks = False

    def push(news: bytes) -> bool:
        if breaks:
            raise OSError("a subscriber that breaks its word")
        return True

    await service.subscribe(table, "g1", 0, push)
    breaks = True
    command = commands.Say(id="one", seq=1, text="one")
    with pytest.raises(OSError, match="breaks its word"):
        await asyncio.wait_for(service.do(table, "g0", command), PATIENCE_S)
    breaks = False
    assert isinstance(await asyncio.wait_for(service.do(table, "g0", command), PATIENCE_S), Done), "it was written"
    await cluster.must(service, table, "g2", commands.Say, text="two")
    assert [line["text"] for line in (await view_of(service, table))["chat"]] == ["one", "two"]


async def test_entries_published_during_a_read_are_read_too(cluster: Cluster) -> None:
    class SlowLog(AwaitedMemoryLog):
        gate: asyncio.Event | None = None

        async def read(self, table: str, after: int = 0, upto: int | None = None) -> Sequence[bytes]:
            entries = await super().read(table, after, upto)
            if self.gate is not None:
                await self.gate.wait()
            return entries

    cluster.log = log = SlowLog()
    here, there = cluster.new_service(), cluster.new_service()
    table = await cluster.table(here)
    updates: list[dict[str, Any]] = []

    def push(news: bytes) -> bool:
        updates.append(msgspec.json.decode(news))
        return True

    await there.subscribe(table, None, 0, push)
    log.gate = asyncio.Event()
    for text in ("one", "two"):  # the second is written while the first is being read
        seq = updates[-1]["seq"]
        assert isinstance(await here.do(table, "g0", commands.Say(id=text, seq=seq, text=text)), Done)
        for _ in range(5):
            await asyncio.sleep(0)
    log.gate.set()
    for _ in range(20):
        await asyncio.sleep(0)
    assert updates[-1]["seq"] == (await view_of(here, table))["seq"]


async def test_pf_6_a_finished_deal_has_a_record(cluster: Cluster) -> None:
    service = cluster.new_service()
    table = await cluster.table(service, people=2)
    with pytest.raises(NoSuchRecord):
        await service.record(table, 1)
    for deal in (1, 2, 3):
        await cluster.must(service, table, "g0", commands.DealNow)
        while (view := await view_of(service, table))["table"]["phase"] == "playing":
            with pytest.raises(NoSuchRecord):
                await service.record(table, deal)
            seat = view["deal"]["view"]["to_act"][0]
            legal = (await view_of(service, table, f"g{seat}"))["deal"]["legal"]
            await cluster.must(service, table, f"g{seat}", commands.Act, action=xidach(*legal[0].values()))
    assert len({await service.record(table, deal) for deal in (1, 2, 3)}) == 3
    (last,) = records.read(all_games(), (await service.record(table, 3)).splitlines())
    for seat in (None, 0, 1):
        seen = msgspec.json.decode(codec.encode(replay(last, seat)))
        assert seen["sheet"] == view["deal"]["sheet"]
        assert seen["start"]["you"] == seat
        assert seen["steps"][-1]["view"]["phase"] == "over"
        assert seen["steps"][-1]["view"] == (await view_of(service, table, f"g{seat}"))["deal"]["view"]
    for deal in (0, -1, 4):
        with pytest.raises(NoSuchRecord):
            await service.record(table, deal)


async def test_pf_36_opening_a_long_table_reads_only_its_last_deal(cluster: Cluster) -> None:
    class Counting(MemoryLog):
        given = 0

        async def read(self, table: str, after: int = 0, upto: int | None = None) -> Sequence[bytes]:
            entries = await super().read(table, after, upto)
            self.given += len(entries)
            return entries

    cluster.log = log = Counting()
    service = cluster.new_service()
    table = await cluster.table(service, people=2)
    cost = []
    for _ in range(12):
        await cluster.must(service, table, "g0", commands.DealNow)
        while (view := await view_of(service, table))["table"]["phase"] == "playing":
            seat = view["deal"]["view"]["to_act"][0]
            legal = (await view_of(service, table, f"g{seat}"))["deal"]["legal"]
            await cluster.must(service, table, f"g{seat}", commands.Act, action=xidach(*legal[0].values()))
        log.given = 0
        again = cluster.new_service()
        assert await again.view(table, "g0") == await service.view(table, "g0")
        cost.append(log.given)
    assert max(cost) < 40 < len(await log.read(table))
    assert [len((await again.record(table, deal)).splitlines()) > 8 for deal in range(1, 13)] == [True] * 12


async def test_pf_36_a_snapshot_of_another_version_is_ignored(cluster: Cluster) -> None:
    service = cluster.new_service()
    table = await cluster.table(service, people=2, bots=("heuristic",), pace=0)
    await cluster.must(service, table, "g0", commands.DealNow)
    view = await view_of(service, table, "g0")
    number, data = cluster.log._snapshots[table]
    other = data.replace(b'"version":1,', b'"version":2,')
    assert other != data
    cluster.log._snapshots[table] = Snapshot(number, other)
    assert await view_of(cluster.new_service(), table, "g0") == view


class SettableClock(VirtualClock):
    """Virtual clock that can be set back."""

    def set_back(self, by: int) -> None:
        self._now -= by


async def test_pf_36_a_table_survives_a_clock_that_is_set_back(cluster: Cluster) -> None:
    cluster.clock = clock = SettableClock(10_000_000)
    service = cluster.new_service()
    table = await cluster.table(service, clock=TurnClock(10, 0))
    await cluster.must(service, table, "g0", commands.DealNow)
    clock.set_back(3_600_000)
    await cluster.must(service, table, "g1", commands.Say, text="an hour earlier")
    before = [entry.at for entry in await cluster.entries(table)]
    assert before == sorted(before)
    due = service.next_wake()
    assert due is not None
    assert due <= clock.now() + 10_000, "not an hour later"
    again = cluster.new_service()  # a node that starts with the clock set back
    await view_of(again, table)
    clock.move_to(clock.now() + 10_000)
    await service.wake()
    assert (await view_of(again, table))["table"]["seats"][0]["away"]
    after = [entry.at for entry in await cluster.entries(table)]
    assert after == sorted(after)


async def test_pf_36_a_bot_moves_after_a_restart_at_an_earlier_time(cluster: Cluster) -> None:
    cluster.clock = clock = SettableClock(10_000_000)
    table = await cluster.table(service := cluster.new_service(), 2, bots=("heuristic",), pace=1_000)
    await cluster.must(service, table, "g0", commands.DealNow)
    view = await view_of(service, table)
    assert view["table"]["phase"] == "playing"
    assert view["deal"]["view"]["to_act"] == [1], "the bot's seat"
    clock.set_back(3_600_000)
    again = cluster.new_service()
    async with aclosing(follow(again, table, "g0")) as feed:
        await next_of(feed)
        clock.move_to(clock.now() + 1_000 + TAKE_OVER)
        await again.sweep()
        await again.wake()
        assert (await view_of(again, table))["seq"] > view["seq"], "the bot has moved"
    times = [entry.at for entry in await cluster.entries(table)]
    assert times == sorted(times)


async def test_pf_39_a_node_that_only_looked_does_not_wake_a_table(cluster: Cluster) -> None:
    first, other = cluster.new_service(), cluster.new_service()
    table = await cluster.table(first, 2, bots=("heuristic",), pace=1_000)
    await cluster.must(first, table, "g0", commands.DealNow)
    await view_of(other, table)
    assert first._scheduler.has_timer(table)
    assert not other._scheduler.has_timer(table)
    async with aclosing(follow(other, table, None)) as feed:
        await next_of(feed)
        assert other.next_wake() == cluster.clock.now() + 1_000 + TAKE_OVER


async def test_pf_36_time_goes_on_after_a_snapshot_at_the_end(cluster: Cluster) -> None:
    cluster.clock = clock = SettableClock(10_000_000)
    table = await cluster.table(service := cluster.new_service(), 2)
    state = await service._state(table)
    batch = Transaction(state, clock.now() + 500, Fresh(cluster.entropy.draw, cluster.presence.node))
    batch.add(Cleared())
    raw = [write_entry(entry) for entry in batch.entries]
    assert batch.snapshot is not None
    snapshot = Snapshot(batch.state.seq, snapshots.write(batch.snapshot))
    cluster.log.append(LogBatch(table, state.seq, raw, None, snapshot), lambda error: None)
    clock.set_back(3_600_000)
    await cluster.must(cluster.new_service(), table, "g0", commands.Say, text="an hour earlier")
    times = [entry.at for entry in await cluster.entries(table)]
    assert times == sorted(times)


async def test_pf_39_a_guest_connected_to_another_node_is_not_lost(cluster: Cluster) -> None:
    first, two = cluster.new_service(), cluster.new_service()
    table = await cluster.table(first)
    await cluster.must(first, table, "g0", commands.DealNow)
    async with aclosing(follow(first, table, "g0")) as here, aclosing(follow(two, table, "g1")) as there:
        await next_of(here)
        await next_of(there)
        for _ in range(5):
            cluster.clock.move_to(cluster.clock.now() + GRACE)
            for service in (first, two):
                await service.wake()
        seats = (await view_of(two, table))["table"]["seats"]
        assert [bool(seat.get("lost")) for seat in seats] == [False, False, True]
    del first._actors[table]  # that node dies, and with it its connections
    cluster.presence._connected.clear()
    async with aclosing(follow(two, table, "g1")) as there:
        await next_of(there)
        cluster.clock.move_to(cluster.clock.now() + 2 * GRACE)
        await two.wake()
        assert (await view_of(two, table))["table"]["seats"][0]["lost"]


class Hopeless(AwaitedMemoryLog):
    async def written(self, batch: LogBatch) -> None:
        raise Conflict


async def test_endless_conflicts_raise_conflict(cluster: Cluster) -> None:
    service = cluster.new_service()
    table = await cluster.table(service)

    hopeless = Hopeless()
    hopeless._tables = cluster.log._tables  # a log without the entries would mean that the table is retired
    service._actors[table]._services = service._services._replace(log=hopeless)
    with pytest.raises(Conflict):
        await cluster.do(service, table, "g0", commands.Say, text="hi")


def test_timers_fire_once_in_order_at_the_time_last_set() -> None:
    timers: TimerQueue[str] = TimerQueue()
    timers.set("a", 30)
    timers.set("b", 10)
    timers.set("a", 20)
    timers.set("c", 15)
    timers.set("c", None)
    assert (timers.next(), len(timers)) == (10, 2)
    assert timers.take(9) == []
    assert timers.take(30) == ["b", "a"]
    assert timers.next() is None


def test_replaced_timers_take_no_room() -> None:
    timers: TimerQueue[str] = TimerQueue()
    for when in range(10_000, 0, -1):
        timers.set("a", when)
        timers.set("b", 2 * when)
    assert len(timers._heap) < 200
    assert timers.take(2) == ["a", "b"]


A = "aa" * 32


async def frozen(cluster: Cluster, service: TableService, table: str) -> dict[str, Any]:
    """Start a deal whose shuffle waits for the reveal of the first guest."""
    commitment = card_order.contribution_commitment(table, 1, 0, A)
    await cluster.must(service, table, "g0", commands.Commit, deal=1, attempt=0, commitment=commitment, protocol=1)
    await cluster.must(service, table, "g0", commands.DealNow)
    return await view_of(service, table)


async def test_pf_22_who_contributes_but_sits_out_has_a_part(cluster: Cluster) -> None:
    service = cluster.new_service()
    table = await cluster.table(service, people=4)
    commitment = card_order.contribution_commitment(table, 1, 0, A)
    await cluster.must(service, table, "g1", commands.Commit, deal=1, attempt=0, commitment=commitment, protocol=1)
    for guest, chair in (("g1", 1), ("g2", 2)):
        await cluster.must(service, table, guest, commands.SitOut, seat=chair)
    await cluster.must(service, table, "g0", commands.DealNow)
    digest = manifest_hash((await view_of(service, table))["manifest"])
    fields = {"deal": 1, "attempt": 0, "contribution": A, "manifest": digest}
    await cluster.must(service, table, "g1", commands.Reveal, **fields)
    while (view := await view_of(service, table))["table"]["phase"] == "playing":
        guest = f"g{view['deal']['chairs'][view['deal']['view']['to_act'][0]]}"
        legal = (await view_of(service, table, guest))["deal"]["legal"]
        await cluster.must(service, table, guest, commands.Act, action=xidach(*legal[0].values()))
    own = [await service.has_part(table, 1, guest) for guest in ("g0", "g1", "g2", "g3", "g4")]
    assert own == [True, True, False, True, False]
    assert not await service.has_part(table, 2, "g1")


async def test_pf_22_a_restart_voids_the_pending_shuffle(cluster: Cluster) -> None:
    service = cluster.new_service()
    table = await cluster.table(service)
    assert (await frozen(cluster, service, table))["table"]["phase"] == "revealing"
    cluster.presence = LocalPresence()  # another process; the first one is gone
    shown = (await view_of(cluster.new_service(), table))["table"]
    assert (shown["phase"], shown["shuffle"]["attempt"]) == ("committing", 1)
    assert shown["shuffle"]["voids"] == [{"attempt": 0, "why": "restart"}]


async def test_pf_22_the_pending_shuffle_of_a_live_node_stays(cluster: Cluster) -> None:
    class Known(LocalPresence):
        """Presence of one of several nodes."""

        def __init__(self, living: set[str]) -> None:
            super().__init__()
            self.living = living
            living.add(self.node)

        async def alive(self, node: str) -> bool:
            return node in self.living

    living: set[str] = set()
    cluster.presence = first = Known(living)
    service = cluster.new_service()
    table = await cluster.table(service)
    await frozen(cluster, service, table)
    cluster.presence = Known(living)
    assert (await view_of(cluster.new_service(), table))["table"]["shuffle"]["attempt"] == 0
    living.discard(first.node)
    assert (await view_of(cluster.new_service(), table))["table"]["shuffle"]["attempt"] == 1, "once that node is dead"


async def test_pf_22_a_table_dropped_from_memory_keeps_its_shuffle(cluster: Cluster) -> None:
    service = cluster.new_service()
    table = await cluster.table(service)
    await frozen(cluster, service, table)
    service._forget(table)
    assert (await view_of(service, table))["table"]["shuffle"]["attempt"] == 0


async def test_pf_22_a_restored_log_annuls_running_deals_once(cluster: Cluster) -> None:
    service = cluster.new_service()
    table = await cluster.table(service)
    await cluster.must(service, table, "g0", commands.DealNow)
    running = await view_of(service, table)
    assert running["table"]["phase"] == "playing"
    cluster.log.restored = "1"
    cluster.presence = LocalPresence()
    service = cluster.new_service()
    view = await view_of(service, table)
    assert (view["table"]["phase"], view.get("deal"), view["table"]["epoch"]) == ("between", None, "1")
    assert view["table"]["restored"]["annulled"] == 1
    later = await cluster.table(service, people=2)
    again = cluster.new_service()
    assert (await view_of(again, table))["seq"] == view["seq"], "once"
    assert "restored" not in (await view_of(again, later))["table"], "a table opened since is not affected"
    async with aclosing(follow(again, table, "g0", running["seq"])) as feed:
        assert (await next_of(feed))["seq"] >= view["seq"]


async def test_pf_22_numbers_seen_in_another_epoch_are_ignored(cluster: Cluster) -> None:
    service = cluster.new_service()
    table = await cluster.table(service)
    seen = (await view_of(service, table))["seq"]
    messages: list[dict[str, Any]] = []

    def push(raw: bytes) -> bool:
        messages.append(msgspec.json.decode(raw))
        return True

    for epoch, kind in (("", "update"), ("another", "view")):
        subscription = await service.subscribe(table, "g0", seen, push, epoch=epoch)
        assert messages[-1]["type"] == kind
        subscription.end()
