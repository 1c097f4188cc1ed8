"""PF-37: cost is shared fairly by address, and a full house says so at once. The attacker is another address of this
machine, 127.0.0.2, and everybody else is at 127.0.0.1."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import time
from collections.abc import Iterator
from typing import Any

import pytest

from chieu.online.server import http_protocol
from chieu.online.server.api.refusals import HttpRefusal
from chieu.online.server.http_protocol import ConnectionLimiter
from chieu.online.server.limits import RateLimit, networks
from chieu.online.server.metrics import Metrics
from chieu.online.server.workers.coach import Coach
from chieu.online.service.fair_queue import RateLimitKey, Share
from tests.online.server.inside import Inside, running, running_beside
from tests.online.server.jam import ATTACKER, GUEST, ask, connected, new_guest, open_table
from tests.online.server.plain import masked, plain_connection
from tests.online.server.test_coach import question
from tests.online.server.test_limits import is_gone

ORDER = {"game": "xidach", "name": "Lan", "seats": 4}


@contextlib.contextmanager
def half_sent(house: Inside, count: int, said: bytes, source: str = ATTACKER) -> Iterator[list[socket.socket]]:
    """Requests that begin and do not end."""
    with contextlib.ExitStack() as stack:
        opened = []
        for _ in range(count):
            one = socket.create_connection(("127.0.0.1", house.port), 10, (source, 0))
            stack.enter_context(one)
            with contextlib.suppress(OSError):
                one.sendall(said)
            opened.append(one)
        yield opened


def answered(house: Inside, source: str = GUEST) -> tuple[int, Any]:
    return ask(house.url, "/api/guests", source, {})


def is_cut_off(one: socket.socket) -> bool:
    """Whether the house ends a connection by itself."""
    one.settimeout(5)
    try:
        while one.recv(4096):
            pass
    except ConnectionError:
        return True
    except TimeoutError:
        return False
    return True


def first_words(house: Inside, source: str) -> bytes:
    """What the house says to somebody who has just asked for something; nothing, if it ends the connection."""
    with socket.create_connection(("127.0.0.1", house.port), 10, (source, 0)) as one:
        one.sendall(b"GET /ws/x HTTP/1.1\r\nHost: x\r\n\r\n")
        with contextlib.suppress(ConnectionError):
            return one.recv(4096)
    return b""


HALF = [b"", b"GET / HTTP/1.1\r\nHost: x\r\n", b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{"]


@pytest.mark.parametrize("said", HALF, ids=["nothing", "half a head", "half a body"])
def test_pf_37_half_sent_requests_are_cut_off(monkeypatch: pytest.MonkeyPatch, said: bytes) -> None:
    monkeypatch.setattr(http_protocol, "REQUEST_WITHIN_S", 0.3)
    with running_beside() as house, half_sent(house, 5, said) as slow:
        for one in slow:
            assert is_cut_off(one)
        assert answered(house)[0] == 201
        assert 'chieu_http_connections_cut_total{why="half_sent"} 5' in house.metrics()


def test_pf_37_a_request_that_comes_in_drops_does_not_buy_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_protocol, "REQUEST_WITHIN_S", 0.5)
    with running_beside() as house, half_sent(house, 1, b"GET / HTTP/1.1\r\n") as (slow,):
        until = time.monotonic() + 5
        with contextlib.suppress(OSError):
            while time.monotonic() < until:
                slow.sendall(b"x: y\r\n")
                time.sleep(0.1)
        assert time.monotonic() < until


def test_pf_37_slow_connections_of_one_address_keep_nobody_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """1,040 of them did, once. Nobody waits for them to be cut off: here they never are for being slow."""
    monkeypatch.setattr(http_protocol, "REQUEST_WITHIN_S", 3600.0)
    with running_beside(connections=100, connections_per_address=60) as house, half_sent(house, 150, b"GET /"):
        for _ in range(20):
            assert answered(house)[0] == 201


def test_pf_37_slow_connections_of_many_addresses_keep_nobody_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many as there are places, and each address has few: those that have yet to send something have a share."""
    monkeypatch.setattr(http_protocol, "REQUEST_WITHIN_S", 3600.0)
    with running_beside(connections=60) as house, contextlib.ExitStack() as stack:
        for number in range(20):
            stack.enter_context(half_sent(house, http_protocol.FEW, b"GET /", f"127.0.1.{number + 1}"))
        until = time.monotonic() + 10
        while (status := answered(house)[0]) != 201 and time.monotonic() < until:
            time.sleep(0.1)  # they may all have come in the same moment
        assert status == 201


