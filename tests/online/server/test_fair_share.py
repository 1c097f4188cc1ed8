"""PF-37: addresses share the server fairly, and a full server refuses at once.

The attacker is at 127.0.0.2, another address of this machine; everybody else is at 127.0.0.1.
"""

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
from chieu.online.server.workers.coach import Coach, hint
from chieu.online.service.fair_queue import RateLimitKey, Share
from tests.online.server.in_process import RunningServer, running, running_beside
from tests.online.server.jam import ATTACKER, GUEST, ask, connected, new_guest, open_table
from tests.online.server.raw_socket import masked, raw_connection
from tests.online.server.test_coach import question
from tests.online.server.test_limits import wait_for_metric
from tests.waiting import PATIENCE_S, wait_until

pytestmark = pytest.mark.anyio

ORDER = {"game": "xidach", "name": "Lan", "seats": 4}


@contextlib.contextmanager
def half_sent(server: RunningServer, count: int, start: bytes, source: str = ATTACKER) -> Iterator[list[socket.socket]]:
    """Open connections that send the start of a request and no more."""
    with contextlib.ExitStack() as stack:
        connections = []
        for _ in range(count):
            connection = socket.create_connection(("127.0.0.1", server.port), PATIENCE_S, (source, 0))
            stack.enter_context(connection)
            with contextlib.suppress(OSError):
                connection.sendall(start)
            connections.append(connection)
        yield connections


def answered(server: RunningServer, source: str = GUEST) -> tuple[int, Any]:
    return ask(server.url, "/api/guests", source, {})


def is_cut_off(connection: socket.socket) -> bool:
    """Tell whether the server ends a connection by itself."""
    connection.settimeout(60)
    try:
        while connection.recv(4096):
            pass
    except ConnectionError:
        return True
    except TimeoutError:
        return False
    return True


def first_words(server: RunningServer, source: str) -> bytes:
    """Send a request and return the start of the response; empty if the connection is cut."""
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE_S, (source, 0)) as connection:
        connection.sendall(b"GET /ws/x HTTP/1.1\r\nHost: x\r\n\r\n")
        with contextlib.suppress(ConnectionError):
            return connection.recv(4096)
    return b""


