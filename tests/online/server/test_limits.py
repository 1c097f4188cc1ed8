"""PF-34: floods, crowds and clients that never read are limited, and nobody else notices."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import time
import urllib.error
import urllib.request

import pytest

from chieu.core.game import Refusal
from chieu.online.client import Identity, Seat
from chieu.online.protocol.commands import Join, OpenTable
from chieu.online.server import limits
from chieu.online.server import socket as sockets
from chieu.online.server.limits import ConcurrencyLimit, RateLimit, guest_key
from chieu.online.service.service import TableService
from chieu.online.storage.local import LocalBus, LocalPresence
from chieu.online.storage.memory import MemoryLog, SeededEntropy, VirtualClock
from tests.online.server.inside import Inside, running
from tests.online.server.plain import masked, plain_connection


def test_a_rate_allows_a_burst_and_then_its_share() -> None:
    rate = RateLimit(2, 5)
    assert [rate.take("a", 0.0) for _ in range(6)] == [True] * 5 + [False]
    assert rate.take("b", 0.0), "others are not concerned"
    assert not rate.take("a", 0.4)
    assert rate.take("a", 0.6)
    assert [rate.take("a", 100.0) for _ in range(6)] == [True] * 5 + [False]


def test_a_rate_forgets_who_is_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "_KEYS_AT_MOST", 100)
    rate = RateLimit(1, 5)
    for number in range(1000):
        assert rate.take(f"guest {number}", float(number))
    assert len(rate) <= 101
    for number in range(1000):
        assert rate.take(f"crowd {number}", 2000.0), "a crowd at once is let in, and forgotten again"
    assert len(rate) <= 101


def test_places_are_given_back() -> None:
    limit = ConcurrencyLimit(2)
    a, b = guest_key("a"), guest_key("b")
    with limit.slot(a) as first, limit.slot(a) as second:
        assert first
        assert second
        with limit.slot(a) as third, limit.slot(b) as other:
            assert not third
            assert other
    with limit.slot(a) as again:
        assert again
    assert not len(limit)


def test_who_is_too_fast_is_told_so_and_then_cut_off() -> None:
    async def scenario() -> None:
        async with running(messages_per_guest=5) as house:
            lan, hoa = await house.guest(), await house.guest()
            table = await house.table(lan)
            async with house.wire(table, hoa) as friend, house.wire(table, lan) as wire:
                answers = [await wire.ask(type="rise", id=f"c{number}", seq=0) for number in range(40)]
                assert answers[-1]["code"] == "flood"
                assert (await friend.ask(type="join", id="j", seq=4, name="Hoa"))["type"] == "done"
                await asyncio.sleep(1.0)
                assert (await wire.ask(type="say", id="s", seq=4, text="sorry"))["type"] == "done", "it goes on"
                for number in range(300):
                    await wire.say(type="rise", id=f"d{number}", seq=0)
                assert await wire.closed() == (4429, "flood")
                assert (await friend.ask(type="say", id="t", seq=4, text="what was that?"))["type"] == "done"

    asyncio.run(scenario())


def nobody_s_purse_fills(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RateLimit, "_spent_by", lambda rate, key, now: rate._spent.get(key, (0.0, now))[0])


def test_pf_37_what_is_kept_for_long_costs_more_than_a_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hello has taken as much as a word before the first one is said."""
    nobody_s_purse_fills(monkeypatch)

    async def answers(house: Inside, **command: object) -> list[str]:
        lan = await house.guest()
        table = await house.table(lan)
        async with house.wire(table, lan) as wire:
            got = [await wire.ask(id=f"c{number}", seq=wire.first["seq"], **command) for number in range(14)]
            return [answer.get("code", answer["type"]) for answer in got]

    async def scenario() -> None:
        async with running(messages_per_guest=4) as house:
            assert (await answers(house, type="say", text="hm")).index("flood") == 3
            assert (await answers(house, type="deal")).index("flood") == 12

    asyncio.run(scenario())


def test_pf_37_a_command_that_is_much_work_costs_as_much(monkeypatch: pytest.MonkeyPatch) -> None:
    nobody_s_purse_fills(monkeypatch)
    monkeypatch.setattr(sockets, "WORK_WITHIN_S", -1.0)
    monkeypatch.setattr(sockets, "COST_OF_A_SECOND", 1e12)

    async def scenario() -> None:
        async with running() as house:
            lan = await house.guest()
            table = await house.table(lan)
            async with house.wire(table, lan) as wire:
                assert (await wire.ask(type="rise", id="a", seq=wire.first["seq"]))["type"] == "done"
                assert (await wire.ask(type="rise", id="b", seq=wire.first["seq"]))["code"] == "flood"

    asyncio.run(scenario())