def test_pf_37_there_are_so_many_places_and_no_more() -> None:
    limiter = ConnectionLimiter(20, 100, (), Metrics())
    rate_keys = [networks(f"203.0.113.{number}") for number in range(20)]
    assert [limiter.enter(rate_key) for rate_key in rate_keys] == [None] * 20, "of whom none has many"
    refused = [limiter.enter(rate_key) for rate_key in (networks("203.0.113.99"), None)]
    assert [None if one is None else (one.status, one.code) for one in refused] == [(503, "full")] * 2
    limiter.leave(rate_keys[0])
    assert limiter.enter(networks("203.0.113.99")) is None


def test_pf_37_a_full_house_says_so_at_once_and_keeps_places_for_newcomers() -> None:
    async def scenario() -> None:
        async with running(connections=20, connections_per_address=100) as house:
            token = await asyncio.to_thread(new_guest, house.url, ATTACKER)
            table = await asyncio.to_thread(lambda: open_table(house.url, ATTACKER, token, **ORDER))
            async with contextlib.AsyncExitStack() as stack:
                for _ in range(16):
                    await stack.enter_async_context(connected(house.url, table, ATTACKER, token))
                head = await asyncio.to_thread(first_words, house, ATTACKER)
                assert head.startswith(b"HTTP/1.1 503 Service Unavailable\r\n")
                assert b"\r\nretry-after: 10\r\n" in head
                status, refused = await asyncio.to_thread(answered, house, ATTACKER)
                assert (status, refused["code"]) == (503, "full")
                for number in range(3):
                    assert (await asyncio.to_thread(answered, house, f"127.0.0.{number + 3}"))[0] == 201
            await asyncio.sleep(0.2)
            assert (await asyncio.to_thread(answered, house, ATTACKER))[0] == 201, "places are given back"
            assert 'chieu_turned_away_total{code="full"} 2' in await asyncio.to_thread(house.metrics)

    asyncio.run(scenario())


def test_pf_37_a_house_with_too_many_tables_opens_no_more() -> None:
    async def scenario() -> None:
        async with running(tables_in_memory=3) as house:
            lan = await house.guest()
            tables = [await house.table(lan) for _ in range(5)]  # nobody is there: the oldest leave memory
            async with house.wire(tables[-1], lan), house.wire(tables[-2], lan), house.wire(tables[-3], lan):
                status, told = await asyncio.to_thread(
                    lambda: ask(house.url, "/api/tables", GUEST, ORDER, token=lan.token)
                )
                assert (status, told.get("code")) == (503, "full")
            await house.table(lan)

    asyncio.run(scenario())


def test_pf_37_everybody_together_opens_so_many_a_minute() -> None:
    with running_beside(tables_per_minute=4) as house:
        lan = new_guest(house.url, GUEST)
        answers = [ask(house.url, "/api/tables", GUEST, ORDER, token=lan) for _ in range(6)]
        assert [status for status, _ in answers] == [201] * 4 + [503] * 2
        assert answers[-1][1]["code"] == "full"


def test_pf_37_what_is_written_for_an_address_is_limited_however_slowly_it_comes() -> None:
    """Between deals nothing kept a guest from saying ready and not ready for days."""

    async def scenario() -> None:
        async with running(entries_per_address=60) as house:
            lan = await house.guest()
            table = await house.table(lan)
            async with house.wire(table, lan) as wire:
                codes, seq = [], wire.first["seq"]
                for number in range(80):
                    await wire.say(type="ready", id=f"r{number}", seq=seq, on=number % 2 == 0)
                    while (answer := await wire.next()).get("id") != f"r{number}":
                        pass
                    codes.append(answer.get("code", answer["type"]))
                    seq = answer.get("seq", seq)
            assert codes[0] == "done"
            assert codes[-10:] == ["flood"] * 10
            assert len(await house.log.read(table)) <= 61

    asyncio.run(scenario())


