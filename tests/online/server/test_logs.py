"""What the log says, and at which level: the cause where the store fails, and nothing of ours where somebody else is
at fault."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import socket
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from chieu.online.server import logs
from chieu.online.service.ports import Unavailable
from chieu.online.storage.sqlite.log import SqliteLog
from tests.online.server.inside import ClosedLog, Inside, running
from tests.online.server.plain import masked, plain_connection
from tests.online.server.test_http import ask
from tests.online.storage.appending import append

pytestmark = pytest.mark.usefixtures("both_transports")


@contextmanager
def logged() -> Iterator[list[dict[str, Any]]]:
    """All lines of the log, when the block is over."""
    root, stream, lines = logging.getLogger(), io.StringIO(), list[dict[str, Any]]()
    before, levels = root.handlers, [(one, one.level) for one in map(logging.getLogger, ("", "chieu", "uvicorn"))]
    logs.set_up("info", stream)
    try:
        yield lines
    finally:
        root.handlers = before
        for one, level in levels:
            one.setLevel(level)
        lines += [json.loads(line) for line in stream.getvalue().splitlines()]


class Failing(ClosedLog):
    """A store whose disk fails."""

    fails = False

    async def read(self, table: str, after: int = 0, upto: int | None = None) -> Sequence[bytes]:
        if self.fails:
            raise Unavailable("SQLite: disk I/O error (SQLITE_IOERR_READ)")
        return await super().read(table, after, upto)

    async def check(self) -> None:
        if self.fails:
            await asyncio.sleep(60)


def test_the_cause_of_a_store_s_failure_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chieu.online.server.api.games._READY_WITHIN_S", 0.1)

    async def scenario() -> None:
        store = Failing()
        async with running(store) as house:
            store.fails = True
            shown = await asyncio.to_thread(ask, house, "/api/tables/any")
            assert shown.problem == (503, "unavailable")
            assert shown.headers["retry-after"]
            async with house.wire("any", hello=False) as wire:
                assert await wire.closed() == (1013, "unavailable")
            assert (await asyncio.to_thread(ask, house, "/readyz")).problem == (503, "unavailable")

    with logged() as lines:
        asyncio.run(scenario())
    failed = {line["event"]: line for line in lines if line["event"] != "stopped"}
    assert set(failed) == {"request_failed", "hello_failed", "not_ready"}
    assert {line["level"] for line in failed.values()} == {"warning"}
    causes = {event: line.get("cause", "") for event, line in failed.items()}
    assert "SQLITE_IOERR_READ" in causes["request_failed"]
    assert "SQLITE_IOERR_READ" in causes["hello_failed"]
    assert "does not answer" in causes["not_ready"]


def test_a_damaged_file_is_called_one(tmp_path: Path) -> None:
    async def story() -> None:
        log = SqliteLog(tmp_path / "tables.db")
        try:
            await append(log, "a", 0, [b"one"], None)
            log._reading.close()
            log._reading = sqlite3.connect(":memory:", check_same_thread=False)
            damaged = tmp_path / "damaged.db"
            damaged.write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)
            log._reading = sqlite3.connect(damaged, check_same_thread=False)
            with pytest.raises(Unavailable, match=r"SQLite: .+ \(SQLITE_[A-Z]+\)"):
                await log.read("a")
        finally:
            await log.close()

    asyncio.run(story())


def upgrade(house: Inside, table: str, more: str = "") -> bytes:
    with socket.create_connection(("127.0.0.1", house.port), 10) as one:
        one.sendall(
            f"GET /ws/{table} HTTP/1.1\r\nHost: 127.0.0.1:{house.port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n{more}"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        return one.recv(4096)


def said(house: Inside, raw: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", house.port), 10) as one:
        one.sendall(raw)
        return one.recv(4096)


def test_what_others_send_is_no_error_of_ours() -> None:
    async def scenario() -> None:
        async with running() as house:
            lan = await house.guest()
            table = await house.table(lan)
            refused = await asyncio.to_thread(upgrade, house, table, "Origin: https://evil.example\r\n")
            assert refused.startswith(b"HTTP/1.1 403 ")
            assert (await asyncio.to_thread(upgrade, house, "no/where")).startswith(b"HTTP/1.1 404 ")
            for raw in (
                b"nonsense\r\n\r\n",
                b"GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n",
            ):
                assert await asyncio.to_thread(said, house, raw)

            def broken() -> bytes:
                with plain_connection(house, table, lan) as plain:
                    plain.sendall(masked(b"\xff\xff"))
                    return plain.recv(4)

            assert await asyncio.to_thread(broken) == b"\x88\x02\x03\xef", "1007"

    with logged() as lines:
        asyncio.run(scenario())
    assert [line["event"] for line in lines if line["level"] in ("warning", "error")] == []
