"""`chieu solve`: values, strategies in a file, charts, and the cache of solutions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import platformdirs
import pytest
from platformdirs.macos import MacOS
from platformdirs.unix import Unix
from platformdirs.windows import Windows

from chieu.core import sheets
from chieu.core.game import AnyGame
from chieu.core.text.languages import LANGS
from chieu.games import all_games, load
from chieu.games.xidach.ai import solver
from chieu.games.xidach.ai.cfr import CfrPlus
from chieu.games.xidach.ai.two_player import TwoPlayerGame
from chieu.solution_cache import cache_directory
from tests.cli.running import Here, is_one_line

XIDACH: AnyGame = load("xidach")
QUICK = ("solve", "xidach", "--set", "player_must_draw_below=20", "dealer_must_draw_below=20")  # few choices are left


@pytest.fixture
def cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, chieu: Here) -> Path:
    """Return the empty cache directory."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache/chieu/solved"


def told(chieu: Here, *words: str) -> Any:
    done = chieu(*words, "--json")
    assert (done.code, done.err) == (0, "")
    return json.loads(done.out)


def test_json_says_what_the_deal_is_worth(chieu: Here, cache: Path) -> None:
    found = told(chieu, "solve", "xidach")
    assert (found["game"], found["rules"], found["sheet"], found["seats"]) == ("xidach", "room", "room", 2)
    assert found["value"] == pytest.approx(-0.01374, abs=1e-5)
    assert found["low"] <= found["value"] <= found["high"]
    assert set(found["exploitability"]) == {"player", "dealer"}
    assert all(0 <= loses < 1e-4 for loses in found["exploitability"].values())
    assert found["seconds"] > 0
    assert found["steps"] > 0
    assert not found["cached"]


def test_the_written_strategies_have_the_reported_value(chieu: Here, cache: Path, tmp_path: Path) -> None:
    file = tmp_path / "best.jsonl"
    found = told(chieu, "solve", "xidach", "--code", "vipgame~nly", "--strategy", str(file))
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert len(lines) == found["choices"]
    for line in lines:
        assert set(line) == {"role", "hand", "draw"} | ({"against"} if line["role"] == "dealer" else set())
        assert 0 <= line["draw"] <= 1
        assert 2 <= len(line["hand"]) <= 4
    assert {card for line in lines for card in line["hand"]} == {"A", *map(str, range(2, 11))}
    choices = [solver.DrawShare(**line | {"hand": tuple(line["hand"])}) for line in lines]
    game = TwoPlayerGame(sheets.from_code(XIDACH, "vipgame~nly"))
    player, dealers = solver.strategies(game, choices)
    assert CfrPlus(game).value_against_best_dealer(player) == found["low"]
    assert CfrPlus(game).player_best_response_value(dealers) == found["high"]


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
    kept = file.read_bytes()
    whole = json.loads(kept)
    harmed = {
        "torn": kept[: len(kept) // 2],
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
    assert [one.name for one in cache.iterdir()] == [file.name], "no half-written file is left"


def test_it_solves_without_a_writable_cache(chieu: Here, cache: Path) -> None:
    cache.parent.mkdir(parents=True)
    cache.write_text("a file where the folder should be", encoding="utf-8")
    assert not told(chieu, *QUICK)["cached"]
    assert not told(chieu, *QUICK)["cached"]


@pytest.mark.parametrize("lang", LANGS)
def test_the_report_for_people(chieu: Here, cache: Path, lang: str) -> None:
    done = chieu("solve", "xidach", "--set", "player_must_draw_below=18", "--lang", lang)
    assert (done.code, done.err) == (0, "")
    assert "room player_must_draw_below=18" in done.lines[0]
    assert done.out.count("\n\n") == 4  # a chart for the player and three for the dealer
    assert {"vi": "Rút thêm", "en": "Draw", "zh": "要牌"}[lang] in done.out
    assert {"vi": "Nhà cái có 3 lá", "en": "The dealer with 3 cards", "zh": "庄家持 3 张牌"}[lang] in done.out


def test_games_that_cannot_be_solved_say_which_can(chieu: Here, cache: Path) -> None:
    for name, game in all_games().items():
        if game.extras.solver is None:
            done = chieu("solve", name)
            assert done.code == 2
            assert is_one_line(done.err)
            assert f"{name} cannot be solved outright; what can be: xidach" in done.err


@pytest.mark.parametrize("name", ["/nowhere/at/all", "/", "a\x00b"])
def test_a_file_that_cannot_be_written(chieu: Here, cache: Path, name: str) -> None:
    done = chieu(*QUICK, "--strategy", name)
    assert done.code == 2
    assert is_one_line(done.err)
    assert "cannot write" in done.err


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
