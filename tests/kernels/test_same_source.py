"""What is compiled and the same sources uncompiled do the same: games, move for move and fact for fact, environments,
number for number, and whole evenings of a house, byte for byte in the log. They read each other's states."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import chieu
from chieu.core import rng

SOURCE = Path(chieu.__file__).parent
DEALS = 3
EVENINGS = 3
STEPS = 60

SCRIPT = f"""
import hashlib, os, pickle
from pathlib import Path
import numpy as np
from chieu import all_games, envs
from tests.online.service.simulation import simulate
from chieu.testing import play
from tests.playing import all_tables
from chieu.core import codec, rng
print("uncompiled" if rng.__file__.endswith(".py") else "compiled")
for number, table in enumerate(all_tables()):
    told, states = hashlib.sha256(), []
    for seed in range({DEALS}):
        run = play(table, seed * 1000 + number)
        for seat, action in run.moves:
            told.update(codec.encode([seat, action]))
        for events in run.events:
            told.update(codec.encode([[event.fact, event.secret] for event in events]))
        for state in run.states[:: max(len(run.states) // 40, 1)]:
            told.update(codec.encode([table.game.view(state, seat) for seat in (None, *range(table.seats))]))
        told.update(codec.encode(table.game.payoff(run.states[-1])))
        states += run.states[:: max(len(run.states) // 6, 1)]
    print(table, told.hexdigest())
    kept = Path(os.environ["KEPT"], f"{{number}}.pickle")  # those that the other kernels made, if they were here before
    if kept.exists():
        assert pickle.loads(kept.read_bytes()) == states, table
    kept.write_bytes(pickle.dumps(states))
for name in all_games():
    many, told = envs.vector(name, deals=8, seed=1), hashlib.sha256()
    for step in range({STEPS}):
        many.step((np.arange(8) + step) % np.diff(many.offsets))
        told.update(many.observations.tobytes() + many.ids.tobytes() + many.rewards.tobytes())
    print("vector", name, told.hexdigest())
for seed in range({EVENINGS}):
    print("evening", seed, hashlib.sha256(repr(sorted(simulate(seed).log._tables.items())).encode()).hexdigest())
"""


def played(source: Path, kept: Path) -> tuple[str, list[str]]:
    root = Path(__file__).parents[2]
    path = os.pathsep.join([str(source), str(root)])
    told = os.environ | {"PYTHONPATH": path, "KEPT": str(kept)}
    command = [sys.executable, "-c", SCRIPT]
    done = subprocess.run(command, cwd=root, env=told, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    kind, *digests = done.stdout.splitlines()
    return kind, digests


def test_compiled_and_uncompiled_play_the_same_games(tmp_path: Path) -> None:
    copy = tmp_path / "src"
    shutil.copytree(SOURCE, copy / "chieu", ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__"))
    pure_kind, pure = played(copy, tmp_path)
    here_kind, here = played(SOURCE.parent, tmp_path)
    assert pure_kind == "uncompiled"
    assert here_kind == ("uncompiled" if str(rng.__file__).endswith(".py") else "compiled")
    assert pure == here
    assert len(here) > 10
    assert played(copy, tmp_path) == (pure_kind, pure), (
        "states that compiled kernels pickled are read by uncompiled ones"
    )


def test_where_there_is_a_compiler_the_kernels_are_compiled() -> None:
    wanted = shutil.which(os.environ.get("CC", "cc")) is not None and os.environ.get("CHIEU_COMPILE") != "0"
    assert str(rng.__file__).endswith(".py") != wanted
