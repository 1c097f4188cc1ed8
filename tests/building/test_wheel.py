"""The contents of a wheel and the imports of `import chieu` do not grow unnoticed."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

from hatchling.builders.wheel import WheelBuilder
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from build_hooks.finder import ROOT
from chieu.cli.entry import EXTRAS
from chieu.cli.text.texts import COMMANDS

KINDS = {".css", ".gz", ".json", ".py", ".svg", ".toml", ".txt", ".typed"}
LARGEST = 100_000  # bytes; the stored odds have 85,000
HEAVY = """
asyncio ctypes gymnasium html http logging msgspec.json.schema multiprocessing numpy openskill
pettingzoo pyspiel sqlite3 ssl starlette statistics subprocess telegram tomllib unittest uvicorn websockets
chieu.arena chieu.bots chieu.envs chieu.fairness chieu.games chieu.odds chieu.online chieu.pictures chieu.search
"""


def test_a_wheel_holds_small_files_of_known_kinds() -> None:
    files = [Path(file.path) for file in WheelBuilder(str(ROOT)).recurse_included_files()]
    assert {file.suffix for file in files} == KINDS
    assert [file for file in files if file.stat().st_size > LARGEST] == []


def test_import_chieu_loads_no_game_and_nothing_heavy() -> None:
    code = "import sys; before = set(sys.modules); import chieu; print(*sorted(set(sys.modules) - before))"
    result = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True)
    assert set(result.stdout.split()) & set(HEAVY.split()) == set()


def installed_with(requirements: list[str]) -> set[str]:
    """Return the distributions that `pip` installs for these requirements."""
    found: set[str] = set()
    waiting = list(map(Requirement, requirements))
    while waiting:
        wanted = waiting.pop()
        name = canonicalize_name(wanted.name)
        if name not in found and (not wanted.marker or wanted.marker.evaluate({"extra": ""})):
            found.add(name)
            waiting += map(Requirement, metadata.requires(name) or ())
    return found


def test_commands_need_no_package_but_the_declared_ones() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = installed_with(project["dependencies"]) | {"chieu"}
    modules = metadata.packages_distributions().items()
    missing = [module for module, homes in modules if not declared & set(map(canonicalize_name, homes))]
    commands = sorted(set(COMMANDS) - set(EXTRAS))
    code = f"""import sys
sys.modules.update(dict.fromkeys({missing}))
from chieu.cli import main
print([main([name, "-h"]) for name in {commands}])"""
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert result.stderr == ""
    assert result.stdout.splitlines()[-1] == str([0] * len(commands))
