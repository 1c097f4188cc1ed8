"""PF-38 over HTTP: removed logs, erasure, and `chieu tables`."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import urllib.request
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

import pytest
from websockets.asyncio.client import connect

from chieu.core.game import Refusal
from chieu.fairness.verify import verify
from chieu.games import all_games
from chieu.online.client.api import Identity
from chieu.online.client.seat import Seat
from chieu.online.protocol.commands import Forget, Join, OpenTable, RenewLink, Say
from tests.online.server.server_process import Player, Process, seated
from tests.postgres import database
from tests.waiting import PATIENCE_S, eventually

pytestmark = pytest.mark.anyio

CHIEU = [sys.executable, "-m", "chieu.cli"]


def chieu(*words: str, home: Path) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": os.environ["PATH"], "HOME": str(home), "XDG_DATA_HOME": str(home), "PYTHONUTF8": "1"}
    if "PYTHONPATH" in os.environ:
        environment["PYTHONPATH"] = os.environ["PYTHONPATH"]
    return subprocess.run(
        [*CHIEU, *words], capture_output=True, text=True, timeout=60, env=environment, check=False, cwd=home
    )


@pytest.fixture(params=["sqlite", "postgres"])
def data(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return str(tmp_path / "tables.db") if request.param == "sqlite" else database(str(tmp_path))


def started(data: str, folder: Path) -> Process:
    return Process(data, 0, folder)


async def played(server: Process, deals: int = 2) -> tuple[str, Identity]:
    """Play a deal of Lan against a bot; return the table and Lan."""
    lan = server.client.new_guest()
    order = OpenTable(game="xidach", name="Thuỳ Linh", seats=2, bots=("random",), pace=0)
    (seat,) = await seated(server.client, order, [lan])
    await Player(seat, "random", 1).play(deals)
    await seat.do(Say, text="my own words")
    await seat.close()
    return seat.table, lan


def send(server: Process, path: str, method: str = "GET", who: Identity | None = None) -> tuple[int, Any]:
    headers = {} if who is None else {"authorization": f"Bearer {who.token}"}
    request = urllib.request.Request(server.url + path, method=method, headers=headers)
    try:
        with urllib.request.urlopen(request) as answer:
            text = answer.read().decode()
            return answer.status, json.loads(text) if text.startswith("{") else text
    except HTTPError as error:
        return error.code, json.loads(error.read())


async def _closed(server: Process, table: str) -> tuple[int, str]:
    async with connect(f"{server.url.replace('http', 'ws', 1)}/ws/{table}") as socket:
        await socket.wait_closed()
        return socket.close_code or 0, socket.close_reason or ""


async def test_pf_38_chieu_tables_lists_exports_and_removes(data: str, tmp_path: Path) -> None:
    server = started(data, tmp_path)
    try:
        table, lan = await played(server)
        result = chieu("tables", "--data", data, "--lang", "en", home=tmp_path)
        assert (result.returncode, result.stderr) == (0, "")
        (line,) = [line for line in result.stdout.splitlines() if line.startswith(table)]
        assert line.split()[1:3] == ["xidach", "2"]
        assert "Thuỳ Linh" in line
        assert "0 days ago" in line
        assert "1 tables" in result.stdout
        assert table not in chieu("tables", "list", "--older", "1", "--data", data, home=tmp_path).stdout
        exported = chieu("tables", "export", table, "--to", str(tmp_path / "out"), "--data", data, home=tmp_path)
        assert (exported.returncode, exported.stderr) == (0, "")
        file = tmp_path / "out" / f"{table}.txt"
        assert oct(file.stat().st_mode & 0o777) == "0o600"
        verified = chieu("verify", str(file), home=tmp_path)
        assert (verified.returncode, verified.stderr) == (0, "")
        assert file.read_text().count("chieu-record 1") == 2
        none = chieu("tables", "export", "nosuch", "--data", data, "--lang", "en", home=tmp_path)
        assert (none.returncode, "no such table" in none.stderr) == (2, True)
        if "postgres" not in data:  # the running server holds the file
            result = chieu("tables", "remove", table, "--data", data, home=tmp_path)
            assert (result.returncode, "another server is using" in result.stderr) == (2, True)
            server.stop()
        removed = chieu("tables", "remove", table, "nosuch", "--data", data, "--lang", "en", home=tmp_path)
        assert (removed.returncode, "its book stays" in removed.stdout) == (2, True)
        assert "nosuch: there is no such table" in removed.stderr
        if "postgres" not in data:
            server = started(data, tmp_path)
        assert table not in chieu("tables", "--data", data, home=tmp_path).stdout
        assert send(server, f"/api/tables/{table}")[0] == 410
        assert send(server, f"/api/tables/{table}/deals/1/record") == (410, {"code": "table_retired", "rule": "PF-38"})
        assert send(server, "/api/tables/nosuch/book") == (404, {"code": "no_book", "rule": "PF-38"})
        assert await _closed(server, table) == (4410, "table_retired")
        status, book = send(server, f"/api/tables/{table}/book")
        assert status == 200
        assert [deal["names"][0] for deal in book["deals"]] == ["Thuỳ Linh"] * 2
        assert sum(line["chips"] for line in book["ledger"]) == 0
        assert send(server, f"/api/tables/{table}/book/name", "DELETE")[0] == 401
        assert send(server, f"/api/tables/{table}/book/name", "DELETE", server.client.new_guest())[0] == 404
        assert send(server, f"/api/tables/{table}/book/name", "DELETE", lan)[0] == 200
        assert "Thuỳ Linh" not in json.dumps(send(server, f"/api/tables/{table}/book"), ensure_ascii=False)
    finally:
        server.stop()
    assert '"level":"error"' not in server.log


async def test_pf_38_guest_erases_name_and_chat(data: str, tmp_path: Path) -> None:
    server = started(data, tmp_path)
    try:
        table, lan = await played(server)
        assert "Thuỳ Linh" in server.client.record(table, 1)
        async with Seat(server.client, table, lan) as seat, Seat(server.client, table, None) as other:
            assert other.picture.chat
            await seat.do(Forget)
            with pytest.raises(Refusal, match="no_change"):
                await seat.do(Forget)
            await other.until(lambda picture: not picture.table.seats[0].name, PATIENCE_S)
            assert other.picture.chat == ()
            assert other.picture.table.seats[0].member == 0
            await seat.do(Join, name="Mai")
        assert "Thuỳ Linh" not in server.client.record(table, 1), "not from the cache either"
        file = tmp_path / "deals.txt"
        file.write_text(server.client.record(table, 1) + server.client.record(table, 2), encoding="utf-8")
        assert chieu("verify", str(file), home=tmp_path).returncode == 0
    finally:
        server.stop()
    assert '"level":"error"' not in server.log


def test_pf_38_size_on_disk_is_a_metric(data: str, tmp_path: Path) -> None:
    server = started(data, tmp_path)
    try:
        for _ in range(100):
            (line,) = [
                line for line in send(server, "/metrics")[1].splitlines() if line.startswith("chieu_store_bytes ")
            ]
            if float(line.split()[1]) > 0:
                return
        raise AssertionError("the store has no size")
    finally:
        server.stop()


async def test_pf_47_book_needs_a_valid_link(tmp_path: Path) -> None:
    server = started(str(tmp_path / "tables.db"), tmp_path)
    try:
        table, lan = await played(server)
        status, book = send(server, f"/api/tables/{table}/book")
        assert (status, book["retired"], [deal["deal"] for deal in book["deals"]]) == (200, 0, [1, 2])
        assert all(deal["outcome"]["hands"] for deal in book["deals"])
        status, text = send(server, f"/api/tables/{table}/book.csv?lang=vi")
        assert status == 200
        assert text.startswith("\ufeffVán,")
        assert len(text.splitlines()) == 3
        assert send(server, f"/api/tables/{table}/book.csv?lang=xx")[0] == 400
        assert [deal["deal"] for deal in send(server, f"/api/tables/{table}/book?before=2")[1]["deals"]] == [1]
        status, texts = send(server, f"/api/tables/{table}/records")
        assert status == 200
        assert len(list(verify(all_games(), texts.splitlines()))) == 2
        assert send(server, "/api/tables/none/book")[1]["code"] == "no_book"
        async with Seat(server.client, table, lan) as seat:
            await seat.do(RenewLink)
            key = seat.picture.table.key
        operations = send(server, "/api/openapi.json")[1]["paths"]
        paths = [path for path in operations if path.startswith("/api/tables/{table}") and "get" in operations[path]]
        assert len(paths) > 8
        for path in paths:  # all operations on a table
            what = f"{path.format(table=table, deal=1, code='room')}?seat=0&step=1"
            code = "no_guest" if path.endswith("/hint") else "old_link"
            assert send(server, what)[1]["code"] == code, what
            assert send(server, f"{what}&key=x{key}")[1]["code"] == code, what
        assert send(server, f"/api/tables/{table}/book?key={key}")[0] == 200
        assert send(server, f"/api/tables/{table}/book", who=lan)[0] == 200, "members need no key"
    finally:
        server.stop()


async def test_pf_38_retired_table_is_logged_and_counted(tmp_path: Path) -> None:
    server = started(str(tmp_path / "tables.db"), tmp_path)
    table, _ = await played(server)
    server.stop()
    with closing(sqlite3.connect(tmp_path / "tables.db")) as store:
        (entries,) = store.execute("SELECT last FROM tables").fetchone()
        store.execute("UPDATE tables SET touched = 0")
        store.commit()
    server = started(str(tmp_path / "tables.db"), tmp_path)
    try:
        await eventually(lambda: "table_retired" in server.log)
        assert "chieu_tables_retired_total 1.0\n" in send(server, "/metrics")[1]
    finally:
        server.stop()
    (line,) = [line for line in map(json.loads, server.log.splitlines()) if line["event"] == "table_retired"]
    assert (line["table"], line["deals"], line["level"]) == (table, 2, "info")
    assert line["entries"] >= entries
