"""`chieu solve`: values, strategies in a file, charts, and the cache of solutions."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import platformdirs
import pytest
from platformdirs.macos import MacOS
from platformdirs.unix import Unix
from platformdirs.windows import Windows

from chieu import solution_cache
from chieu.core import sheets
from chieu.core.game import AnyGame
from chieu.core.text.languages import LANGS
from chieu.games import all_games, load
from chieu.games.xidach.ai import solver
from chieu.games.xidach.ai.cfr import CfrPlus
from chieu.games.xidach.ai.two_player import TwoPlayerGame
from chieu.solution_cache import cache_directory
from tests.cli.running import Here, is_one_line
from tests.xidach_two_seats import strategies_from

XIDACH: AnyGame = load("xidach")
QUICK = ("solve", "xidach", "--set", "player_must_draw_below=20", "dealer_must_draw_below=20")  # few choices are left


@pytest.fixture
def cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, chieu: Here) -> Path:
    """Return the empty cache directory."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache/chieu/solved"


def told(chieu: Here, *words: str) -> Any:
    result = chieu(*words, "--json")
    assert (result.code, result.err) == (0, "")
    return json.loads(result.out)


def test_json_says_what_the_deal_is_worth(chieu: Here, cache: Path) -> None:
    solution = told(chieu, "solve", "xidach")
    assert (solution["game"], solution["rules"], solution["sheet"], solution["seats"]) == ("xidach", "room", "room", 2)
    assert solution["value"] == pytest.approx(-0.01374, abs=1e-5)
    assert solution["low"] <= solution["value"] <= solution["high"]
    assert set(solution["exploitability"]) == {"player", "dealer"}
    assert all(0 <= loses < 1e-4 for loses in solution["exploitability"].values())
    assert solution["seconds"] > 0
    assert solution["steps"] > 0
    assert not solution["cached"]


def test_the_written_strategies_have_the_reported_value(chieu: Here, cache: Path, tmp_path: Path) -> None:
    file = tmp_path / "best.jsonl"
    solution = told(chieu, "solve", "xidach", "--code", "vipgame~nly", "--strategy", str(file))
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert len(lines) == solution["choices"]
    for line in lines:
        assert set(line) == {"role", "hand", "draw"} | ({"against"} if line["role"] == "dealer" else set())
        assert 0 <= line["draw"] <= 1
        assert 2 <= len(line["hand"]) <= 4
    assert {card for line in lines for card in line["hand"]} == {"A", *map(str, range(2, 11))}
    choices = [solver.DrawShare(**line | {"hand": tuple(line["hand"])}) for line in lines]
    game = TwoPlayerGame(sheets.from_code(XIDACH, "vipgame~nly"))
    player, dealers = strategies_from(game, choices)
    assert CfrPlus(game).value_against_best_dealer(player) == solution["low"]
    assert CfrPlus(game).player_best_response_value(dealers) == solution["high"]


def test_a_sheet_is_solved_once(chieu: Here, cache: Path) -> None:
    first, again = told(chieu, *QUICK), told(chieu, *QUICK)
    assert (first["cached"], again["cached"]) == (False, True)
    assert {**first, "cached": True} == again
    (file,) = cache.iterdir()
    assert file.suffix == ".json"
    same = told(chieu, *QUICK, "compare=no", "stake_max=50")
    assert same["cached"], "at two seats that is the same game"
    assert same["rules"] != first["rules"]
    assert same["value"] == first["value"]
    other = told(chieu, *QUICK, "ngu_linh_with_21=yes")
    assert not other["cached"]
    assert other["value"] != first["value"]
    assert len(list(cache.iterdir())) == 2


def test_no_cache_neither_reads_nor_writes(chieu: Here, cache: Path) -> None:
    assert not told(chieu, *QUICK, "--no-cache")["cached"]
    assert not cache.exists()
    told(chieu, *QUICK)
    assert not told(chieu, *QUICK, "--no-cache")["cached"]


