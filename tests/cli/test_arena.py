"""`chieu arena`: results are stored, resumed and reported."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.running import PLAIN, Here, is_one_line, program
from tests.waiting import wait_until

LINE = ("arena", "xidach", "--bots", "heuristic,random,solved", "--seats", "3", "--seed", "9", "--jobs", "1")
MINE = """
from chieu.bots import Random
from chieu.games.xidach.ai.heuristic import Heuristic

class Careful(Heuristic):
    pass

class Cheat(Random):
    def act(self, view, legal):
        return "nonsense"

class Enough(Random):
    asked = 0

    def act(self, view, legal):
        Enough.asked += 1
        if Enough.asked == 600:
            raise KeyboardInterrupt
        return super().act(view, legal)

class Dies(Random):
    def act(self, view, legal):
        import os
        os._exit(1)
"""


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "arena_bots.py").write_text(MINE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "arena_bots", raising=False)
    return tmp_path


def test_a_table_of_all_pairings(chieu: Here) -> None:
    result = chieu(*LINE, "--deals", "12")
    assert (result.code, result.err) == (0, "")
    assert "12 deals, each in all 3 places" in result.out
    report = json.loads(chieu(*LINE, "--deals", "12", "--json").out)
    assert {row["bot"] for row in report["bots"]} == {"heuristic", "random", "solved"}
    assert len(report["pairings"]) == 6
    for pairing in report["pairings"]:
        assert pairing["games"] == 36
        assert f"{pairing['mean']:+.2f} ± {(pairing['high'] - pairing['low']) / 2:.2f}" in result.out


def test_a_resumed_tournament_gives_the_same_file(chieu: Here, tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    once = chieu(*LINE, "--deals", "9", "--json", "--results", str(whole))
    chieu(*LINE, "--deals", "4", "--results", str(parts))
    parts.write_bytes(parts.read_bytes()[:-7])  # the machine stopped in the middle of a line
    assert chieu(*LINE, "--deals", "9", "--json", "--results", str(parts)) == once
    assert parts.read_bytes() == whole.read_bytes()
    head, *boards = map(json.loads, whole.read_text().splitlines())
    assert (head["game"], head["sheet"], head["seats"], head["seed"]) == ("xidach", "room", 3, 9)
    assert len(boards) == 9 * 6


def test_a_further_bot_plays_only_its_own_pairings(chieu: Here, tmp_path: Path, mine: Path) -> None:
    file = tmp_path / "results.jsonl"
    chieu(*LINE, "--deals", "4", "--results", str(file))
    before = file.read_text()
    line = [word.replace("solved", "solved,arena_bots:Careful") for word in LINE]
    result = chieu(*line, "--deals", "4", "--json", "--results", str(file))
    assert result.code == 0
    after = file.read_text()
    assert after.startswith(before)
    head, *boards = map(json.loads, after.removeprefix(before).splitlines())
    assert set(head["own"]) == {"arena_bots:Careful"}
    assert {"arena_bots:Careful"} <= {name for board in boards for name in (board["bot"], board["among"])}
    assert len(boards) == 4 * 6  # of twelve pairings
    means = {(pairing["bot"], pairing["among"]): pairing["mean"] for pairing in json.loads(result.out)["pairings"]}
    assert means["arena_bots:Careful", "random"] == means["heuristic", "random"]


@pytest.mark.parametrize(
    "change", [("--seed", "8"), ("--set", "stake_max=3"), ("--seats", "4"), ("--preset", "vipgame")]
)
def test_results_of_something_else_are_not_mixed(chieu: Here, tmp_path: Path, change: tuple[str, str]) -> None:
    file = tmp_path / "results.jsonl"
    words = ("arena", "xidach", "--bots", "heuristic,random", "--deals", "2", "--jobs", "1", "--results", str(file))
    assert chieu(*words, "--seats", "3").code == 0
    content = file.read_bytes()
    seats = () if "--seats" in change else ("--seats", "3")
    result = chieu(*words, *seats, *change)
    assert (result.code, result.out) == (2, "")
    assert is_one_line(result.err)
    assert file.read_bytes() == content


def test_a_bot_that_changed_is_another_bot(chieu: Here, mine: Path) -> None:
    words = ("arena", "xidach", "--bots", "arena_bots:Careful,random", "--deals", "2", "--jobs", "1", "--results", "r")
    assert chieu(*words).code == 0
    (mine / "arena_bots.py").write_text(MINE + "\n# better now\n")
    result = chieu(*words)
    assert result.code == 2
    assert "arena_bots:Careful" in result.err


def test_any_other_file_is_left_as_it_is(chieu: Here, tmp_path: Path) -> None:
    for text in ("my novel\n", "my novel", '{"bot": "a"}\n'):
        file = tmp_path / "other.txt"
        file.write_text(text)
        result = chieu(*LINE, "--deals", "2", "--results", str(file))
        assert result.code == 2
        assert is_one_line(result.err)
        assert file.read_text() == text


@pytest.mark.parametrize("version", [0, 2])
def test_a_file_of_another_version_is_left_as_it_is(chieu: Here, tmp_path: Path, version: int) -> None:
    file = tmp_path / "results.jsonl"
    text = f'{{"arena":{version},"boards":"elsewhere"}}\n'
    file.write_text(text)
    result = chieu(*LINE, "--deals", "2", "--results", str(file))
    assert (result.code, result.out) == (2, "")
    assert is_one_line(result.err)
    assert f"{file}: expected version 1, found version {version}: choose another file" in result.err
    assert file.read_text() == text


def test_a_picture_of_every_pairing(chieu: Here, tmp_path: Path) -> None:
    file = tmp_path / "plot.svg"
    report = json.loads(chieu(*LINE, "--deals", "5", "--plot", str(file), "--json").out)
    root = ElementTree.parse(file).getroot()
    texts = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    for pairing in report["pairings"]:
        assert f"{pairing['bot']} among {pairing['among']}" in texts


def test_matches_report_their_winners(chieu: Here) -> None:
    words = ("arena", "rummy", "--bots", "planner,heuristic", "--seats", "2", "--jobs", "1", "--matches", "2")
    report = json.loads(chieu(*words, "--json").out)
    assert report["unit"] == "match"
    share = {pairing["bot"]: pairing["first"]["share"] for pairing in report["pairings"]}
    assert share["planner"] + share["heuristic"] == pytest.approx(1)
    assert f"{100 * share['planner']:.1f} %" in chieu(*words).out


def test_an_interrupted_tournament_reports_its_boards(chieu: Here, mine: Path) -> None:
    result = chieu("arena", "xidach", "--bots", "arena_bots:Enough,random", "--deals", "500", "--jobs", "1", "--json")
    assert result.code == 0
    assert 0 < json.loads(result.out)["count"] < 500


def test_several_processes_give_the_same_results(mine: Path) -> None:
    """As a program, with bots of the user's module, one of which kills its process."""
    words = ("arena", "xidach", "--bots", "heuristic,arena_bots:Careful", "--deals", "6", "--json")
    serial, two = (program(*words, "--jobs", jobs, cwd=mine) for jobs in ("1", "2"))
    assert (serial.code, serial.err) == (0, "")
    assert serial == two
    result = program("arena", "xidach", "--bots", "random,arena_bots:Dies", "--deals", "6", "--jobs", "2", cwd=mine)
    assert (result.code, result.out) == (2, "")
    assert is_one_line(result.err)


