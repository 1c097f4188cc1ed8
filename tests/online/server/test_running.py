"""Start, stop and monitor the server process."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import signal
import socket
import sqlite3
import subprocess
import sys
import urllib.error
import urllib.request
from contextlib import closing
from pathlib import Path

import pytest

from chieu.core.cards import BadCard
from chieu.online.client.api import Server
from chieu.online.client.seat import Seat
from chieu.online.protocol.commands import Join, OpenTable
from chieu.online.server import logs
from chieu.online.storage.sqlite.log import SqliteLog
from tests.online.server.bad_network import BadNetwork
from tests.online.server.in_process import running
from tests.online.server.server_process import Process, serving
from tests.waiting import eventually

pytestmark = pytest.mark.anyio


def test_library_does_not_import_the_server() -> None:
    code = (
        "import sys, chieu; chieu.all_games(); "
        "heavy = {'starlette', 'uvicorn', 'websockets', 'sqlite3', 'asyncio', 'chieu.online.server'}; "
        "print(sorted(heavy & set(sys.modules)))"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout == "[]\n"


async def test_graceful_stop_loses_nothing(tmp_path: Path) -> None:
    """During a stop under load no acknowledged command is lost, and clients get a close code."""
    acknowledged: list[tuple[str, int]] = []
    under_load = asyncio.Event()
    server = Process(tmp_path / "tables.db")
    guests = [server.client.new_guest() for _ in range(4)]
    table = server.client.open(guests[0], OpenTable(game="xidach", name="Lan", seats=4))
    seats = [Seat(server.client, table, guest) for guest in guests]
    for seat in seats:
        await seat.__aenter__()

    async def rename(seat: Seat, who: int) -> None:
        for number in range(10_000):
            name = f"guest {who} {number}"
            acknowledged.append((name, (await seat.do(Join, name=name)).seq))
            if len(acknowledged) == 40:
                under_load.set()

    busy = [asyncio.create_task(rename(seat, who)) for who, seat in enumerate(seats)]
    async with asyncio.timeout(60):
        await under_load.wait()
    await asyncio.to_thread(server.stop)
    for task in busy:
        task.cancel()
    await asyncio.gather(*busy, return_exceptions=True)
    for seat in seats:
        await seat.close()
    assert '"event":"stopped"' in server.log
    assert '"level":"error"' not in server.log
    log = SqliteLog(tmp_path / "tables.db")
    try:
        entries = list(await log.read(table))
    finally:
        await log.close()
    for name, seq in acknowledged:
        assert f'"name":"{name}"'.encode() in entries[seq - 1]


def test_taken_port_is_reported_in_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = str(listener.getsockname()[1])
        words = [sys.executable, "-m", "chieu.cli", "serve", "--port", port, "--data", str(tmp_path / "tables.db")]
        result = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert result.returncode == 2
    assert result.stderr.startswith("chieu serve: something listens on port")
    assert result.stderr.count("\n") == 1
    assert not (tmp_path / "tables.db").exists()


def test_file_that_is_not_sqlite_is_reported_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "diary.txt").write_text("Dear diary, " * 100)
    words = [sys.executable, "-m", "chieu.cli", "serve", "--port", "0", "--data", str(tmp_path / "diary.txt")]
    result = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert result.returncode == 2
    assert "diary.txt: not an SQLite file" in result.stderr
    assert result.stderr.count("\n") == 1


def test_second_server_on_a_file_is_refused_in_one_line(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "chieu.cli", "serve", "--port", "0", "--data", str(tmp_path / "tables.db")]
    first = Process(tmp_path / "tables.db")
    try:
        result = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
        assert result.returncode == 2
        assert result.stderr.startswith("chieu serve: another server is using")
        assert "--data" in result.stderr
        assert result.stderr.count("\n") == 1
        assert first.client.games()
    finally:
        first.kill()
    Process(tmp_path / "tables.db").stop()  # the lock of a killed server is released


@pytest.mark.parametrize("link", ["symbolic", "hard", "hard, in another folder"])
def test_links_to_a_used_file_are_refused(tmp_path: Path, link: str) -> None:
    first = Process(tmp_path / "tables.db")
    try:
        other = tmp_path / ("elsewhere" if "folder" in link else "") / "other.db"
        other.parent.mkdir(exist_ok=True)
        if link == "symbolic":
            other.symlink_to(tmp_path / "tables.db")
        else:
            other.hardlink_to(tmp_path / "tables.db")
        words = [sys.executable, "-m", "chieu.cli", "serve", "--port", "0", "--data", str(other)]
        result = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
        assert result.returncode == 2
        assert result.stderr.startswith("chieu serve: another server is using")
        lan = first.client.new_guest()
        assert first.client.open(lan, OpenTable(game="xidach", name="Lan", seats=4)), "the first server can still write"
    finally:
        first.kill()


def test_file_that_replaces_a_used_one_can_be_served(tmp_path: Path) -> None:
    """A restore replaces the file this way."""
    first = Process(tmp_path / "tables.db")
    try:
        for name in ("tables.db", "tables.db-wal", "tables.db-shm"):
            (tmp_path / name).rename(tmp_path / f"before-{name}")
        Process(tmp_path / "tables.db").stop()
    finally:
        first.kill()


def test_locked_store_is_reported_in_one_line(tmp_path: Path) -> None:
    """Another program holds an exclusive lock; a full disk is reported the same way."""
    (tmp_path / "tables.db").touch()
    code = (
        "import sqlite3, sys; from chieu.online.storage import sqlite; from chieu.cli.entry import main; "
        "sqlite._OTHERS_MAY_HOLD_IT_S = 0.1; sys.exit(main(['serve', *sys.argv[1:]]))"
    )
    with closing(sqlite3.connect(tmp_path / "tables.db", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        words = [sys.executable, "-c", code, "--port", "0", "--data", str(tmp_path / "tables.db")]
        result = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert (result.returncode, result.stderr) == (
        2,
        f"chieu serve: {tmp_path / 'tables.db'}: SQLite: database is locked (SQLITE_BUSY)\n",
    )


async def test_full_disk_is_not_ready_and_is_logged(tmp_path: Path) -> None:
    stream = io.StringIO()
    before = logging.getLogger().handlers
    try:
        logs.set_up("info", stream)
        log = SqliteLog(tmp_path / "tables.db")
        async with running(log=log) as server:
            lan = await server.guest()
            table = await server.table(lan)
            assert await asyncio.to_thread(status, server.url + "/readyz") == 200
            for connection in (log._writing, log._reading.sqlite):
                connection.execute("PRAGMA max_page_count = 1")  # SQLite never sets it below the current size
            async with server.wire(table, lan) as wire:
                answer = {"type": "done", "seq": wire.first["seq"]}
                for number in range(5_000):  # until the free pages in the file are used up
                    answer = await wire.ask(type="join", id=f"j{number}", seq=answer["seq"], name=f"Lan {number}")
                    if answer["type"] != "done":
                        break
                assert answer.get("code") == "unavailable"
            assert await asyncio.to_thread(status, server.url + "/readyz") == 503
            assert await asyncio.to_thread(status, server.url + "/healthz") == 200, "a restart would not help"
            for connection in (log._writing, log._reading.sqlite):
                connection.execute("PRAGMA max_page_count = 1000000")
            assert await asyncio.to_thread(status, server.url + "/readyz") == 200
    finally:
        logging.getLogger().handlers = before
        logging.getLogger().setLevel(logging.WARNING)
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    causes = {(line["event"], line["error"], line["cause"]) for line in lines if "cause" in line}
    full = ("Unavailable", "SQLite: database or disk is full (SQLITE_FULL)")
    assert causes == {("command_failed", *full)}
    assert next(line["not_ready"] for line in lines if line["event"] == "outage_over") == 1


def status(url: str) -> int:
    try:
        with urllib.request.urlopen(url, timeout=60) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        with error:
            return error.code


def test_wildcard_address_is_printed_as_a_usable_url(tmp_path: Path) -> None:
    server = Process(tmp_path / "tables.db", CHIEU_HOST="0.0.0.0")
    try:
        assert "0.0.0.0" not in server.url
        assert server.client.games()
    finally:
        server.stop()


def test_ctrl_c_stops_the_server(tmp_path: Path) -> None:
    server = Process(tmp_path / "tables.db")
    server.client.games()
    server._process.send_signal(signal.SIGINT)
    server._wait()
    assert '"event":"stopped"' in server.log


def test_logs_are_json_lines_without_error_messages() -> None:
    stream = io.StringIO()
    before = logging.getLogger().handlers
    try:
        logs.set_up("info", stream)
        logs.say("opened", table="abc")
        logs.say("too much detail", level=logging.DEBUG)
        try:
            raise BadCard("10S", "is held by somebody else")
        except BadCard as error:
            logs.say("failed", level=logging.ERROR, error=error)
        logging.getLogger("asyncio").error("Task failed\nfuture: <Task exception=BadCard('10S')>")
        logging.getLogger("uvicorn.error").warning("%s sent nonsense", "10S")
        logging.getLogger("websockets").warning("%s is odd", "10S")
    finally:
        logging.getLogger().handlers = before
        logging.getLogger().setLevel(logging.WARNING)
        logging.getLogger("uvicorn").setLevel(logging.NOTSET)
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert [(line["level"], line["event"]) for line in lines] == [
        ("info", "opened"),
        ("error", "failed"),
        ("error", "other"),
        ("warning", "other"),
    ]
    assert lines[1]["error"] == "BadCard"
    assert "10S" not in stream.getvalue()


async def test_client_waits_for_a_server_that_is_away(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        lan = server.client.new_guest()
        table = server.client.open(lan, OpenTable(game="xidach", name="Lan", seats=4))
        async with Seat(server.client, table, lan) as seat:
            server.kill()
            answer = asyncio.create_task(seat.do(Join, name="Hoa"))
            async with asyncio.timeout(60):
                async for picture, _ in seat.changes():
                    if seat.away:
                        assert picture.table.seats[0].name == "Lan", "the last view stays"
                        break
            again = await asyncio.to_thread(Process, tmp_path / "tables.db", server.port)
            try:
                await answer
                assert not seat.away
            finally:
                again.stop()


async def test_client_leaves_a_server_that_is_frozen(monkeypatch: pytest.MonkeyPatch) -> None:
    """It only waits, and its connection is silent but open."""
    monkeypatch.setattr("chieu.online.server.socket.HEARTBEAT_S", 0.1)
    monkeypatch.setattr("chieu.online.client.seat._SILENT_S", 1.0)
    async with running() as server:
        lan = await server.guest()
        table = await server.table(lan)
        network = BadNetwork(server.port)
        await network.start()
        async with Seat(Server(f"http://127.0.0.1:{network.port}"), table, lan) as seat:
            network.halve()
            await eventually(lambda: network.faults > 1)  # a new connection is silent too
            network.heal()
            await seat.do(Join, name="Hoa")
        await network.close()
