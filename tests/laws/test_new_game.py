"""A new folder in `games` is a new game: nothing else is edited for the laws, bots and command line to find it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import chieu

SOURCE = Path(chieu.__file__).parent
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package with one more folder: Xì Dách under another name, with a bot under another name."""
    copy = tmp_path_factory.mktemp("source")
    unwanted = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "web")
    shutil.copytree(SOURCE, copy / "chieu", ignore=unwanted)
    new = copy / "chieu/games/scratch"
    shutil.copytree(SOURCE / "games/xidach", new, ignore=unwanted)
    for file in new.glob("*.py"):
        text = file.read_text(encoding="utf-8").replace("chieu.games.xidach", "chieu.games.scratch")
        text = text.replace('name="xidach"', 'name="scratch"').replace('bots={"heuristic"', 'bots={"simple"')
        file.write_text(text, encoding="utf-8")
    return copy


def ran(source: Path, *words: str) -> str:
    command = [sys.executable, "-m", *words]
    known = os.environ | {"PYTHONPATH": os.pathsep.join([str(source), str(ROOT)]), "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(command, cwd=ROOT, env=known, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_laws_find_a_new_game(source: Path) -> None:
    laws = ("tests/laws/test_laws.py", "tests/laws/test_bots.py")
    alone = ("-p", "no:cacheprovider", "-o", "addopts=", "--import-mode=importlib")
    told = ran(source, "pytest", *laws, *alone, "-k", "scratch and (2 or chance)")  # both presets at two seats
    assert " 5 passed, " in told


def test_the_command_line_finds_a_new_game_and_its_usual_bot(source: Path) -> None:
    assert "scratch" in ran(source, "chieu.cli", "games")
    assert "simple" in ran(source, "chieu.cli", "simulate", "scratch", "--deals", "3", "--seats", "2")
    assert "XD-14" in ran(source, "chieu.cli", "rules", "scratch")
