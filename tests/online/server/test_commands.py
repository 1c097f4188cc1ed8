"""`chieu table` and `chieu backup`, against a running server."""

from __future__ import annotations

import json
import os
import re
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from chieu.games import all_games
from chieu.online.protocol.personas import bot_name, personas
from tests.online.server.server_process import Process, serving
from tests.waiting import PATIENCE_S

CHIEU = [sys.executable, "-m", "tests.seeded", "1"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with serving(tmp_path_factory.mktemp("server")) as process:
        yield process


def chieu(*words: str, lines: str = "", home: Path) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": os.environ["PATH"], "HOME": str(home), "XDG_DATA_HOME": str(home), "PYTHONUTF8": "1"}
    environment |= {name: os.environ[name] for name in ("PYTHONPATH",) if name in os.environ}
    return subprocess.run(
        [*CHIEU, *words], input=lines, capture_output=True, text=True, timeout=60, env=environment, check=False
    )


@pytest.mark.parametrize("game", all_games())
def test_terminal_client_plays_as_a_bot(server: Process, game: str, tmp_path: Path) -> None:
    seats = "4" if 4 in all_games()[game].seats else str(all_games()[game].seats[0])
    bots = ",".join(["random"] * (int(seats) - 1))
    words = f"table {game} --server {server.url} --seats {seats} --bots {bots} --as-bot random --deals 1".split()
    result = chieu(*words, "--pace", "0", "--lang", "en", home=tmp_path)
    assert (result.returncode, result.stderr) == (0, "")
    assert f"{server.url}/t/" in result.stdout
    assert "Deal 1 begins." in result.stdout
    assert re.search(r"^Result: ", result.stdout, re.MULTILINE)
    assert "Deal 1 is checked: its record agrees with what you were shown." in result.stdout


def test_bot_that_joins_during_a_deal_finishes_it(server: Process, tmp_path: Path) -> None:
    words = f"table big2 --server {server.url} --seats 4 --bots random,random,random --set reshuffles=0".split()
    first = chieu(*words, "--name", "An", "--pace", "0", lines="\nq\n", home=tmp_path)
    assert (first.returncode, first.stderr) == (0, "")
    link = re.search(r"http://\S+", first.stdout)
    assert link is not None
    result = chieu("table", link[0], "--as-bot", "strong", "--deals", "1", "--lang", "en", home=tmp_path)
    assert (result.returncode, result.stderr) == (0, "")
    assert "Deal 1 begins." not in result.stdout
    assert re.search(r"^Result: ", result.stdout, re.MULTILINE)


def test_person_opens_a_table_and_plays(server: Process, tmp_path: Path) -> None:
    words = f"table xidach --server {server.url} --seats 2 --bots heuristic --name An --deals 1".split()
    lines = "?\nproof\nsay xin chào\nnonsense\n\n" + "1\n" * 20
    result = chieu(*words, "--pace", "0", "--lang", "vi", lines=lines, home=tmp_path)
    assert (result.returncode, result.stderr) == (0, "")
    assert re.search(r"^Kết quả: ", result.stdout, re.MULTILINE)
    assert re.search(r"^  .+ (ăn|và) .+: .+ \(XD-\d+\)", result.stdout, re.MULTILINE), "PF-45: the reason is shown"
    assert "An: xin chào" in result.stdout
    assert "Không hiểu" in result.stdout
    assert re.search(r"Chưa xào gì cả|Ván này sẽ chứng minh được", result.stdout)


def test_friend_joins_by_link_and_a_third_watches(server: Process, tmp_path: Path) -> None:
    result = chieu(
        "table", "xidach", "--server", server.url, "--seats", "2", "--name", "An", lines="q\n", home=tmp_path
    )
    link = re.search(r"http://\S+", result.stdout)
    assert link is not None
    assert link[0].startswith(f"{server.url}/t/")
    friend = chieu("table", link[0], "--name", "Hoa", lines="q\n", home=tmp_path / "friend")
    assert (friend.returncode, friend.stderr) == (0, "")
    view = server.client.request(f"/api/tables/{link[0].rpartition('/')[2]}").decode()
    assert '"name":"Hoa","member":1' in view
    again = chieu("table", link[0], lines="q\n", home=tmp_path)
    assert again.returncode == 0, "the seat is still An's"


def test_xd_10_creator_gets_the_requested_seat_and_deals(server: Process, tmp_path: Path) -> None:
    words = f"table xidach --server {server.url} --seats 4 --bots {','.join(['heuristic'] * 3)} --seat 3".split()
    result = chieu(*words, "--name", "An", "--lang", "en", "--pace", "0", lines="\ndeal_from right\nq\n", home=tmp_path)
    assert (result.returncode, result.stderr) == (0, "")
    link = re.search(r"http://\S+", result.stdout)
    assert link is not None
    table = link[0].rpartition("/")[2]
    bots = [bot_name(persona, "en") for persona in personas(table, 4)]
    assert re.search(rf"^Dealt: {bots[1]} → {bots[0]} → {bots[3]} → An\.", result.stdout, re.MULTILINE)
    seats = json.loads(server.client.request(f"/api/tables/{table}").decode())["table"]["seats"]
    assert [(seat.get("member"), seat.get("hosts")) for seat in seats] == [(None, None)] * 2 + [(0, True), (None, None)]


def test_pf_1_returning_guest_can_change_seats(server: Process, tmp_path: Path) -> None:
    words = ("table", "xidach", "--server", server.url, "--seats", "3", "--name", "An")
    link = re.search(r"http://\S+", chieu(*words, lines="q\n", home=tmp_path).stdout)
    assert link is not None
    again = chieu("table", link[0], "--seat", "2", lines="q\n", home=tmp_path)
    assert (again.returncode, again.stderr) == (0, "")
    view = json.loads(server.client.request(f"/api/tables/{link[0].rpartition('/')[2]}"))
    assert [seat.get("name") for seat in view["table"]["seats"]] == [None, "An", None]
    second = chieu("table", link[0], "--seat", "2", "--name", "Hoa", "--lang", "en", home=tmp_path / "friend")
    assert (second.returncode, "taken" in second.stderr) == (2, True)


def test_token_file_is_readable_only_by_its_owner(server: Process, tmp_path: Path) -> None:
    chieu("table", "xidach", "--server", server.url, "--seats", "2", lines="q\n", home=tmp_path)
    file = tmp_path / "chieu" / "guests.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    before = file.read_text()
    chieu("table", "xidach", "--server", server.url, "--seats", "2", lines="q\n", home=tmp_path)
    assert file.read_text() == before


def test_pf_21_code_moves_a_seat_to_another_terminal(server: Process, tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    opened = chieu("table", "xidach", "--server", server.url, "--seats", "2", "--name", "An", lines="q\n", home=here)
    link = re.search(r"http://\S+", opened.stdout)
    assert link is not None
    shown_code = chieu("table", link[0], "--device", "--lang", "en", home=here)
    code = re.search(r"[0-9A-Z]{4}-[0-9A-Z]{4}", shown_code.stdout)
    assert code is not None, shown_code.stdout + shown_code.stderr
    result = chieu("table", link[0], "--take", code[0].lower(), "--name", "Binh", lines="q\n", home=there)
    assert (result.returncode, result.stderr) == (0, "")
    view = server.client.request(f"/api/tables/{link[0].rpartition('/')[2]}")
    assert b'"An"' in view
    assert b"Binh" not in view, "the code makes the client An"
    again = chieu("table", link[0], "--take", code[0], "--lang", "en", home=there)
    assert again.returncode == 2
    assert "This code is wrong or has expired." in again.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("poker",), "neither a game nor the link"),
        (("http://127.0.0.1:9/t/abc",), "does not answer"),
        (("xidach", "--server", "ftp://x"), "expected a server's address"),
        (("xidach", "--seats", "2", "--bots", "genius"), "There is no bot genius"),
        (("SERVER/t/nosuch",), "There is no such table"),
    ],
)
def test_bad_arguments_are_reported_in_one_line(
    server: Process, tmp_path: Path, words: tuple[str, ...], message: str
) -> None:
    words = tuple(word.replace("SERVER", server.url) for word in words)
    flags = () if "--server" in words else ("--server", server.url)
    result = chieu("table", *words, *flags, "--lang", "en", home=tmp_path)
    assert result.returncode == 2
    assert message in result.stderr
    assert result.stderr.count("\n") == 1


