"""`chieu arena`: results are stored, resumed and reported."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.running import PLAIN, Here, is_one_line, program

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
    done = chieu(*LINE, "--deals", "12")
    assert (done.code, done.err) == (0, "")
    assert "12 deals, each in all 3 places" in done.out
    told = json.loads(chieu(*LINE, "--deals", "12", "--json").out)
    assert {one["bot"] for one in told["bots"]} == {"heuristic", "random", "solved"}
    assert len(told["pairings"]) == 6
    for one in told["pairings"]:
        assert one["games"] == 36
        assert f"{one['mean']:+.2f} ± {(one['high'] - one['low']) / 2:.2f}" in done.out


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
    done = chieu(*line, "--deals", "4", "--json", "--results", str(file))
    assert done.code == 0
    after = file.read_text()
    assert after.startswith(before)
    head, *boards = map(json.loads, after.removeprefix(before).splitlines())
    assert set(head["own"]) == {"arena_bots:Careful"}
    assert {"arena_bots:Careful"} <= {name for board in boards for name in (board["bot"], board["among"])}
    assert len(boards) == 4 * 6  # of twelve pairings
    told = {(one["bot"], one["among"]): one["mean"] for one in json.loads(done.out)["pairings"]}
    assert told["arena_bots:Careful", "random"] == told["heuristic", "random"]


@pytest.mark.parametrize(
    "change", [("--seed", "8"), ("--set", "stake_max=3"), ("--seats", "4"), ("--preset", "vipgame")]
)
def test_results_of_something_else_are_not_mixed(chieu: Here, tmp_path: Path, change: tuple[str, str]) -> None:
    file = tmp_path / "results.jsonl"
    words = ("arena", "xidach", "--bots", "heuristic,random", "--deals", "2", "--jobs", "1", "--results", str(file))
    assert chieu(*words, "--seats", "3").code == 0
    kept = file.read_bytes()
    seats = () if "--seats" in change else ("--seats", "3")
    done = chieu(*words, *seats, *change)
    assert (done.code, done.out) == (2, "")
    assert is_one_line(done.err)
    assert file.read_bytes() == kept


def test_a_bot_that_changed_is_another_bot(chieu: Here, mine: Path) -> None:
    words = ("arena", "xidach", "--bots", "arena_bots:Careful,random", "--deals", "2", "--jobs", "1", "--results", "r")
    assert chieu(*words).code == 0
    (mine / "arena_bots.py").write_text(MINE + "\n# better now\n")
    done = chieu(*words)
    assert done.code == 2
    assert "arena_bots:Careful" in done.err


def test_any_other_file_is_left_as_it_is(chieu: Here, tmp_path: Path) -> None:
    for text in ("my novel\n", "my novel", '{"bot": "a"}\n'):
        file = tmp_path / "other.txt"
        file.write_text(text)
        done = chieu(*LINE, "--deals", "2", "--results", str(file))
        assert done.code == 2
        assert is_one_line(done.err)
        assert file.read_text() == text


@pytest.mark.parametrize("version", [0, 2])
def test_a_file_of_another_version_is_left_as_it_is(chieu: Here, tmp_path: Path, version: int) -> None:
    file = tmp_path / "results.jsonl"
    text = f'{{"arena":{version},"boards":"elsewhere"}}\n'
    file.write_text(text)
    done = chieu(*LINE, "--deals", "2", "--results", str(file))
    assert (done.code, done.out) == (2, "")
    assert is_one_line(done.err)
    assert f"{file}: expected version 1, found version {version}: choose another file" in done.err
    assert file.read_text() == text


def test_a_picture_of_every_pairing(chieu: Here, tmp_path: Path) -> None:
    file = tmp_path / "plot.svg"
    told = json.loads(chieu(*LINE, "--deals", "5", "--plot", str(file), "--json").out)
    root = ElementTree.parse(file).getroot()
    texts = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    for one in told["pairings"]:
        assert f"{one['bot']} among {one['among']}" in texts


def test_matches_report_their_winners(chieu: Here) -> None:
    words = ("arena", "rummy", "--bots", "planner,heuristic", "--seats", "2", "--jobs", "1", "--matches", "2")
    told = json.loads(chieu(*words, "--json").out)
    assert told["unit"] == "match"
    share = {one["bot"]: one["first"]["share"] for one in told["pairings"]}
    assert share["planner"] + share["heuristic"] == pytest.approx(1)
    assert f"{100 * share['planner']:.1f} %" in chieu(*words).out


def test_an_interrupted_tournament_reports_its_boards(chieu: Here, mine: Path) -> None:
    done = chieu("arena", "xidach", "--bots", "arena_bots:Enough,random", "--deals", "500", "--jobs", "1", "--json")
    assert done.code == 0
    assert 0 < json.loads(done.out)["count"] < 500


def test_several_processes_give_the_same_results(mine: Path) -> None:
    """As a program, with bots of the user's module, one of which kills its process."""
    words = ("arena", "xidach", "--bots", "heuristic,arena_bots:Careful", "--deals", "6", "--json")
    one, two = (program(*words, "--jobs", jobs, cwd=mine) for jobs in ("1", "2"))
    assert (one.code, one.err) == (0, "")
    assert one == two
    done = program("arena", "xidach", "--bots", "random,arena_bots:Dies", "--deals", "6", "--jobs", "2", cwd=mine)
    assert (done.code, done.out) == (2, "")
    assert is_one_line(done.err)


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
    done = chieu("arena", "xidach", "--jobs", "1", *words)
    assert (done.code, done.out) == (2, "")
    assert is_one_line(done.err)


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
            nanny.wait(timeout=30)
            scheduler.terminate()


def _address(file: Path, scheduler: subprocess.Popen[bytes]) -> str:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        assert scheduler.poll() is None
        if file.exists() and (text := file.read_text()):
            try:
                return str(json.loads(text)["address"])
            except json.JSONDecodeError:
                pass  # it is being written
        time.sleep(0.1)
    raise AssertionError("the scheduler did not start")