@pytest.mark.parametrize("harm", ["torn", "empty", "nonsense", "other version", "other sheet", "bad choices"])
def test_a_damaged_solution_is_solved_again(chieu: Here, cache: Path, harm: str) -> None:
    first = told(chieu, *QUICK)
    (file,) = cache.iterdir()
    content = file.read_bytes()
    whole = json.loads(content)
    harmed = {
        "torn": content[: len(content) // 2],
        "empty": b"",
        "nonsense": b"\xff\x00",
        "other version": json.dumps(whole | {"version": whole["version"] + 1}).encode(),
        "other sheet": json.dumps(whole | {"rules": "vipgame"}).encode(),
        "bad choices": json.dumps(whole | {"solution": whole["solution"] | {"choices": [1]}}).encode(),
    }
    file.write_bytes(harmed[harm])
    again = told(chieu, *QUICK)
    assert not again["cached"]
    assert again["value"] == first["value"]
    assert told(chieu, *QUICK)["cached"], "the file is right again"
    assert [entry.name for entry in cache.iterdir()] == [file.name], "no half-written file is left"


def test_it_solves_without_a_writable_cache(chieu: Here, cache: Path) -> None:
    cache.parent.mkdir(parents=True)
    cache.write_text("a file where the folder should be", encoding="utf-8")
    assert not told(chieu, *QUICK)["cached"]
    assert not told(chieu, *QUICK)["cached"]


@pytest.mark.parametrize("lang", LANGS)
def test_the_report_for_people(chieu: Here, cache: Path, lang: str) -> None:
    result = chieu("solve", "xidach", "--set", "player_must_draw_below=18", "--lang", lang)
    assert (result.code, result.err) == (0, "")
    assert "room player_must_draw_below=18" in result.lines[0]
    assert result.out.count("\n\n") == 4  # a chart for the player and three for the dealer
    assert {"vi": "Rút thêm", "en": "Draw", "zh": "要牌"}[lang] in result.out
    assert {"vi": "Nhà cái có 3 lá", "en": "The dealer with 3 cards", "zh": "庄家持 3 张牌"}[lang] in result.out


def test_games_that_cannot_be_solved_say_which_can(chieu: Here, cache: Path) -> None:
    for name, game in all_games().items():
        if game.extras.solver is None:
            result = chieu("solve", name)
            assert result.code == 2
            assert is_one_line(result.err)
            assert f"{name} cannot be solved; these can: xidach" in result.err


@pytest.mark.parametrize("name", ["/nowhere/at/all", "/", "a\x00b"])
def test_a_file_that_cannot_be_written(chieu: Here, cache: Path, name: str) -> None:
    result = chieu(*QUICK, "--strategy", name)
    assert result.code == 2
    assert is_one_line(result.err)
    assert "cannot write" in result.err


@pytest.mark.parametrize(("limit", "most"), [("MAX_FILES", 3), ("MAX_BYTES", 3.5)])
def test_the_cache_deletes_what_was_used_longest_ago(
    chieu: Here, cache: Path, monkeypatch: pytest.MonkeyPatch, limit: str, most: float
) -> None:
    told(chieu, *QUICK)
    (solved,) = cache.iterdir()
    size = solved.stat().st_size
    monkeypatch.setattr(solution_cache, limit, most if limit == "MAX_FILES" else most * size)
    for number in range(6):
        file = cache / f"xidach-1-{number}.json"
        file.write_bytes(b" " * size)
        os.utime(file, (number, number))
    os.utime(solved, (1, 1))
    assert told(chieu, *QUICK)["cached"]  # now it is the one used last
    told(chieu, *QUICK[:3], *QUICK[3:], "pay_xi_bang=2")
    left = {file.name for file in cache.iterdir()}
    assert len(left) == 3
    assert {solved.name, "xidach-1-5.json"} < left


def test_solutions_are_in_the_user_s_cache_directory(monkeypatch: pytest.MonkeyPatch) -> None:
    home = Path.home()
    monkeypatch.setattr(platformdirs, "PlatformDirs", Unix)
    monkeypatch.setenv("XDG_CACHE_HOME", "/kept")
    assert cache_directory() == Path("/kept/chieu")
    monkeypatch.setenv("XDG_CACHE_HOME", "not/whole")
    assert cache_directory() == home / ".cache/chieu"
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache_directory() == home / ".cache/chieu"
    monkeypatch.setattr(platformdirs, "PlatformDirs", MacOS)
    assert cache_directory() == home / "Library/Caches/chieu"
    monkeypatch.setattr(platformdirs, "PlatformDirs", Windows)
    monkeypatch.setenv("WIN_PD_OVERRIDE_LOCAL_APPDATA", "C:/local")
    assert cache_directory() == Path("C:/local/chieu/Cache")
