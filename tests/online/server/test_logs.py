"""Log levels and contents: the cause when the store fails, no errors for faults of clients."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import re
import socket
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from chieu.online.server import logs
from chieu.online.service.ports import Appended, LogBatch, Unavailable
from chieu.online.storage.sqlite.log import SqliteLog
from tests.online.server.in_process import ClosedLog, RunningServer, running
from tests.online.server.raw_socket import masked, raw_connection
from tests.online.server.test_http import ask
from tests.online.storage.appending import append
from tests.waiting import PATIENCE_S, eventually

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("both_transports")]


@contextmanager
def logged() -> Iterator[list[dict[str, Any]]]:
    """Collect the log lines of the block."""
    root, stream, lines = logging.getLogger(), io.StringIO(), list[dict[str, Any]]()
    before = root.handlers
    levels = [(logger, logger.level) for logger in map(logging.getLogger, ("", "chieu", "uvicorn"))]
    logs.set_up("info", stream)
    try:
        yield lines
    finally:
        root.handlers = before
        for logger, level in levels:
            logger.setLevel(level)
        lines += [json.loads(line) for line in stream.getvalue().splitlines()]


class Failing(ClosedLog):
    """A store whose disk fails on demand."""

    fails = False
    refuses = False

    def append(self, batch: LogBatch, settled: Appended) -> None:
        if self.refuses:
            asyncio.get_running_loop().call_soon(settled, Unavailable("SQLite: database or disk is full (SQLITE_FULL)"))
        else:
            super().append(batch, settled)

    async def read(self, table: str, after: int = 0, upto: int | None = None) -> Sequence[bytes]:
        if self.fails:
            raise Unavailable("SQLite: disk I/O error (SQLITE_IOERR_READ)")
        return await super().read(table, after, upto)

    async def check(self) -> None:
        if self.fails:
            await asyncio.Event().wait()


async def test_cause_of_a_store_failure_is_logged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chieu.online.server.api.games._READY_WITHIN_S", 0.1)
    with logged() as lines:
        store = Failing()
        async with running(store) as server:
            store.fails = True
            response = await asyncio.to_thread(ask, server, "/api/tables/any")
            assert response.problem == (503, "unavailable")
            assert response.headers["retry-after"]
            async with server.wire("any", hello=False) as wire:
                assert await wire.closed() == (1013, "unavailable")
            assert (await asyncio.to_thread(ask, server, "/readyz")).problem == (503, "unavailable")
    first, over = (line for line in lines if line["event"] != "stopped")
    assert (first["event"], first["level"]) == ("request_failed", "warning")
    assert "SQLITE_IOERR_READ" in first["cause"]
    assert over["event"] == "outage_over"
    assert [over[event] for event in ("request_failed", "hello_failed", "not_ready", "failures")] == [1, 1, 1, 3]


async def test_store_that_does_not_answer_is_logged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chieu.online.server.api.games._READY_WITHIN_S", 0.1)
    with logged() as lines:
        store = Failing()
        async with running(store) as server:
            store.fails = True
            assert (await asyncio.to_thread(ask, server, "/readyz")).problem == (503, "unavailable")
    assert "does not answer" in next(line["cause"] for line in lines if line["event"] == "not_ready")


async def test_outage_is_one_line_with_a_count_at_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chieu.online.server.app._CHECK_EVERY_S", 0.05)
    monkeypatch.setattr(logs, "QUIET_S", 0.2)
    with logged() as lines:
        store = Failing()
        async with running(store) as server:
            lan = await server.guest()
            table = await server.table(lan)
            async with server.wire(table, lan) as wire:
                for refused, seat in ((40, 2), (5, 3)):
                    store.refuses = True
                    for number in range(refused):
                        answer = await wire.ask(type="sit", id=f"{seat} {number}", seq=wire.first["seq"], seat=seat)
                        assert answer["code"] == "unavailable"
                    store.refuses = False
                    await eventually(lambda: not logs.OUTAGE.going_on)
    summaries = [line for line in lines if line["event"] != "stopped"]
    assert [line["event"] for line in summaries] == ["command_failed", "outage_over"] * 2
    assert [line["command_failed"] for line in summaries[1::2]] == [40, 5]
    assert "SQLITE_FULL" in summaries[0]["cause"]


def test_long_outage_is_counted_every_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "_SUMMARY_EVERY_S", 0.0)
    with logged() as lines:
        for _ in range(3):
            logs.say("command_failed", level=logging.WARNING, error=Unavailable("no disk"))
        logs.OUTAGE.summarize()
        logs.say("hello_failed", level=logging.WARNING, error=Unavailable("no disk"))
        logs.OUTAGE.summarize(at_end=True)
        logs.OUTAGE.summarize(at_end=True)
    assert [line["event"] for line in lines] == ["command_failed", "outage", "outage_over"]
    assert [line["failures"] for line in lines[1:]] == [3, 4]


async def test_damaged_file_is_logged_as_such(tmp_path: Path) -> None:
    log = SqliteLog(tmp_path / "tables.db")
    try:
        await append(log, "a", 0, [b"one"], None)
        log._reading.sqlite.close()
        damaged = tmp_path / "damaged.db"
        damaged.write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)
        log._reading.sqlite = sqlite3.connect(damaged, check_same_thread=False)
        with pytest.raises(Unavailable, match=r"SQLite: .+ \(SQLITE_[A-Z]+\)"):
            await log.read("a")
    finally:
        await log.close()


def upgrade(server: RunningServer, table: str, more: str = "") -> bytes:
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE_S) as connection:
        connection.sendall(
            f"GET /ws/{table} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n{more}"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        return connection.recv(4096)


def response_to(server: RunningServer, raw: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE_S) as connection:
        connection.sendall(raw)
        return connection.recv(4096)


async def test_errors_of_clients_are_not_logged_as_ours() -> None:
    with logged() as lines:
        async with running() as server:
            lan = await server.guest()
            table = await server.table(lan)
            response = await asyncio.to_thread(upgrade, server, table, "Origin: https://evil.example\r\n")
            assert response.startswith(b"HTTP/1.1 403 ")
            assert (await asyncio.to_thread(upgrade, server, "no/where")).startswith(b"HTTP/1.1 404 ")
            for raw in (
                b"nonsense\r\n\r\n",
                b"GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n",
            ):
                assert await asyncio.to_thread(response_to, server, raw)

            def broken() -> bytes:
                with raw_connection(server, table, lan) as plain:
                    plain.sendall(masked(b"\xff\xff"))
                    return plain.recv(4)

            assert await asyncio.to_thread(broken) == b"\x88\x02\x03\xef", "1007"
    assert [line["event"] for line in lines if line["level"] in ("warning", "error")] == []


@pytest.mark.parametrize("given", ["7f3a-01", "a" * 64])
async def test_request_id_of_the_proxy_is_returned_and_logged(given: str) -> None:
    with logged() as lines:
        store = Failing()
        async with running(store) as server:
            lan = await server.guest()
            table = await server.table(lan)
            headers: dict[str, Any] = {"x-request-id": given}
            async with server.wire(table, lan, **headers) as wire:
                assert wire.socket.response is not None
                assert wire.socket.response.headers["x-request-id"] == given
                store.refuses = True
                assert (await wire.ask(type="sit", id="a", seq=wire.first["seq"], seat=2))["code"] == "unavailable"
            response = await asyncio.to_thread(ask, server, "/api/tables/any", x_request_id=f"{given[1:]}x")
            assert response.headers["x-request-id"] == f"{given[1:]}x"
    requests = {line["event"]: line.get("request") for line in lines}
    assert requests["command_failed"] == given


@pytest.mark.parametrize("given", [None, "", "a" * 65, 'x" y', "ca\u0301"])
async def test_bad_request_id_is_replaced(given: str | None) -> None:
    async with running() as server:
        headers: dict[str, Any] = {} if given is None else {"x_request_id": given.encode().decode("latin-1")}
        responses = [await asyncio.to_thread(ask, server, "/healthz", **headers) for _ in range(2)]
        refused = await asyncio.to_thread(upgrade, server, "no/where")
    first, second = (response.headers["x-request-id"] for response in responses)
    assert re.fullmatch("[0-9a-f]{16}", first)
    assert first != second
    assert b"\r\nx-request-id: " in refused
