"""The use cases, with ports in memory."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence, Set
from contextlib import aclosing
from typing import Any

import msgspec
import pytest

from chieu.core import codec, records
from chieu.fairness import card_order
from chieu.games import all_games
from chieu.online.history.replay import replay
from chieu.online.protocol import answers, commands
from chieu.online.protocol.answers import Done, Refused, Stale
from chieu.online.protocol.commands import OpenTable
from chieu.online.protocol.messages import TurnClock
from chieu.online.service.actor import BREATHER, RETRY, NoSuchTable
from chieu.online.service.ports import TAKE_OVER, Conflict, LogBatch, Snapshot, Unavailable
from chieu.online.service.scheduler import GRACE, TimerQueue
from chieu.online.service.service import NoSuchRecord, OldLink, TableService
from chieu.online.service.tokens import guest_of, is_ours, new_token
from chieu.online.storage.local import LocalBus, LocalPresence
from chieu.online.storage.memory import MemoryLog, SeededEntropy, VirtualClock
from chieu.online.table.entries import AnyEntry, game_of
from chieu.online.table.entries import read as read_entry
from tests.online.service.following import follow
from tests.online.service.logs import AwaitedMemoryLog
from tests.online.table.sitting import xidach


class Place:
    """A log, a bus and a clock, and houses that share them."""

    def __init__(self) -> None:
        self.log = MemoryLog()
        self.bus = LocalBus()
        self.presence = LocalPresence()
        self.clock: VirtualClock = VirtualClock(1_000_000)
        self.entropy = SeededEntropy(1)
        self.count = 0

    def house(self) -> TableService:
        return TableService(self.log, self.bus, self.presence, self.clock, self.entropy)

    async def table(self, house: TableService, people: int = 3, **fields: Any) -> str:
        order = OpenTable(**{"game": "xidach", "name": "Lan", "seats": people, "pace": 0, **fields})
        table = await house.open(order, "g0")
        assert isinstance(table, str)
        for number in range(1, people - len(order.bots)):
            await self.must(house, table, f"g{number}", commands.Join, name=f"Guest {number}")
            await self.must(house, table, f"g{number}", commands.Sit, seat=number + len(order.bots))
        return table

    async def do(self, house: TableService, table: str, guest: str, kind: type[Any], **fields: Any) -> answers.Answer:
        self.count += 1
        seq = (await looked(house, table))["seq"]
        return await house.do(table, guest, kind(**{"id": f"c{self.count}", "seq": seq, **fields}))

    async def entries(self, table: str) -> list[AnyEntry]:
        raw = await self.log.read(table)
        return [read_entry(game_of(raw[0]), one) for one in raw]

    async def must(self, house: TableService, table: str, guest: str, kind: type[Any], **fields: Any) -> Done:
        answer = await self.do(house, table, guest, kind, **fields)
        assert isinstance(answer, Done), answer
        return answer


async def looked(house: TableService, table: str, guest: str | None = None) -> dict[str, Any]:
    read: dict[str, Any] = msgspec.json.decode(await house.view(table, guest))
    return read


async def next_of(feed: AsyncIterator[bytes]) -> dict[str, Any]:
    read: dict[str, Any] = msgspec.json.decode(await asyncio.wait_for(anext(feed), 5))
    return read


def told(story: Callable[[Place], Awaitable[None]]) -> None:
    async def run() -> None:
        await story(Place())

    asyncio.run(run())


def test_pf_1_a_table_is_opened_and_found_by_its_id() -> None:
    async def story(place: Place) -> None:
        house = place.house()
        table = await place.table(house)
        assert (await looked(house, table))["table"]["game"] == "xidach"
        assert (await house.game(table)).name == "xidach"
        with pytest.raises(NoSuchTable):
            await house.view("nowhere", None)
        with pytest.raises(NoSuchTable):
            await house.do("nowhere", "g0", commands.Ready(id="1", seq=0))
        with pytest.raises(NoSuchTable):
            await anext(follow(house, "nowhere", "g0"))
        assert house.next_wake() is None, "nobody is missed at a table that is not there"
        refused = await house.open(OpenTable(game="snap", name="x", seats=2), "g0")
        assert isinstance(refused, Refused)
        assert refused.code == "unknown_game"

    told(story)


class Hyphen(SeededEntropy):
    """What is drawn first would begin with a hyphen as a text."""

    def draw(self, count: int) -> bytes:
        drawn = super().draw(count)
        return b"\xf8" + drawn[1:] if self._count == 1 else drawn


def test_pf_1_a_tables_id_is_no_option_to_a_command_line() -> None:
    async def story(place: Place) -> None:
        place.entropy = Hyphen(1)
        house = place.house()
        table = await house.open(OpenTable(game="xidach", name="Lan", seats=2), "g0")
        assert isinstance(table, str)
        assert not table.startswith("-")

    told(story)


def test_pf_21_a_guest_is_known_by_a_digest_of_their_token() -> None:
    entropy = SeededEntropy(1)
    token = new_token(entropy, b"key")
    assert len(token) == 44, "the version, 128 random bits and the house's seal on them"
    assert token != new_token(entropy, b"key")
    assert guest_of(token) == guest_of(token) != guest_of(new_token(entropy, b"key"))
    assert token not in guest_of(token)


def test_pf_21_only_the_house_makes_tokens() -> None:
    entropy = SeededEntropy(1)
    token = new_token(entropy, b"key")
    assert is_ours(token, b"key")
    assert not is_ours(token, b"another key")
    assert not is_ours("A" * 22, b"key")
    assert not is_ours("1" + "A" * 43, b"key")
    assert not is_ours(token + "\n", b"key")
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    for place in range(44):
        for letter in letters:
            other = token[:place] + letter + token[place + 1 :]
            assert is_ours(other, b"key") == (other == token)


def test_pf_31_nothing_is_answered_or_published_before_it_is_durable() -> None:
    async def story(place: Place) -> None:
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
        place.log, place.bus = SlowLog(), TellingBus()
        house = place.house()
        table = await place.table(house)
        happened.clear()
        gate.clear()
        asked = asyncio.create_task(place.do(house, table, "g1", commands.Say, text="hi"))
        for _ in range(5):
            await asyncio.sleep(0)
        assert happened == []
        assert not asked.done()
        gate.set()
        await asked
        assert happened == ["durable", "published"]

    told(story)


def test_pf_32_a_follower_gets_a_view_then_every_change() -> None:
    async def story(place: Place) -> None:
        house = place.house()
        table = await place.table(house)
        async with aclosing(follow(house, table, "g1")) as feed:
            first = await next_of(feed)
            assert (first["type"], first["you"]["seat"]) == ("view", 1)
            await place.must(house, table, "g0", commands.Say, text="hello")
            second = await next_of(feed)
            assert (second["type"], second["after"]) == ("update", first["seq"])
            assert second["happened"][0]["text"] == "hello"
            await place.must(house, table, "g0", commands.DealNow)
            third = await next_of(feed)
            assert third["after"] == second["seq"]
            assert third["deal"]["number"] == 1

    told(story)


def test_pf_32_who_reconnects_says_what_they_saw_and_gets_the_rest() -> None:
    async def story(place: Place) -> None:
        house = place.house()
        table = await place.table(house)
        async with aclosing(follow(house, table, "g1")) as feed:
            seen = (await next_of(feed))["seq"]
        await place.must(house, table, "g0", commands.Say, text="one")
        await place.must(house, table, "g0", commands.Say, text="two")
        async with aclosing(follow(house, table, "g1", seen)) as feed:
            rest = await next_of(feed)
        assert [one["text"] for one in rest["happened"]] == ["one", "two"]
        async with aclosing(follow(house, table, "g1", rest["seq"])) as feed:
            nothing_new = await next_of(feed)
        assert (nothing_new["type"], nothing_new["seq"]) == ("update", rest["seq"])
        async with aclosing(follow(house, table, "g1", 99_999)) as feed:
            assert (await next_of(feed))["type"] == "view"

    told(story)


def test_pf_32_two_tabs_of_one_seat_both_work() -> None:
    async def story(place: Place) -> None:
        house, other = place.house(), place.house()
        table = await place.table(house)
        async with aclosing(follow(house, table, "g0")) as one, aclosing(follow(other, table, "g0")) as two:
            assert (await next_of(one))["you"] == (await next_of(two))["you"]
            await place.must(house, table, "g0", commands.DealNow)
            await place.must(other, table, "g0", commands.Act, action=xidach("deal_from", "left"))
            while (last := await next_of(one))["seq"] < (await looked(house, table))["seq"]:
                pass
            while (also := await next_of(two))["seq"] < last["seq"]:
                pass
            assert last["deal"] == also["deal"]

    told(story)


def test_a_new_place_at_the_table_is_a_new_view() -> None:
    """Even where somebody else who watches has just been written an update of the same numbers."""

    async def story(place: Place) -> None:
        house = place.house()
        table = await place.table(house, people=2)
        async with aclosing(follow(house, table, None)) as watcher, aclosing(follow(house, table, "g7")) as newcomer:
            await next_of(watcher)
            await next_of(newcomer)
            await place.must(house, table, "g7", commands.Join, name="Mai")
            assert (await next_of(watcher))["type"] == "update"
            joined = await next_of(newcomer)
            assert (joined["type"], joined["you"]) == ("view", {"member": 2})

    told(story)


def test_pf_34_a_slow_reader_gets_fewer_and_fuller_updates() -> None:
    async def story(place: Place) -> None:
        house = place.house()
        table = await place.table(house)
        async with aclosing(follow(house, table, None)) as feed:
            await next_of(feed)
            for number in range(8):
                await place.must(house, table, "g0", commands.Say, text=str(number))
            assert [one["text"] for one in (await next_of(feed))["happened"]] == [str(n) for n in range(8)]

    told(story)


def test_any_house_serves_any_table_and_whoever_loses_a_race_tries_again() -> None:
    async def story(place: Place) -> None:
        one, two = place.house(), place.house()
        table = await place.table(one)
        await looked(two, table)
        await place.must(one, table, "g0", commands.Say, text="from one")
        assert isinstance(await two.do(table, "g1", commands.Say(id="a", seq=1, text="from two")), Done)
        answers = await asyncio.gather(
            *[house.do(table, "g0", commands.Say(id="same", seq=1, text="once")) for house in (one, two, one, two)]
        )
        assert len(set(answers)) == 1, "the same answer from everywhere"
        for house in (one, two):
            await place.must(house, table, "g0", commands.Say, text="last")
        assert [said["text"] for said in (await looked(one, table))["chat"]].count("once") == 1

    told(story)


def test_a_number_another_house_gave_out_is_no_number_from_the_future() -> None:
    async def story(place: Place) -> None:
        one, two = place.house(), place.house()
        table = await place.table(one)
        await looked(two, table)
        await place.must(one, table, "g0", commands.DealNow)
        seq = (await looked(one, table))["seq"]
        move: commands.Act[Any] = commands.Act(id="m", seq=seq, action=xidach("deal_from", "left"))
        assert isinstance(await two.do(table, "g0", move), Done)
        late: commands.Act[Any] = commands.Act(id="n", seq=seq + 1_000, action=xidach("draw"))
        assert isinstance(await two.do(table, "g1", late), Stale)

    told(story)


def test_pf_30_a_refused_command_is_refused_again_even_if_it_would_do_now() -> None:
    async def story(place: Place) -> None:
        house = place.house()
        table = await place.table(house, people=3)
        await place.must(house, table, "g7", commands.Join, name="Mai")
        wish = commands.Sit(id="wish", seq=1, seat=2)
        command = commands.Sit(id="wish", seq=(await looked(house, table))["seq"], seat=2)
        assert isinstance(await house.do(table, "g7", wish), Refused)
        await place.must(house, table, "g2", commands.Rise)
        assert isinstance(await house.do(table, "g7", command), Refused)
        await place.must(house, table, "g7", commands.Sit, seat=2)

    told(story)


def test_timers_are_found_again_after_a_restart() -> None:
    async def story(place: Place) -> None:
        table = await place.table(place.house(), clock=TurnClock(10, 0))
        await place.must(place.house(), table, "g0", commands.DealNow)
        house = place.house()
        await house.sweep()
        assert house.next_wake() is None, "who wrote last is to wake it, for now"
        place.clock.move_to(place.clock.now() + 10_000 + TAKE_OVER)
        await house.sweep()
        assert house.next_wake() == place.clock.now()
        await house.wake()
        assert (await looked(house, table))["table"]["seats"][0]["away"]

    told(story)


def test_pf_9_who_does_not_come_back_after_a_restart_is_waited_for() -> None:
    async def story(place: Place) -> None:
        before = place.house()
        table = await place.table(before)
        await place.must(before, table, "g0", commands.DealNow)
        house = place.house()  # the first one is gone with all its connections
        async with aclosing(follow(house, table, "g1")) as feed:
            await next_of(feed)
            place.clock.move_to(place.clock.now() + GRACE)
            await house.wake()
            shown = await looked(house, table)
            assert [bool(seat.get("lost")) for seat in shown["table"]["seats"]] == [True, False, True]

    told(story)


def test_pf_39_a_house_that_cannot_ask_who_is_connected_asks_again() -> None:
    class Failing(LocalPresence):
        fails = True

        async def anywhere(self, guests: Sequence[tuple[str, str]]) -> Set[tuple[str, str]]:
            if self.fails:
                raise Unavailable("no answer")
            return await super().anywhere(guests)

    async def story(place: Place) -> None:
        place.presence = presence = Failing()
        house = place.house()
        table = await place.table(house)
        async with aclosing(follow(house, table, "g0")) as feed:
            await next_of(feed)
        place.clock.move_to(place.clock.now() + GRACE)
        with pytest.raises(Unavailable):
            await house.wake()
        assert "lost" not in (await looked(house, table))["table"]["seats"][0]
        presence.fails = False
        place.clock.move_to(place.clock.now() + RETRY)
        await house.wake()
        assert (await looked(house, table))["table"]["seats"][0]["lost"]

    told(story)


def test_pf_34_a_table_of_bots_in_a_hurry_lets_others_have_a_turn() -> None:
    async def story(place: Place) -> None:
        house = place.house()
        never = "seven-rounds~co13:s7s7~ro1~wrnone~ns66"  # a contract that nobody comes by so soon
        order = {"game": "rummy", "sheet": never, "bots": ("random", "random", "random"), "pace": 0}
        table = await place.table(house, people=4, **order)
        await place.must(house, table, "g0", commands.DealNow)
        await place.must(house, table, "g0", commands.Leave)
        await place.must(house, table, "g1", commands.Join, name="Watcher")
        for _ in range(5):
            before = (await looked(house, table))["seq"]
            due = house.next_wake()
            assert due is not None
            assert due >= place.clock.now() + BREATHER
            place.clock.move_to(due)
            await house.wake()
            moved = (await looked(house, table))["seq"] - before
            assert 0 < moved <= 20

    told(story)


def test_a_running_house_wakes_its_tables_by_itself() -> None:
    async def story(place: Place) -> None:
        house = place.house()
        running = asyncio.create_task(house.run())
        table = await place.table(house, people=4, bots=("random", "heuristic", "random"), pace=700)
        await place.must(house, table, "g0", commands.DealNow)
        await place.must(house, table, "g0", commands.Act, action=xidach("deal_from", "left"))
        async with aclosing(follow(house, table, "g0")) as feed:
            await next_of(feed)
            for _ in range(100):
                place.clock.move_to(place.clock.now() + 700)
                for _ in range(10):
                    await asyncio.sleep(0)
                shown = await looked(house, table, "g0")
                if shown["table"]["phase"] == "between" or shown["deal"]["view"]["to_act"] == [0]:
                    break
            else:
                pytest.fail("the bots never came to an end")
        running.cancel()

    told(story)


def test_a_house_that_runs_takes_over_what_a_dead_one_left() -> None:
    async def story(place: Place) -> None:
        house = place.house()
        running = asyncio.create_task(house.run())
        await asyncio.sleep(0)
        dead = place.house()
        table = await place.table(dead, clock=TurnClock(5, 0))
        await place.must(dead, table, "g0", commands.DealNow)
        for _ in range(30):
            place.clock.move_to(place.clock.now() + 1_000)
            for _ in range(10):
                await asyncio.sleep(0)
        assert (await looked(house, table))["table"]["seats"][0]["away"]
        running.cancel()

    told(story)


def test_what_fails_while_waking_is_reported_and_tried_again() -> None:
    async def story(place: Place) -> None:
        class Failing(AwaitedMemoryLog):
            fails = 0

            async def written(self, batch: LogBatch) -> None:
                if self.fails:
                    self.fails -= 1
                    raise OSError("disk full")
                await super().written(batch)

        place.log = log = Failing()
        house = place.house()
        reported: list[Any] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: reported.append(context["exception"]))
        running = asyncio.create_task(house.run())
        table = await place.table(house, clock=TurnClock(5, 0))
        await place.must(house, table, "g0", commands.DealNow)
        log.fails = 2
        for _ in range(40):
            place.clock.move_to(place.clock.now() + 500)
            for _ in range(10):
                await asyncio.sleep(0)
        running.cancel()
        assert [str(error) for error in reported] == ["disk full"] * 2
        assert (await looked(house, table))["table"]["seats"][0]["away"]

    told(story)


def test_a_house_whose_store_fails_at_the_start_wakes_its_tables_when_it_is_back() -> None:
    async def story(place: Place) -> None:
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

        place.log = log = Down()
        dead = place.house()
        table = await place.table(dead, clock=TurnClock(5, 0))
        await place.must(dead, table, "g0", commands.DealNow)
        place.clock.move_to(place.clock.now() + 60_000)
        log.down = True
        house = place.house()
        reported: list[Any] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: reported.append(context["exception"]))
        running = asyncio.create_task(house.run())

        async def seconds(count: int) -> None:
            for _ in range(2 * count):
                place.clock.move_to(place.clock.now() + 500)
                for _ in range(10):
                    await asyncio.sleep(0)

        await seconds(5)
        assert not running.done()
        assert {str(error) for error in reported} == {"the database is down"}
        assert 3 <= len(reported) <= 6, "it tries again, and not all the time"
        log.down = False
        await seconds(10)
        running.cancel()
        assert (await looked(house, table))["table"]["seats"][0]["away"]

    told(story)


def test_pf_9_whoever_loses_the_connection_is_waited_for_then_played_for_and_is_back_with_it() -> None:
    async def story(place: Place) -> None:
        house = place.house()
        table = await place.table(house)
        await place.must(house, table, "g0", commands.DealNow)
        async with aclosing(follow(house, table, "g1")) as other:
            await next_of(other)
            async with aclosing(follow(house, table, "g0")) as one, aclosing(follow(house, table, "g0")) as two:
                await next_of(one)
                await next_of(two)
                await two.aclose()
                place.clock.move_to(place.clock.now() + 2 * GRACE)
                await house.wake()
                assert "lost" not in (await looked(house, table))["table"]["seats"][0], "one tab is still open"
            place.clock.move_to(place.clock.now() + GRACE - 1)
            await house.wake()
            assert "lost" not in (await looked(house, table))["table"]["seats"][0]
            place.clock.move_to(place.clock.now() + 1)
            await house.wake()
            seat = (await looked(house, table))["table"]["seats"][0]
            assert (seat["lost"], seat["until"]) == (place.clock.now(), place.clock.now() + 300_000)
            assert "away" not in seat
            assert house.next_wake() == seat["until"], "by the table's own deadline"
            place.clock.move_to(seat["until"])
            await house.wake()
            assert (await looked(house, table))["table"]["seats"][0]["away"]
            async with aclosing(follow(house, table, "g0")) as feed:
                seen = await next_of(feed)
                assert not {"away", "lost"} & set(seen["table"]["seats"][0])
                assert seen["deal"]["played_for_you"]["count"] == 1

    told(story)


def test_pf_8_an_old_link_opens_nothing_and_members_go_on() -> None:
    async def story(place: Place) -> None:
        one, two = place.house(), place.house()
        table = await place.table(one)
        got: dict[str, list[bytes]] = {"watcher": [], "member": []}
        shut: list[str] = []

        def pushes(name: str) -> Callable[[bytes], bool]:
            def push(raw: bytes) -> bool:
                got[name].append(raw)
                return True

            return push

        for house in (one, two):
            await house.check_link(table, None, "")
        await two.subscribe(table, None, 0, pushes("watcher"), shut=lambda: shut.append("watcher"))
        await two.subscribe(table, "g1", 0, pushes("member"), shut=lambda: shut.append("member"))
        before = len(got["watcher"])
        await place.must(one, table, "g0", commands.RenewLink)
        await looked(two, table)
        for _ in range(20):
            await asyncio.sleep(0)
        assert shut == ["watcher"]
        assert len(got["watcher"]) == before, "nothing of the new key is told to who came by the old link"
        key = json.loads(got["member"][-1])["table"]["key"]
        for house in (one, two):
            await house.check_link(table, "g2", "")
            await house.check_link(table, None, key)
            for guest, wrong in ((None, ""), ("stranger", ""), ("stranger", "x" * 16)):
                with pytest.raises(OldLink):
                    await house.check_link(table, guest, wrong)

    told(story)


def test_pf_34_idle_tables_leave_memory_and_come_back() -> None:
    async def story(place: Place) -> None:
        house = place.house()
        table = await place.table(house)
        before = await house.view(table, "g0")
        async with aclosing(follow(house, table, None)) as feed:
            await next_of(feed)
            place.clock.move_to(place.clock.now() + 10**6)
            assert house.forget_idle() == 0, "somebody is watching"
        place.clock.move_to(place.clock.now() + 10**6)
        assert house.forget_idle() == 1
        after = await house.view(table, "g0")
        assert msgspec.json.decode(after)["table"] == msgspec.json.decode(before)["table"]

    told(story)


def test_pf_37_old_tables_that_are_looked_at_do_not_fill_the_house() -> None:
    async def story(place: Place) -> None:
        house = TableService(place.log, place.bus, place.presence, place.clock, place.entropy, tables_at_most=3)
        tables = [await place.table(house) for _ in range(6)]
        for table in tables:
            await house.view(table, None)
            assert len(house) <= 3

    told(story)


def test_an_append_that_failed_leaves_it_to_the_log_what_is_true() -> None:
    async def story(place: Place) -> None:
        class Breaking(AwaitedMemoryLog):
            broken = ""

            async def written(self, batch: LogBatch) -> None:
                if self.broken == "before":
                    raise OSError("before")
                await super().written(batch)
                if self.broken == "after":
                    raise OSError("after")

        place.log = log = Breaking()
        house = place.house()
        table = await place.table(house)
        for broken, said in (("before", 0), ("after", 1)):
            log.broken = broken
            command = commands.Say(id=broken, seq=1, text=broken)
            with pytest.raises(OSError, match=log.broken):
                await house.do(table, "g0", command)
            log.broken = ""
            texts = [one["text"] for one in (await looked(house, table)).get("chat", ())]
            assert texts.count(broken) == said
            assert isinstance(await house.do(table, "g0", command), Done)

    told(story)


def test_an_error_while_a_change_is_told_is_answered_and_stops_nobody() -> None:
    async def story(place: Place) -> None:
        house = place.house()
        table = await place.table(house)
        breaks = False

        def push(news: bytes) -> bool:
            if breaks:
                raise OSError("a subscriber that breaks its word")
            return True

        await house.subscribe(table, "g1", 0, push)
        breaks = True
        command = commands.Say(id="one", seq=1, text="one")
        with pytest.raises(OSError, match="breaks its word"):
            await asyncio.wait_for(house.do(table, "g0", command), 5)
        breaks = False
        assert isinstance(await asyncio.wait_for(house.do(table, "g0", command), 5), Done), "it was written"
        await place.must(house, table, "g2", commands.Say, text="two")
        assert [one["text"] for one in (await looked(house, table))["chat"]] == ["one", "two"]

    told(story)


def test_news_that_come_while_the_log_is_read_are_read_too() -> None:
    async def story(place: Place) -> None:
        class SlowLog(AwaitedMemoryLog):
            gate: asyncio.Event | None = None

            async def read(self, table: str, after: int = 0, upto: int | None = None) -> Sequence[bytes]:
                found = await super().read(table, after, upto)
                if self.gate is not None:
                    await self.gate.wait()
                return found

        place.log = log = SlowLog()
        here, there = place.house(), place.house()
        table = await place.table(here)
        heard: list[dict[str, Any]] = []

        def push(news: bytes) -> bool:
            heard.append(msgspec.json.decode(news))
            return True

        await there.subscribe(table, None, 0, push)
        log.gate = asyncio.Event()
        for text in ("one", "two"):  # the second is said while the first is being read
            seq = heard[-1]["seq"]
            assert isinstance(await here.do(table, "g0", commands.Say(id=text, seq=seq, text=text)), Done)
            for _ in range(5):
                await asyncio.sleep(0)
        log.gate.set()
        for _ in range(20):
            await asyncio.sleep(0)
        assert heard[-1]["seq"] == (await looked(here, table))["seq"]

    told(story)


def test_pf_6_the_record_of_a_deal_can_be_had_when_it_is_over() -> None:
    async def story(place: Place) -> None:
        house = place.house()
        table = await place.table(house, people=2)
        with pytest.raises(NoSuchRecord):
            await house.record(table, 1)
        for deal in (1, 2, 3):
            await place.must(house, table, "g0", commands.DealNow)
            while (shown := await looked(house, table))["table"]["phase"] == "playing":
                with pytest.raises(NoSuchRecord):
                    await house.record(table, deal)
                seat = shown["deal"]["view"]["to_act"][0]
                legal = (await looked(house, table, f"g{seat}"))["deal"]["legal"]
                await place.must(house, table, f"g{seat}", commands.Act, action=xidach(*legal[0].values()))
        assert len({await house.record(table, deal) for deal in (1, 2, 3)}) == 3
        (last,) = records.read(all_games(), (await house.record(table, 3)).splitlines())
        for seat in (None, 0, 1):
            seen = msgspec.json.decode(codec.encode(replay(last, seat)))
            assert seen["start"]["you"] == seat
            assert seen["steps"][-1]["view"]["phase"] == "over"
            assert seen["steps"][-1]["view"] == (await looked(house, table, f"g{seat}"))["deal"]["view"]
        for deal in (0, -1, 4):
            with pytest.raises(NoSuchRecord):
                await house.record(table, deal)

    told(story)


def test_pf_36_opening_an_old_table_reads_its_last_deal_and_no_more() -> None:
    async def story(place: Place) -> None:
        class Counting(MemoryLog):
            given = 0

            async def read(self, table: str, after: int = 0, upto: int | None = None) -> Sequence[bytes]:
                found = await super().read(table, after, upto)
                self.given += len(found)
                return found

        place.log = log = Counting()
        house = place.house()
        table = await place.table(house, people=2)
        cost = []
        for _ in range(12):
            await place.must(house, table, "g0", commands.DealNow)
            while (shown := await looked(house, table))["table"]["phase"] == "playing":
                seat = shown["deal"]["view"]["to_act"][0]
                legal = (await looked(house, table, f"g{seat}"))["deal"]["legal"]
                await place.must(house, table, f"g{seat}", commands.Act, action=xidach(*legal[0].values()))
            log.given = 0
            again = place.house()
            assert await again.view(table, "g0") == await house.view(table, "g0")
            cost.append(log.given)
        assert max(cost) < 40 < len(await log.read(table))
        assert [len((await again.record(table, deal)).splitlines()) > 8 for deal in range(1, 13)] == [True] * 12

    told(story)


def test_pf_36_a_snapshot_of_another_version_is_ignored() -> None:
    async def story(place: Place) -> None:
        house = place.house()
        table = await place.table(house, people=2, bots=("heuristic",), pace=0)
        await place.must(house, table, "g0", commands.DealNow)
        shown = await looked(house, table, "g0")
        number, data = place.log._snapshots[table]
        other = data.replace(b'"version":1,', b'"version":2,')
        assert other != data
        place.log._snapshots[table] = Snapshot(number, other)
        assert await looked(place.house(), table, "g0") == shown

    told(story)


def test_pf_36_the_time_of_a_table_never_goes_back_and_its_bots_do_not_stand_still() -> None:
    async def story(place: Place) -> None:
        class Settable(VirtualClock):
            def set_back(self, by: int) -> None:
                self._now -= by

        place.clock = clock = Settable(10_000_000)
        house = place.house()
        table = await place.table(house, clock=TurnClock(10, 0))
        await place.must(house, table, "g0", commands.DealNow)
        clock.set_back(3_600_000)
        await place.must(house, table, "g1", commands.Say, text="an hour earlier")
        before = [entry.at for entry in await place.entries(table)]
        assert before == sorted(before)
        due = house.next_wake()
        assert due is not None
        assert due <= clock.now() + 10_000, "not an hour later"
        again = place.house()  # a house that starts with the clock set back
        await looked(again, table)
        clock.move_to(clock.now() + 10_000)
        await house.wake()
        assert (await looked(again, table))["table"]["seats"][0]["away"]
        after = [entry.at for entry in await place.entries(table)]
        assert after == sorted(after)

    told(story)


def test_pf_39_who_is_connected_to_another_house_is_not_declared_gone() -> None:
    async def story(place: Place) -> None:
        one, two = place.house(), place.house()
        table = await place.table(one)
        await place.must(one, table, "g0", commands.DealNow)
        async with aclosing(follow(one, table, "g0")) as here, aclosing(follow(two, table, "g1")) as there:
            await next_of(here)
            await next_of(there)
            for _ in range(5):
                place.clock.move_to(place.clock.now() + GRACE)
                for house in (one, two):
                    await house.wake()
            seats = (await looked(two, table))["table"]["seats"]
            assert [bool(seat.get("lost")) for seat in seats] == [False, False, True]
        del one._actors[table]  # that house dies, and with it its connections
        place.presence._connected.clear()
        async with aclosing(follow(two, table, "g1")) as there:
            await next_of(there)
            place.clock.move_to(place.clock.now() + 2 * GRACE)
            await two.wake()
            assert (await looked(two, table))["table"]["seats"][0]["lost"]

    told(story)


class Hopeless(AwaitedMemoryLog):
    async def written(self, batch: LogBatch) -> None:
        raise Conflict


def test_a_house_that_is_always_too_slow_says_so() -> None:
    async def story(place: Place) -> None:
        house = place.house()
        table = await place.table(house)

        hopeless = Hopeless()
        hopeless._tables = place.log._tables  # what is written can be read; a log without it has retired the table
        house._actors[table]._services = house._services._replace(log=hopeless)
        with pytest.raises(Conflict):
            await place.do(house, table, "g0", commands.Say, text="hi")

    told(story)


def test_alarms_ring_once_in_order_and_only_the_last_one_set() -> None:
    alarms: TimerQueue[str] = TimerQueue()
    alarms.set("a", 30)
    alarms.set("b", 10)
    alarms.set("a", 20)
    alarms.set("c", 15)
    alarms.set("c", None)
    assert (alarms.next(), len(alarms)) == (10, 2)
    assert alarms.take(9) == []
    assert alarms.take(30) == ["b", "a"]
    assert alarms.next() is None


def test_alarms_that_are_set_anew_and_anew_take_no_more_room() -> None:
    alarms: TimerQueue[str] = TimerQueue()
    for when in range(10_000, 0, -1):
        alarms.set("a", when)
        alarms.set("b", 2 * when)
    assert len(alarms._heap) < 200
    assert alarms.take(2) == ["a", "b"]


A = "aa" * 32


async def frozen(place: Place, house: TableService, table: str) -> dict[str, Any]:
    """A deal that is due, and to which the first guest contributes."""
    commitment = card_order.contribution_commitment(table, 1, 0, A)
    await place.must(house, table, "g0", commands.Commit, deal=1, attempt=0, commitment=commitment, protocol=1)
    await place.must(house, table, "g0", commands.DealNow)
    return await looked(house, table)


def test_pf_22_a_start_of_a_house_voids_what_was_pending() -> None:
    async def story(place: Place) -> None:
        house = place.house()
        table = await place.table(house)
        assert (await frozen(place, house, table))["table"]["phase"] == "revealing"
        place.presence = LocalPresence()  # another process, and the first one is gone
        shown = (await looked(place.house(), table))["table"]
        assert (shown["phase"], shown["shuffle"]["attempt"]) == ("committing", 1)
        assert shown["shuffle"]["voids"] == [{"attempt": 0, "why": "restart"}]

    told(story)


def test_pf_22_another_node_that_starts_leaves_alone_what_a_living_one_is_at() -> None:
    class Known(LocalPresence):
        """A node among others, as PostgreSQL knows them."""

        def __init__(self, living: set[str]) -> None:
            super().__init__()
            self.living = living
            living.add(self.node)

        async def alive(self, node: str) -> bool:
            return node in self.living

    async def story(place: Place) -> None:
        living: set[str] = set()
        place.presence = first = Known(living)
        house = place.house()
        table = await place.table(house)
        await frozen(place, house, table)
        place.presence = Known(living)
        assert (await looked(place.house(), table))["table"]["shuffle"]["attempt"] == 0
        living.discard(first.node)
        assert (await looked(place.house(), table))["table"]["shuffle"]["attempt"] == 1, "until that one is dead"

    told(story)


def test_pf_22_a_table_that_was_only_out_of_memory_goes_on() -> None:
    async def story(place: Place) -> None:
        house = place.house()
        table = await place.table(house)
        await frozen(place, house, table)
        house._forget(table)
        assert (await looked(house, table))["table"]["shuffle"]["attempt"] == 0

    told(story)


def test_pf_22_a_restored_log_annuls_what_ran_at_each_table_once() -> None:
    async def story(place: Place) -> None:
        house = place.house()
        table = await place.table(house)
        await place.must(house, table, "g0", commands.DealNow)
        running = await looked(house, table)
        assert running["table"]["phase"] == "playing"
        place.log.restored = "1"
        place.presence = LocalPresence()
        house = place.house()
        shown = await looked(house, table)
        assert (shown["table"]["phase"], shown.get("deal"), shown["table"]["epoch"]) == ("between", None, "1")
        assert shown["table"]["restored"]["annulled"] == 1
        later = await place.table(house, people=2)
        again = place.house()
        assert (await looked(again, table))["seq"] == shown["seq"], "once"
        assert "restored" not in (await looked(again, later))["table"], "and no table that was opened since"
        async with aclosing(follow(again, table, "g0", running["seq"])) as feed:
            assert (await next_of(feed))["seq"] >= shown["seq"]

    told(story)


def test_pf_22_what_was_seen_in_another_epoch_counts_for_nothing() -> None:
    async def story(place: Place) -> None:
        house = place.house()
        table = await place.table(house)
        seen = (await looked(house, table))["seq"]
        got: list[dict[str, Any]] = []

        def push(raw: bytes) -> bool:
            got.append(msgspec.json.decode(raw))
            return True

        for epoch, kind in (("", "update"), ("another", "view")):
            subscription = await house.subscribe(table, "g0", seen, push, epoch=epoch)
            assert got[-1]["type"] == kind
            subscription.end()

    told(story)
