"""PF-34: limits on floods, connections and clients that never read; other clients are not affected."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import time
import urllib.error
import urllib.request
from functools import partial

import pytest

from chieu.core.game import Refusal
from chieu.fairness.verify import verify
from chieu.games import all_games
from chieu.online.client.api import Identity, Server
from chieu.online.client.seat import Seat
from chieu.online.protocol.commands import Join, OpenTable
from chieu.online.server import app
from chieu.online.server import socket as sockets
from chieu.online.server.limits import (
    ConcurrencyLimit,
    EntryBudget,
    MessageLimiter,
    RateLimit,
    Verdict,
    guest_key,
    networks,
)
from chieu.online.server.settings import Settings
from chieu.online.service.service import TableService
from chieu.online.storage.local import LocalBus, LocalPresence
from tests.online.server.in_process import RunningServer, running
from tests.online.server.raw_socket import masked, raw_connection
from tests.online.server.server_process import Player
from tests.online.storage.memory import MemoryLog, SeededEntropy, VirtualClock
from tests.waiting import eventually

pytestmark = pytest.mark.anyio


def test_rate_limit_allows_a_burst_and_then_its_rate() -> None:
    rate = RateLimit(2, 5)
    assert [rate.take("a", 0.0) for _ in range(6)] == [True] * 5 + [False]
    assert rate.take("b", 0.0), "others are not affected"
    assert not rate.take("a", 0.4)
    assert rate.take("a", 0.6)
    assert [rate.take("a", 100.0) for _ in range(6)] == [True] * 5 + [False]


def test_rate_limit_drops_unused_keys() -> None:
    rate = RateLimit(1, 5, keys_at_most=100)
    for number in range(1000):
        assert rate.take(f"guest {number}", float(number))
    assert len(rate) <= 101
    for number in range(1000):
        assert rate.take(f"crowd {number}", 2000.0), "a crowd is let in, and its keys are dropped again"
    assert len(rate) <= 101


def test_concurrency_limit_frees_slots() -> None:
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


def test_pf_34_message_limiter_refuses_and_then_disconnects() -> None:
    limiter = MessageLimiter(Settings(messages_per_guest=1), EntryBudget(1_000))
    address = networks("203.0.113.9")
    assert limiter.decide("lan", address, 4, writes=True) is Verdict.ALLOW
    verdicts = [limiter.decide("lan", address, 4, writes=True) for _ in range(102)]
    assert verdicts[:100] == [Verdict.REFUSE] * 100
    assert verdicts[-1] is Verdict.DISCONNECT
    assert limiter.decide("hoa", address, 4, writes=True) is Verdict.ALLOW, "others are not affected"


def test_pf_37_message_limiter_refuses_over_the_entry_budget() -> None:
    budget, address = EntryBudget(1), networks("203.0.113.9")
    limiter = MessageLimiter(Settings(), budget)
    budget.spend(address, 1)
    assert limiter.decide("lan", address, 1, writes=True) is Verdict.REFUSE
    assert limiter.decide("lan", address, 1, writes=False) is Verdict.ALLOW


async def test_flooding_client_is_refused_and_then_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1_000.0
    monkeypatch.setattr(app, "MessageLimiter", partial(MessageLimiter, monotonic=lambda: now))
    async with running(messages_per_guest=5) as server:
        lan, hoa = await server.guest(), await server.guest()
        table = await server.table(lan)
        async with server.wire(table, hoa) as friend, server.wire(table, lan) as wire:
            answers = [await wire.ask(type="rise", id=f"c{number}", seq=0) for number in range(40)]
            assert answers[-1]["code"] == "flood"
            assert (await friend.ask(type="join", id="j", seq=4, name="Hoa"))["type"] == "done"
            now += 1.0
            assert (await wire.ask(type="say", id="s", seq=4, text="sorry"))["type"] == "done", "still connected"
            for number in range(300):
                await wire.say(type="rise", id=f"d{number}", seq=0)
            assert await wire.closed() == (4429, "flood")
            assert (await friend.ask(type="say", id="t", seq=4, text="what was that?"))["type"] == "done"


def stop_refilling_buckets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "MessageLimiter", partial(MessageLimiter, monotonic=lambda: 1_000.0))


async def test_pf_37_stored_messages_cost_more_than_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """The hello costs as much as a chat message, so one fewer is allowed."""
    stop_refilling_buckets(monkeypatch)

    async def answers(server: RunningServer, **command: object) -> list[str]:
        lan = await server.guest()
        table = await server.table(lan)
        async with server.wire(table, lan) as wire:
            answers = [await wire.ask(id=f"c{number}", seq=wire.first["seq"], **command) for number in range(14)]
            return [answer.get("code", answer["type"]) for answer in answers]

    async with running(messages_per_guest=4) as server:
        assert (await answers(server, type="say", text="hm")).index("flood") == 3
        assert (await answers(server, type="deal_now")).index("flood") == 12


async def test_pf_37_slow_command_is_charged_for_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    stop_refilling_buckets(monkeypatch)
    monkeypatch.setattr(sockets, "WORK_WITHIN_S", -1.0)
    monkeypatch.setattr(sockets, "COST_OF_A_SECOND", 1e12)
    async with running() as server:
        lan = await server.guest()
        table = await server.table(lan)
        async with server.wire(table, lan) as wire:
            assert (await wire.ask(type="rise", id="a", seq=wire.first["seq"]))["type"] == "done"
            assert (await wire.ask(type="rise", id="b", seq=wire.first["seq"]))["code"] == "flood"


async def test_messages_of_an_address_are_limited() -> None:
    async with running(messages_per_address=5) as server:
        guests = [await server.guest() for _ in range(4)]
        table = await server.table(guests[0])

        async def rush(guest: Identity) -> list[str]:
            async with server.wire(table, guest) as wire:
                answers = [await wire.ask(type="rise", id=f"c{number}", seq=0) for number in range(10)]
                return [answer.get("code", answer["type"]) for answer in answers]

        codes = [code for answers in await asyncio.gather(*map(rush, guests)) for code in answers]
        assert codes.count("flood") >= 15


async def test_connections_of_a_guest_are_limited() -> None:
    async with running(connections_per_guest=2) as server:
        lan, hoa = await server.guest(), await server.guest()
        table = await server.table(lan)
        async with server.wire(table, lan), server.wire(table, lan):
            async with server.wire(table, lan, hello=False) as third:
                assert await third.closed() == (4429, "too_many")
            async with server.wire(table, hoa):
                pass
        async with server.wire(table, lan):
            pass


async def test_new_tables_of_a_guest_are_limited() -> None:
    async with running(tables_per_guest=3, tables_per_address=5) as server:
        lan, hoa = await server.guest(), await server.guest()
        for _ in range(3):
            await server.table(lan)
        with pytest.raises(Refusal, match="too_many_tables"):
            await server.table(lan)
        order = b'{"game":"xidach","name":"Lan","seats":2}'
        headers = {"authorization": f"Bearer {lan.token}", "content-type": "application/json"}
        again = urllib.request.Request(f"{server.url}/api/tables", order, headers)
        with pytest.raises(urllib.error.HTTPError) as caught:
            await asyncio.to_thread(urllib.request.urlopen, again)
        caught.value.close()
        assert (caught.value.status, caught.value.headers["retry-after"]) == (429, "10")
        await server.table(hoa)
        await server.table(hoa)
        with pytest.raises(Refusal, match="too_many_tables"):
            await server.table(hoa)


async def test_requests_of_an_address_are_limited() -> None:
    async with running(requests_per_address=5) as server:
        outcomes = await asyncio.gather(*(server.guest() for _ in range(100)), return_exceptions=True)
        refusals = [outcome for outcome in outcomes if isinstance(outcome, Refusal)]
        assert {refusal.code for refusal in refusals} == {"flood"}
        assert len(refusals) >= 50


async def test_pf_22_the_record_of_an_own_deal_costs_nothing() -> None:
    async with running(requests_per_address=5) as server:
        lan, other = await server.guest(), await server.guest()
        table = await server.table(lan, game="big2", seats=2, bots=("random",), pace=0)
        async with Seat(Server(server.url), table, lan) as seat:
            await Player(seat, "random", 1).play()
            with contextlib.suppress(Refusal):
                while True:  # until the address has no request left
                    await asyncio.to_thread(Server(server.url).record, table, 1, other)
            for _ in range(3):
                assert await asyncio.to_thread(Server(server.url).record, table, 1, lan)
            fetches = [asyncio.to_thread(Server(server.url).record, table, 1, lan) for _ in range(30)]
            outcomes = await asyncio.gather(*fetches, return_exceptions=True)
            assert any(isinstance(outcome, Refusal) for outcome in outcomes), "there is a limit of its own"


async def test_pf_37_the_records_of_a_table_are_paid_by_the_deal() -> None:
    async with running(requests_per_address=4) as server:  # one record a second, four at once
        lan = await server.guest()
        table = await server.table(lan, seats=2, bots=("random",), pace=0)
        async with Seat(Server(server.url), table, lan) as seat:
            await Player(seat, "random", 1).play(6)

        def all_records() -> str:
            with urllib.request.urlopen(f"{server.url}/api/tables/{table}/records", timeout=60) as answer:
                return str(answer.read().decode())

        began = time.monotonic()
        texts = await asyncio.to_thread(all_records)
        assert time.monotonic() - began >= 2.0, "the fifth and the sixth have to wait"
        assert len(list(verify(all_games(), texts.splitlines()))) == 6


async def test_oversized_frame_ends_its_connection() -> None:
    async with running() as server:
        lan = await server.guest()
        table = await server.table(lan)
        async with server.wire(table, lan) as wire, server.wire(table, lan) as other:
            await wire.socket.send("x" * 70_000)
            assert (await wire.closed())[0] == 1009
            assert (await other.ask(type="say", id="s", seq=4, text="still here"))["type"] == "done"


def pour(plain: socket.socket, raw: bytes) -> None:
    """Send until the server reads no more or ends the connection."""
    with contextlib.suppress(OSError):
        plain.sendall(raw)


async def wait_for_metric(server: RunningServer, metric: str) -> None:
    async def is_shown() -> bool:
        return metric in await asyncio.to_thread(server.metrics)

    await eventually(is_shown)


async def test_client_that_never_reads_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "READS_WITHIN_S", 0.3)
    monkeypatch.setattr("chieu.online.server.app._CHECK_EVERY_S", 0.05)
    async with running() as server:
        lan, deaf = await server.guest(), await server.guest()
        table = await server.table(lan)
        with await asyncio.to_thread(raw_connection, server, table, deaf) as plain:
            hellos = masked(b'{"type":"hello"}') * 1_000  # each is answered with a view, and none is read
            asking = asyncio.create_task(asyncio.to_thread(pour, plain, hellos * 20))
            async with server.wire(table, lan) as wire:
                # Only thousands of views fill the buffers, which takes a while on a busy machine.
                await wait_for_metric(server, 'chieu_connections_cut_total{reason="not_reading"} 1')
                assert (await wire.ask(type="say", id="s", seq=4, text="still here"))["type"] == "done"
            await asking


@pytest.mark.usefixtures("both_transports")
async def test_client_that_never_says_hello_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "HELLO_WITHIN_S", 0.1)
    monkeypatch.setattr("chieu.online.server.app._CHECK_EVERY_S", 0.05)
    async with running() as server:
        lan = await server.guest()
        async with server.wire(await server.table(lan), lan, hello=False) as wire:
            assert (await wire.next())["code"] == "say_hello"
            assert await wire.closed() == (4408, "say_hello")
            await wait_for_metric(server, 'chieu_connections_cut_total{reason="say_hello"} 1')


@pytest.mark.usefixtures("both_transports")
@pytest.mark.parametrize("first", ["not a message", b"binary", '{"type":"rise","id":"c","seq":0}'])
async def test_other_messages_do_not_count_as_hello(monkeypatch: pytest.MonkeyPatch, first: str | bytes) -> None:
    monkeypatch.setattr("chieu.online.server.app._CHECK_EVERY_S", 0.05)
    async with running() as server:
        lan = await server.guest()
        async with server.wire(await server.table(lan), lan, hello=False) as wire:
            await wire.raw(first)
            monkeypatch.setattr(sockets, "HELLO_WITHIN_S", 0.0)
            assert await wire.closed() == (4408, "say_hello")


async def test_client_over_the_connection_limit_retries(monkeypatch: pytest.MonkeyPatch) -> None:
    """The client reconnects after close code 4429 and then gets its answer."""
    monkeypatch.setattr("chieu.online.client.seat._TOO_FAST_DELAY_S", 0.2)
    async with running(connections_per_guest=1) as server:
        lan = await server.guest()
        table = await server.table(lan)
        async with server.wire(table, lan) as other:
            seat = Seat(server.client, table, lan)
            entering = asyncio.create_task(seat.__aenter__())
            await wait_for_metric(server, 'chieu_connections_cut_total{reason="too_many"} 3')
            await other.socket.close()
            async with asyncio.timeout(60):
                await entering
                await seat.do(Join, name="Lan Anh")
            await seat.close()


async def test_unread_pongs_end_the_connection() -> None:
    async with running() as server:
        lan = await server.guest()
        table = await server.table(lan)

        def flood() -> int:
            with raw_connection(server, table, lan) as plain:
                plain.settimeout(5)
                count = 0
                try:
                    for _ in range(400):
                        plain.sendall(masked(b"x" * 125, 9) * 200)
                        count += 200
                except OSError:
                    return count
                return -1

        assert await asyncio.to_thread(flood) >= 0, "80,000 pings were accepted"
        async with server.wire(table, lan) as wire:
            assert (await wire.ask(type="say", id="s", seq=4, text="still here"))["type"] == "done"


async def test_endless_fragments_end_the_connection() -> None:
    async with running() as server:
        lan = await server.guest()
        table = await server.table(lan)

        def trickle() -> bytes:
            with raw_connection(server, table, lan) as plain:
                plain.sendall(masked(b"", 1, last=False))
                try:
                    plain.sendall(masked(b"", 0, last=False) * 5000)
                    return plain.recv(1)
                except OSError:
                    return b""

        assert await asyncio.to_thread(trickle) == b""


async def test_idle_tables_are_unloaded_and_reloaded() -> None:
    clock = VirtualClock(1_000)
    service = TableService(MemoryLog(), LocalBus(), LocalPresence(), clock, SeededEntropy(1), idle=60_000)
    order = OpenTable(game="xidach", name="Lan", seats=4)
    tables = [str(await service.open(order, f"guest {number}")) for number in range(5)]
    before = [json.loads(await service.view(table, None)) for table in tables]
    assert len(service) == 5
    clock.move_to(30_000)
    await service.view(tables[0], None)
    clock.move_to(62_000)
    assert service.forget_idle() == 4
    assert len(service) == 1
    after = [json.loads(await service.view(table, None)) for table in tables]
    assert [view["table"] for view in after] == [view["table"] for view in before]


@pytest.mark.parametrize(
    ("begun", "code"),
    [(masked(b"{", last=False), 1002), (b"\x81\x9a\0\0\0\0{", 1007)],
    ids=["inside a message", "inside a frame"],
)
async def test_whole_frame_inside_another_is_not_a_message(begun: bytes, code: int) -> None:
    """A text frame of 25 bytes arrives alone, but the message or frame before it has only begun."""
    async with running() as server:
        lan = await server.guest()
        table = await server.table(lan)

        def closed_with() -> int:
            with raw_connection(server, table, lan) as plain:
                plain.sendall(masked(b'{"type":"hello"}'))
                assert next_frame(plain, 1), "the view"
                plain.sendall(masked(b"", 9) + begun)
                assert next_frame(plain, 10) == b"", "the pong: the server has read everything so far"
                plain.sendall(masked(b'{"type":"hello"   }'))
                return int.from_bytes(next_frame(plain, 8)[:2], "big")

        assert await asyncio.to_thread(closed_with) == code


def next_frame(plain: socket.socket, opcode: int) -> bytes:
    """Return the payload of the next frame, which must have this opcode."""
    stream = plain.makefile("rb")
    head = stream.read(2)
    size = int.from_bytes(stream.read(2), "big") if head[1] == 126 else head[1]
    payload = stream.read(size)
    assert head[0] & 15 == opcode, payload
    return payload