def test_pf_37_pings_are_counted_and_handshakes_are_requests() -> None:
    async def scenario() -> None:
        async with running(requests_per_address=2) as house:
            lan = await house.guest()
            table = await house.table(lan)

            def ping() -> bytes:
                with plain_connection(house, table, lan) as plain:
                    with contextlib.suppress(OSError):
                        for _ in range(50):
                            plain.sendall(masked(b"x", 9) * 20)
                            plain.setblocking(False)
                            with contextlib.suppress(BlockingIOError):
                                while plain.recv(65536):  # what is answered is read: nothing piles up
                                    pass
                                return b"closed"
                            plain.settimeout(5)
                            time.sleep(0.01)
                        return b"open"
                    return b"closed"

            assert await asyncio.to_thread(ping) == b"closed"
            refused = tried = 0
            while refused < 5 and tried < 200:
                tried += 1
                with socket.create_connection(("127.0.0.1", house.port), 10) as one:
                    one.sendall(
                        f"GET /ws/{table} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
                    )
                    refused += (await asyncio.to_thread(one.recv, 4096)).startswith(b"HTTP/1.1 429")
            assert refused == 5

    asyncio.run(scenario())


def test_pf_37_an_answer_that_nobody_reads_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_protocol, "ANSWER_READ_WITHIN_S", 0.3)

    async def scenario() -> None:
        async with running() as house:
            with socket.socket() as plain:
                plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                plain.connect(("127.0.0.1", house.port))
                with contextlib.suppress(OSError):
                    await asyncio.to_thread(
                        plain.sendall, b"GET /api/games HTTP/1.1\r\nHost: x\r\nAccept-Encoding: identity\r\n\r\n" * 400
                    )
                await is_gone(house, 'chieu_http_connections_cut_total{why="not_reading"} 1')

    asyncio.run(scenario())


def test_pf_37_ipv6_is_counted_by_its_networks() -> None:
    rate = RateLimit(0, 8)

    def taken(*hosts: str) -> int:
        return sum(rate.take_all(networks(host), 0.0) for host in hosts)

    assert taken(*(f"2001:db8:1:1::{number:x}" for number in range(100))) == 8, "one /64 is one address"
    assert taken(*(f"2001:db8:1:{number:x}::1" for number in range(2, 100))) == 8, "a /56 is two"
    assert taken(*(f"2001:db8:1:{number << 8:x}::1" for number in range(1, 100))) == 16, "a /48 is four"
    assert taken("2001:db8:2::1", "203.0.113.7") == 2, "and others are not concerned"


def test_pf_37_one_address_cannot_take_the_coach_from_everybody() -> None:
    """Five tokens of one address asked as fast as they could, and 21 of 28 others were refused."""

    async def scenario() -> None:
        one = Coach(6)
        attacker: RateLimitKey = (Share(ATTACKER),)
        others: list[RateLimitKey] = [(Share(f"127.0.1.{number}"),) for number in range(4)]
        try:
            await one.hint(others[0], question(), 1)
            flood = [asyncio.create_task(one.hint(attacker, question(), number)) for number in range(12)]
            await asyncio.sleep(0)
            asked = [asyncio.create_task(one.hint(other, question(), 7)) for other in others]
            done: list[Any] = await asyncio.gather(*asked, return_exceptions=True)
            assert not [answer for answer in done if isinstance(answer, HttpRefusal)]
            finished = sum(task.done() and not task.exception() for task in flood)
            assert finished <= 5, "those others came first, in turns"
            told = await asyncio.gather(*flood, return_exceptions=True)
            assert {answer.code for answer in told if isinstance(answer, HttpRefusal)} == {"coach_busy"}
        finally:
            await one.close()

    asyncio.run(scenario())