def test_an_address_has_a_limit_too() -> None:
    async def scenario() -> None:
        async with running(messages_per_address=5) as house:
            guests = [await house.guest() for _ in range(4)]
            table = await house.table(guests[0])

            async def rush(guest: Identity) -> list[str]:
                async with house.wire(table, guest) as wire:
                    answers = [await wire.ask(type="rise", id=f"c{number}", seq=0) for number in range(10)]
                    return [answer.get("code", answer["type"]) for answer in answers]

            codes = [code for one in await asyncio.gather(*map(rush, guests)) for code in one]
            assert codes.count("flood") >= 15

    asyncio.run(scenario())


def test_connections_of_one_guest_are_counted() -> None:
    async def scenario() -> None:
        async with running(connections_per_guest=2) as house:
            lan, hoa = await house.guest(), await house.guest()
            table = await house.table(lan)
            async with house.wire(table, lan), house.wire(table, lan):
                async with house.wire(table, lan, hello=False) as third:
                    assert await third.closed() == (4429, "too_many")
                async with house.wire(table, hoa):
                    pass
            async with house.wire(table, lan):
                pass

    asyncio.run(scenario())


def test_tables_of_one_guest_are_counted() -> None:
    async def scenario() -> None:
        async with running(tables_per_guest=3, tables_per_address=5) as house:
            lan, hoa = await house.guest(), await house.guest()
            for _ in range(3):
                await house.table(lan)
            with pytest.raises(Refusal, match="too_many_tables"):
                await house.table(lan)
            order = b'{"game":"xidach","name":"Lan","seats":2}'
            headers = {"authorization": f"Bearer {lan.token}", "content-type": "application/json"}
            again = urllib.request.Request(f"{house.url}/api/tables", order, headers)
            with pytest.raises(urllib.error.HTTPError) as caught:
                await asyncio.to_thread(urllib.request.urlopen, again)
            caught.value.close()
            assert (caught.value.status, caught.value.headers["retry-after"]) == (429, "10")
            await house.table(hoa)
            await house.table(hoa)
            with pytest.raises(Refusal, match="too_many_tables"):
                await house.table(hoa)

    asyncio.run(scenario())


def test_requests_of_one_address_are_counted() -> None:
    async def scenario() -> None:
        async with running(requests_per_address=5) as house:
            asked = await asyncio.gather(*(house.guest() for _ in range(100)), return_exceptions=True)
            refused = [one for one in asked if isinstance(one, Refusal)]
            assert {one.code for one in refused} == {"flood"}
            assert len(refused) >= 50

    asyncio.run(scenario())


def test_a_frame_over_all_bounds_ends_its_connection() -> None:
    async def scenario() -> None:
        async with running() as house:
            lan = await house.guest()
            table = await house.table(lan)
            async with house.wire(table, lan) as wire, house.wire(table, lan) as other:
                await wire.socket.send("x" * 70_000)
                assert (await wire.closed())[0] == 1009
                assert (await other.ask(type="say", id="s", seq=4, text="still here"))["type"] == "done"

    asyncio.run(scenario())


def pour(plain: socket.socket, *parts: bytes) -> None:
    """Sends one after the other, so slowly that each is worked off before the next unless nothing is read."""
    with contextlib.suppress(OSError):
        for part in parts:
            plain.sendall(part)
            time.sleep(0.1)


async def is_gone(house: Inside, metric: str, within_s: float = 10) -> None:
    async with asyncio.timeout(within_s):
        while metric not in await asyncio.to_thread(house.metrics):
            await asyncio.sleep(0.02)


def test_who_never_reads_is_cut_off_and_nothing_piles_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "READS_WITHIN_S", 0.3)
    monkeypatch.setattr("chieu.online.server.app._CHECK_EVERY_S", 0.05)

    async def scenario() -> None:
        async with running() as house:
            lan, deaf = await house.guest(), await house.guest()
            table = await house.table(lan)
            with await asyncio.to_thread(plain_connection, house, table, deaf) as plain:
                hellos = masked(b'{"type":"hello"}') * 1_000  # each asks for a view, and none is read
                asking = asyncio.create_task(asyncio.to_thread(pour, plain, *[hellos] * 20))
                async with house.wire(table, lan) as wire:
                    # Thousands of views must be made before any buffer is full: on a busy machine that takes a while.
                    await is_gone(house, 'chieu_connections_cut_total{why="not_reading"} 1', within_s=90)
                    assert (await wire.ask(type="say", id="s", seq=4, text="still here"))["type"] == "done"
                await asking

    asyncio.run(scenario())