@pytest.mark.parametrize(
    "words",
    [
        ("--bots", "heuristic"),
        ("--bots", "heuristic,heuristic"),
        ("--bots", "heuristic,nosuch"),
        ("--bots", "heuristic,random", "--against", "nosuch"),
        ("--bots", "heuristic", "--against", "heuristic"),
        ("--bots", "heuristic,random", "--matches", "2"),
        ("--bots", "heuristic,random", "--matches", "2", "--deals", "2"),
        ("--bots", "arena_bots:Cheat,random"),
        ("--bots", "heuristic,random", "--results", "/nosuch/file"),
        ("--bots", "heuristic,random", "--deals", "1", "--plot", "/nosuch/file"),
        ("--bots", "heuristic,random", "--cluster", "nowhere"),
    ],
    ids=" ".join,
)
def test_bad_arguments_are_refused_in_one_line(chieu: Here, mine: Path, words: tuple[str, ...]) -> None:
    result = chieu("arena", "xidach", "--jobs", "1", *words)
    assert (result.code, result.out) == (2, "")
    assert is_one_line(result.err)


def test_a_cluster_of_real_processes_gives_the_same_results(mine: Path) -> None:
    """A scheduler and two workers, to which the bot's module is sent."""
    local = ["--host", "127.0.0.1", "--no-dashboard", "--scheduler-file", str(mine / "scheduler.json")]
    (mine / "elsewhere").mkdir()

    def started(module: str, *words: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.{module}", *local, *words]
        where = mine / "elsewhere"
        return subprocess.Popen(command, cwd=where, env=PLAIN, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    with (
        started("dask_scheduler", "--port", "0") as scheduler,
        started("dask_worker", "--nworkers", "2", "--nthreads", "1") as nanny,
    ):
        try:
            address = _address(mine / "scheduler.json", scheduler)
            words = ("arena", "xidach", "--bots", "heuristic,arena_bots:Careful", "--deals", "6", "--json")
            here = program(*words, "--jobs", "1", cwd=mine)
            there = program(*words, "--cluster", address, cwd=mine)
            assert here.code == 0, here.err
            assert there == here
        finally:
            nanny.terminate()
            nanny.wait(timeout=60)
            scheduler.terminate()


def _address(file: Path, scheduler: subprocess.Popen[bytes]) -> str:
    def address() -> str:
        assert scheduler.poll() is None
        try:
            return str(json.loads(file.read_text())["address"])
        except (FileNotFoundError, json.JSONDecodeError):  # it is being written
            return ""

    return wait_until(address)
