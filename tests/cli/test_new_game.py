"""`chieu new-game`: the new game plays, obeys the laws, and is found without further edits."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

import chieu as package
from chieu.cli.console import BAD_INPUT, OK
from chieu.core.text.languages import LANGS, Lang
from tests.cli.running import Here, is_one_line

ROOT = Path(__file__).parents[2]
SOURCE = Path(package.__file__).parent


def ran(path: Path, *words: str, cwd: Path = ROOT, stdin: str = "") -> str:
    """Run a program with additional package folders and return its output."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(path), str(ROOT)]), "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-m", *words]
    result = subprocess.run(
        command, cwd=cwd, env=environment, input=stdin, capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write a new game as a package."""
    folder = tmp_path_factory.mktemp("written")
    ran(SOURCE.parent, "chieu.cli", "new-game", "war", "--into", str(folder))
    return folder / "war"


def install(package: Path, target: Path) -> None:
    """Install a package into a folder as pip does."""
    how = ("--quiet", "--offline", "--no-deps", "--no-build-isolation", "--python", sys.executable)
    ran(SOURCE.parent, "uv", "pip", "install", *how, "--target", str(target), str(package))


@pytest.fixture(scope="module")
def installed(written: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the package; return the folder."""
    target = tmp_path_factory.mktemp("installed")
    install(written, target)
    return target


def test_a_package_outside_the_tree_compiles_its_kernel(tmp_path: Path) -> None:
    ran(SOURCE.parent, "chieu.cli", "new-game", "war", "--kernel", "--into", str(tmp_path))
    target = tmp_path / "installed"
    install(tmp_path / "war", target)
    assert [path.suffix for path in (target / "chieu_war").glob("kernel.*") if path.suffix != ".py"] == [
        Path(sysconfig.get_config_var("EXT_SUFFIX")).suffix
    ]
    script = "from chieu_war import kernel; print(kernel.won([0, 11, 5], 6, 3, 1, False), kernel.__file__)"
    environment = os.environ | {"PYTHONPATH": str(target)}
    command = [sys.executable, "-c", script]
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert result.stdout.startswith("0 ")
    assert not result.stdout.strip().endswith(".py")
    assert "strong" in ran(target, "chieu.cli", "simulate", "war", "--deals", "2", "--seats", "2", "--bots", "strong")


def test_it_keeps_the_laws_by_its_own_tests(installed: Path, written: Path) -> None:
    output = ran(
        installed, "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:schemathesis", str(written), cwd=written
    )
    assert " passed" in output
    assert "failed" not in output


def test_the_command_line_finds_it(installed: Path) -> None:
    for lang in LANGS:
        assert "war" in ran(installed, "chieu.cli", "games", "--lang", lang)
    assert "careful" in ran(installed, "chieu.cli", "simulate", "war", "--deals", "3", "--seats", "2")
    assert "WA-3" in ran(installed, "chieu.cli", "rules", "war")


@pytest.mark.parametrize(("lang", "prompt"), [("vi", "Giữ"), ("en", "Keep"), ("zh", "留牌")])
def test_people_play_it_in_their_language(installed: Path, lang: Lang, prompt: str) -> None:
    output = ran(installed, "chieu.cli", "play", "war", "--seats", "2", "--seed", "1", "--lang", lang, stdin="1\nq\n")
    assert prompt in output


def test_the_server_offers_it_to_the_page(installed: Path) -> None:
    script = (
        "from chieu.games import load; from chieu.online.server.api.catalogue import catalogue, sheet; "
        "primer = sheet(load('war'), next(iter(load('war').presets)), [], 'vi').primer; "
        "game = next(game for game in catalogue().games if game.name == 'war'); "
        "print(game.title.vi, len(primer), len(game.cover), game.kinds['fact.settled'], game.usual_bot)"
    )
    environment = os.environ | {"PYTHONPATH": str(installed), "PYTHONIOENCODING": "utf-8"}
    result = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, encoding="utf-8", check=True
    )
    assert result.stdout == "War 3 1 {'seat': 'seat', 'chips': 'chips'} careful\n"


def test_in_the_tree_it_is_one_folder_and_the_laws_find_it(tmp_path: Path) -> None:
    source = tmp_path / "source"
    shutil.copytree(SOURCE, source / "chieu", ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "web"))
    before = {path.relative_to(source) for path in source.rglob("*.py")}
    ran(source, "chieu.cli", "new-game", "scratch", "--in-tree")
    new = {path.relative_to(source) for path in source.rglob("*.py")} - before
    assert {path.parent for path in new} == {Path("chieu/games/scratch")}
    alone = ("-p", "no:cacheprovider", "-o", "addopts=", "--import-mode=importlib")
    output = ran(source, "pytest", "tests/laws/test_laws.py", *alone, "-k", "scratch and (2 or chance or said)")
    assert " passed" in output
    assert "scratch" in ran(source, "chieu.cli", "games")


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("War", "cannot be the name of a game"),
        ("w", "cannot be the name of a game"),
        ("bài-cào", "cannot be the name of a game"),
        ("class", "cannot be the name of a game"),
        ("xidach", "there is already a game xidach"),
        ("there", "already exists: nothing was written"),
    ],
)
def test_a_bad_name_is_refused_and_nothing_is_written(chieu: Here, tmp_path: Path, name: str, why: str) -> None:
    (tmp_path / "there").mkdir()
    result = chieu("new-game", name, "--into", str(tmp_path))
    assert result.code == BAD_INPUT
    assert why in result.err
    assert is_one_line(result.err)
    assert [path.name for path in tmp_path.rglob("*")] == ["there"]


@pytest.mark.parametrize("lang", LANGS)
def test_it_says_what_to_do_next(chieu: Here, tmp_path: Path, lang: Lang) -> None:
    result = chieu("new-game", "tiny", "--into", str(tmp_path), "--lang", lang)
    assert result.code == OK
    assert "a working game" in result.out
    assert "chieu play tiny" in result.out