@pytest.mark.usefixtures("both_transports")
def test_who_never_says_hello_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "HELLO_WITHIN_S", 0.1)
    monkeypatch.setattr("chieu.online.server.app._CHECK_EVERY_S", 0.05)

    async def scenario() -> None:
        async with running() as house:
            lan = await house.guest()
            async with house.wire(await house.table(lan), lan, hello=False) as wire:
                assert (await wire.next())["code"] == "say_hello"
                assert await wire.closed() == (4408, "say_hello")
                await is_gone(house, 'chieu_connections_cut_total{why="say_hello"} 1')

    asyncio.run(scenario())


@pytest.mark.usefixtures("both_transports")
@pytest.mark.parametrize("first", ["not a message", b"binary", '{"type":"rise","id":"c","seq":0}'])
def test_whatever_else_is_said_is_no_hello(monkeypatch: pytest.MonkeyPatch, first: str | bytes) -> None:
    monkeypatch.setattr(sockets, "HELLO_WITHIN_S", 0.2)
    monkeypatch.setattr("chieu.online.server.app._CHECK_EVERY_S", 0.05)

    async def scenario() -> None:
        async with running() as house:
            lan = await house.guest()
            async with house.wire(await house.table(lan), lan, hello=False) as wire:
                await wire.raw(first)
                assert await wire.closed() == (4408, "say_hello")

    asyncio.run(scenario())


def test_who_was_sent_away_for_being_too_many_comes_back_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """4429 is no goodbye for good: what was said meanwhile gets its answer."""
    monkeypatch.setattr("chieu.online.client.seat._TRY_AGAIN_S", (0.01, 0.2))

    async def scenario() -> None:
        async with running(connections_per_guest=1) as house:
            lan = await house.guest()
            table = await house.table(lan)
            async with house.wire(table, lan) as other:
                seat = Seat(house.server, table, lan)
                entering = asyncio.create_task(seat.__aenter__())
                await is_gone(house, 'chieu_connections_cut_total{why="too_many"} 3')
                await other.socket.close()
                async with asyncio.timeout(10):
                    await entering
                    await seat.do(Join, name="Lan Anh")
                await seat.close()

    asyncio.run(scenario())


def test_pings_that_nobody_reads_the_answers_to_end_the_connection() -> None:
    async def scenario() -> None:
        async with running() as house:
            lan = await house.guest()
            table = await house.table(lan)

            def flood() -> int:
                with plain_connection(house, table, lan) as plain:
                    plain.settimeout(5)
                    sent = 0
                    try:
                        for _ in range(400):
                            plain.sendall(masked(b"x" * 125, 9) * 200)
                            sent += 200
                    except OSError:
                        return sent
                    return -1

            assert await asyncio.to_thread(flood) >= 0, "80,000 pings were taken"
            async with house.wire(table, lan) as wire:
                assert (await wire.ask(type="say", id="s", seq=4, text="still here"))["type"] == "done"

    asyncio.run(scenario())


def test_a_message_in_endless_pieces_ends_the_connection() -> None:
    async def scenario() -> None:
        async with running() as house:
            lan = await house.guest()
            table = await house.table(lan)

            def trickle() -> bytes:
                with plain_connection(house, table, lan) as plain:
                    plain.sendall(masked(b"", 1, last=False))
                    try:
                        plain.sendall(masked(b"", 0, last=False) * 5000)
                        return plain.recv(1)
                    except OSError:
                        return b""

            assert await asyncio.to_thread(trickle) == b""

    asyncio.run(scenario())


def test_idle_tables_leave_memory_and_come_back_from_the_log() -> None:
    async def scenario() -> None:
        clock = VirtualClock(1_000)
        house = TableService(MemoryLog(), LocalBus(), LocalPresence(), clock, SeededEntropy(1), idle=60_000)
        order = OpenTable(game="xidach", name="Lan", seats=4)
        tables = [str(await house.open(order, f"guest {number}")) for number in range(5)]
        before = [json.loads(await house.view(table, None)) for table in tables]
        assert len(house) == 5
        clock.move_to(30_000)
        await house.view(tables[0], None)
        clock.move_to(62_000)
        assert house.forget_idle() == 4
        assert len(house) == 1
        after = [json.loads(await house.view(table, None)) for table in tables]
        assert [one["table"] for one in after] == [one["table"] for one in before]

    asyncio.run(scenario())
