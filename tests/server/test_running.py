"""Starting, stopping and watching the real process."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from chieu.adapters.sqlite import SqliteLog
from chieu.client import Seat, Unreachable
from chieu.core.cards import BadCard
from chieu.server import logs
from chieu.server.metrics import Counter, Durations, Gauge
from chieu.table.messages import Join, OpenTable
from tests.server.living import Process, serving


def test_the_library_does_not_load_the_server() -> None:
    code = (
        "import sys, chieu; chieu.all_games(); "
        "heavy = {'starlette', 'uvicorn', 'websockets', 'sqlite3', 'asyncio', 'chieu.server'}; "
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_a_polite_stop_loses_nothing(tmp_path: Path) -> None:
    """Stopped in the middle of many commands: what was acknowledged is there, and people are told to come back."""
    acknowledged: list[tuple[str, int]] = []

    async def scenario() -> str:
        house = Process(tmp_path / "tables.db")
        guests = [house.server.new_guest() for _ in range(4)]
        table = house.server.open(guests[0], OpenTable(game="xidach", name="Lan", seats=4))
        seats = [Seat(house.server, table, guest) for guest in guests]
        for seat in seats:
            await seat.__aenter__()

        async def rename(seat: Seat, who: int) -> None:
            for number in range(10_000):
                name = f"guest {who} {number}"
                acknowledged.append((name, (await seat.do(Join, name=name)).seq))

        busy = [asyncio.create_task(rename(seat, who)) for who, seat in enumerate(seats)]
        while len(acknowledged) < 40:
            await asyncio.sleep(0.01)
        await asyncio.to_thread(house.stop)
        for task in busy:
            task.cancel()
        await asyncio.gather(*busy, return_exceptions=True)
        for seat in seats:
            await seat.close()
        assert '"event":"stopped"' in house.log
        assert '"level":"error"' not in house.log
        return table

    table = asyncio.run(scenario())

    async def read() -> list[bytes]:
        log = SqliteLog(tmp_path / "tables.db")
        try:
            return list(await log.read(table))
        finally:
            await log.close()

    entries = asyncio.run(read())
    for name, seq in acknowledged:
        assert f'"name":"{name}"'.encode() in entries[seq - 1]


def test_a_port_that_is_taken_is_said_in_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        words = [sys.executable, "-m", "chieu.server", "--port", port, "--data", str(tmp_path / "tables.db")]
        done = subprocess.run(words, capture_output=True, text=True, timeout=30, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("chieu serve: something listens on port")
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "tables.db").exists()


def test_a_file_that_is_no_database_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "diary.txt").write_text("Dear diary, " * 100)
    words = [sys.executable, "-m", "chieu.server", "--port", "0", "--data", str(tmp_path / "diary.txt")]
    done = subprocess.run(words, capture_output=True, text=True, timeout=30, check=False)
    assert done.returncode == 2
    assert "diary.txt: this is no SQLite file" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_second_server_on_the_same_file_is_refused_in_one_line(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "chieu.server", "--port", "0", "--data", str(tmp_path / "tables.db")]
    first = Process(tmp_path / "tables.db")
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=30, check=False)
        assert done.returncode == 2
        assert done.stderr.startswith("chieu serve: another server is using")
        assert "--data" in done.stderr
        assert done.stderr.count("\n") == 1
        assert first.server.games()
    finally:
        first.kill()
    Process(tmp_path / "tables.db").stop()  # what a killed server held is free again


def test_a_server_that_listens_everywhere_prints_an_address_that_others_can_open(tmp_path: Path) -> None:
    house = Process(tmp_path / "tables.db", CHIEU_HOST="0.0.0.0")
    try:
        assert "0.0.0.0" not in house.url
        assert house.server.games()
    finally:
        house.stop()


def test_ctrl_c_stops_it(tmp_path: Path) -> None:
    house = Process(tmp_path / "tables.db")
    house.server.games()
    house._process.send_signal(signal.SIGINT)
    house._wait()
    assert '"event":"stopped"' in house.log


def test_logs_are_lines_of_json_without_what_errors_quote() -> None:
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
    finally:
        logging.getLogger().handlers = before
        logging.getLogger().setLevel(logging.WARNING)
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert [(line["level"], line["event"]) for line in lines] == [
        ("info", "opened"),
        ("error", "failed"),
        ("error", "other"),
        ("warning", "other"),
    ]
    assert lines[1]["error"] == "BadCard"
    assert "10S" not in stream.getvalue()


def test_numbers_are_written_as_prometheus_reads_them() -> None:
    counter = Counter("c_total", "Things.", "kind")
    counter.add("a")
    counter.add("b", 2)
    assert counter.lines() == [
        "# HELP c_total Things.",
        "# TYPE c_total counter",
        'c_total{kind="a"} 1',
        'c_total{kind="b"} 2',
    ]
    durations = Durations("d_seconds", "Time.")
    for seconds in (0.0005, 0.003, 99.0):
        durations.add(seconds)
    lines = durations.lines()
    assert lines[2:5] == [
        'd_seconds_bucket{le="0.001"} 1',
        'd_seconds_bucket{le="0.0025"} 1',
        'd_seconds_bucket{le="0.005"} 2',
    ]
    assert lines[-3:] == ['d_seconds_bucket{le="+Inf"} 3', "d_seconds_sum 99.003500", "d_seconds_count 3"]
    assert Gauge("g", "Now.", lambda: 3).lines()[-1] == "g 3"


def test_a_client_gives_up_on_a_server_that_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chieu.client.seat._TRY_AGAIN_S", (0.01, 0.01))

    async def scenario() -> None:
        with serving(tmp_path) as house:
            lan = house.server.new_guest()
            table = house.server.open(lan, OpenTable(game="xidach", name="Lan", seats=4))
            seat = Seat(house.server, table, lan)
            await seat.__aenter__()
            house.kill()
            with pytest.raises(Unreachable):
                await seat.do(Join, name="Hoa")
            await seat.close()

    asyncio.run(scenario())
