"""The contents of a wheel and the imports of `import chieu` do not grow unnoticed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from hatchling.builders.wheel import WheelBuilder

from build_hooks.finder import ROOT

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