def test_tables_remove_creates_no_store(tmp_path: Path) -> None:
    result = chieu("tables", "remove", "abc", "--data", str(tmp_path / "typo.db"), home=tmp_path)
    assert result.returncode == 2
    assert "there are no tables at" in result.stderr
    assert not list(tmp_path.glob("typo*"))


def test_backup_of_a_running_server_can_be_served(server: Process, tmp_path: Path) -> None:
    opened = chieu(
        "table", "xidach", "--server", server.url, "--seats", "2", "--name", "An", lines="q\n", home=tmp_path
    )
    table = re.search(r"/t/(\S+)", opened.stdout)
    assert table is not None
    copy = tmp_path / "copy" / "tables.db"
    copy.parent.mkdir()
    result = chieu("backup", str(copy), "--data", str(server.data), home=tmp_path)
    assert (result.returncode, result.stderr) == (0, "")
    with serving(copy.parent) as other:
        assert json.loads(other.client.request(f"/api/tables/{table[1]}"))["table"]["game"] == "xidach"
    again = chieu("backup", str(copy), "--data", str(server.data), home=tmp_path)
    assert again.returncode == 2
    assert "exists already" in again.stderr
    none = chieu("backup", str(tmp_path / "x"), "--data", str(tmp_path / "none"), home=tmp_path)
    assert none.returncode == 2
    assert "there are no tables at" in none.stderr


def test_terminal_client_says_that_the_server_is_away(tmp_path: Path) -> None:
    with serving(tmp_path) as first:
        words = [*CHIEU, "table", "xidach", "--server", first.url, "--lang", "en", "--seats", "4"]
        environment = os.environ | {"XDG_DATA_HOME": str(tmp_path), "PYTHONUTF8": "1", "PYTHONUNBUFFERED": "1"}
        with subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        ) as client:
            patience = threading.Timer(PATIENCE_S, client.kill)
            patience.start()
            assert client.stdin is not None
            try:
                read_until(client, "ready for deal 1")
                first.kill()
                read_until(client, "The server is away. Trying again…")
                again = Process(tmp_path / "tables.db", first.port)
                read_until(client, "The server is back.")
                client.stdin.write("q\n")
                client.stdin.close()
                assert client.wait(PATIENCE_S) == 0
                again.stop()
            finally:
                patience.cancel()
                client.kill()


def read_until(client: subprocess.Popen[str], text: str) -> None:
    """Read what the client prints until it contains a text. A prompt does not end its line."""
    assert client.stdout is not None
    printed = ""
    while text not in printed:
        character = client.stdout.read(1)
        assert character, f"expected {text!r}, the client ended after {printed!r}"
        printed += character