HALF = [b"", b"GET / HTTP/1.1\r\nHost: x\r\n", b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{"]


@pytest.mark.parametrize("start", HALF, ids=["nothing", "half a head", "half a body"])
def test_pf_37_half_sent_requests_are_cut_off(monkeypatch: pytest.MonkeyPatch, start: bytes) -> None:
    with running_beside() as server:
        with monkeypatch.context() as impatient:
            impatient.setattr(http_protocol, "REQUEST_WITHIN_S", 0.3)
            with half_sent(server, 5, start) as slow:
                for connection in slow:
                    assert is_cut_off(connection)
        assert answered(server)[0] == 201
        assert 'chieu_http_connections_cut_total{reason="half_sent"} 5' in server.metrics()


def test_pf_37_trickled_request_gets_no_extra_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_protocol, "REQUEST_WITHIN_S", 0.5)
    with running_beside() as server, half_sent(server, 1, b"GET / HTTP/1.1\r\n") as (slow,):
        slow.settimeout(0.1)
        until = time.monotonic() + PATIENCE_S
        with contextlib.suppress(ConnectionError):
            cut = False
            while not cut and time.monotonic() < until:
                slow.sendall(b"x: y\r\n")
                with contextlib.suppress(TimeoutError):
                    cut = slow.recv(4096) == b""
        assert time.monotonic() < until


def test_pf_37_slow_connections_of_one_address_block_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """The deadline for requests is off, so only the limits protect other addresses."""
    monkeypatch.setattr(http_protocol, "REQUEST_WITHIN_S", 3600.0)
    with running_beside(connections=100, connections_per_address=60) as server, half_sent(server, 150, b"GET /"):
        for _ in range(20):
            assert answered(server)[0] == 201


def test_pf_37_slow_connections_of_many_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each address has few connections; half-sent requests get only a share of the slots."""
    monkeypatch.setattr(http_protocol, "REQUEST_WITHIN_S", 3600.0)
    with running_beside(connections=60) as server, contextlib.ExitStack() as stack:
        for number in range(20):
            stack.enter_context(half_sent(server, http_protocol.FEW, b"GET /", f"127.0.1.{number + 1}"))
        wait_until(lambda: answered(server)[0] == 201)  # the slow connections may all arrive at once


def test_pf_37_connections_are_limited_in_total() -> None:
    limiter = ConnectionLimiter(20, 100, (), Metrics())
    rate_keys = [networks(f"203.0.113.{number}") for number in range(20)]
    assert [limiter.enter(rate_key) for rate_key in rate_keys] == [None] * 20, "no address has many"
    refusals = [limiter.enter(rate_key) for rate_key in (networks("203.0.113.99"), None)]
    assert [None if refusal is None else (refusal.status, refusal.code) for refusal in refusals] == [(503, "full")] * 2
    limiter.leave(rate_keys[0])
    assert limiter.enter(networks("203.0.113.99")) is None


async def test_pf_37_full_server_reserves_slots_for_newcomers() -> None:
    async with running(connections=20, connections_per_address=100) as server:
        token = await asyncio.to_thread(new_guest, server.url, ATTACKER)
        table = await asyncio.to_thread(lambda: open_table(server.url, ATTACKER, token, **ORDER))
        async with contextlib.AsyncExitStack() as stack:
            for _ in range(16):
                await stack.enter_async_context(connected(server.url, table, ATTACKER, token))
            head = await asyncio.to_thread(first_words, server, ATTACKER)
            assert head.startswith(b"HTTP/1.1 503 Service Unavailable\r\n")
            assert b"\r\nretry-after: 10\r\n" in head
            status, body = await asyncio.to_thread(answered, server, ATTACKER)
            assert (status, body["code"]) == (503, "full")
            for number in range(3):
                assert (await asyncio.to_thread(answered, server, f"127.0.0.{number + 3}"))[0] == 201
        await wait_for_metric(server, "chieu_http_connections 1.0\n")  # that of the metrics
        assert (await asyncio.to_thread(answered, server, ATTACKER))[0] == 201, "slots are freed"
        assert 'chieu_turned_away_total{code="full"} 2' in await asyncio.to_thread(server.metrics)


async def test_pf_37_tables_in_memory_are_limited() -> None:
    async with running(tables_in_memory=3) as server:
        lan = await server.guest()
        tables = [await server.table(lan) for _ in range(5)]  # nobody is connected: the oldest are unloaded
        async with server.wire(tables[-1], lan), server.wire(tables[-2], lan), server.wire(tables[-3], lan):
            status, refusal = await asyncio.to_thread(
                lambda: ask(server.url, "/api/tables", GUEST, ORDER, token=lan.token)
            )
            assert (status, refusal.get("code")) == (503, "full")
        await server.table(lan)


def test_pf_37_new_tables_per_minute_are_limited() -> None:
    with running_beside(tables_per_minute=4) as server:
        lan = new_guest(server.url, GUEST)
        answers = [ask(server.url, "/api/tables", GUEST, ORDER, token=lan) for _ in range(6)]
        assert [status for status, _ in answers] == [201] * 4 + [503] * 2
        assert answers[-1][1]["code"] == "full"


async def test_pf_37_entries_per_address_are_limited() -> None:
    """Toggling readiness between deals writes an entry each time, however slowly it is done."""
    async with running(entries_per_address=60) as server:
        lan = await server.guest()
        table = await server.table(lan)
        async with server.wire(table, lan) as wire:
            codes, seq = [], wire.first["seq"]
            for number in range(80):
                await wire.say(type="ready", id=f"r{number}", seq=seq, on=number % 2 == 0)
                while (answer := await wire.next()).get("id") != f"r{number}":
                    pass
                codes.append(answer.get("code", answer["type"]))
                seq = answer.get("seq", seq)
        assert codes[0] == "done"
        assert codes[-10:] == ["flood"] * 10
        assert len(await server.log.read(table)) <= 61


async def test_pf_37_pings_and_handshakes_are_rate_limited() -> None:
    async with running(requests_per_address=2) as server:
        lan = await server.guest()
        table = await server.table(lan)

        def ping() -> bytes:
            with raw_connection(server, table, lan) as plain:
                with contextlib.suppress(OSError):
                    plain.settimeout(60)
                    for _ in range(1_000):
                        plain.sendall(masked(b"x", 9))
                        if not plain.recv(65536):  # read the pong, so that none pile up
                            return b"closed"
                    return b"open"
                return b"closed"

        assert await asyncio.to_thread(ping) == b"closed"
        refusals = attempts = 0
        while refusals < 5 and attempts < 200:
            attempts += 1
            with socket.create_connection(("127.0.0.1", server.port), PATIENCE_S) as connection:
                connection.sendall(
                    f"GET /ws/{table} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
                )
                refusals += (await asyncio.to_thread(connection.recv, 4096)).startswith(b"HTTP/1.1 429")
        assert refusals == 5


async def test_pf_37_unread_response_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_protocol, "ANSWER_READ_WITHIN_S", 0.3)
    async with running() as server:
        with socket.socket() as plain:
            plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            plain.connect(("127.0.0.1", server.port))
            with contextlib.suppress(OSError):
                await asyncio.to_thread(
                    plain.sendall, b"GET /api/games HTTP/1.1\r\nHost: x\r\nAccept-Encoding: identity\r\n\r\n" * 400
                )
            await wait_for_metric(server, 'chieu_http_connections_cut_total{reason="not_reading"} 1')


def test_pf_37_ipv6_is_limited_by_network() -> None:
    rate = RateLimit(0, 8)

    def taken(*hosts: str) -> int:
        return sum(rate.take_all(networks(host), 0.0) for host in hosts)

    assert taken(*(f"2001:db8:1:1::{number:x}" for number in range(100))) == 8, "a /64 counts as one address"
    assert taken(*(f"2001:db8:1:{number:x}::1" for number in range(2, 100))) == 8, "a /56 counts as two"
    assert taken(*(f"2001:db8:1:{number << 8:x}::1" for number in range(1, 100))) == 16, "a /48 counts as four"
    assert taken("2001:db8:2::1", "203.0.113.7") == 2, "others are not affected"


async def test_pf_37_one_address_cannot_monopolize_the_coach() -> None:
    """While one address floods the coach, questions of other addresses are answered."""
    coach = Coach(6)
    attacker: RateLimitKey = (Share(ATTACKER),)
    others: list[RateLimitKey] = [(Share(f"127.0.1.{number}"),) for number in range(4)]
    try:
        await coach.ask(others[0], hint, question(), 1)
        flood = [asyncio.create_task(coach.ask(attacker, hint, question(), number)) for number in range(12)]
        await asyncio.sleep(0)
        questions = [asyncio.create_task(coach.ask(other, hint, question(), 7)) for other in others]
        results: list[Any] = await asyncio.gather(*questions, return_exceptions=True)
        assert not [answer for answer in results if isinstance(answer, HttpRefusal)]
        finished = sum(task.done() and not task.exception() for task in flood)
        assert finished <= 5, "the other addresses had their turns"
        flood_answers = await asyncio.gather(*flood, return_exceptions=True)
        assert {answer.code for answer in flood_answers if isinstance(answer, HttpRefusal)} == {"coach_busy"}
    finally:
        await coach.close()
