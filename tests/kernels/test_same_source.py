"""Compiled kernels and the same sources uncompiled behave the same.

Games agree move for move and fact for fact, environments number for number, and simulated evenings byte for byte in the
log. Each reads the states that the other pickled.
"""

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
    digest, states = hashlib.sha256(), []
    for seed in range({DEALS}):
        run = play(table, seed * 1000 + number)
        for seat, action in run.moves:
            digest.update(codec.encode([seat, action]))
        for events in run.events:
            digest.update(codec.encode([[event.fact, event.secret] for event in events]))
        for state in run.states[:: max(len(run.states) // 40, 1)]:
            digest.update(codec.encode([table.game.view(state, seat) for seat in (None, *range(table.seats))]))
        digest.update(codec.encode(table.game.payoff(run.states[-1])))
        states += run.states[:: max(len(run.states) // 6, 1)]
    print(table, digest.hexdigest())
    file = Path(os.environ["PICKLES"], f"{{number}}.pickle")  # of the other kernels, if they ran before
    if file.exists():
        assert pickle.loads(file.read_bytes()) == states, table
    file.write_bytes(pickle.dumps(states))
for name in all_games():
    vector, digest = envs.vector(name, deals=8, seed=1), hashlib.sha256()
    for step in range({STEPS}):
        vector.step((np.arange(8) + step) % np.diff(vector.offsets))
        digest.update(vector.observations.tobytes() + vector.ids.tobytes() + vector.rewards.tobytes())
    print("vector", name, digest.hexdigest())
for seed in range({EVENINGS}):
    print("evening", seed, hashlib.sha256(repr(sorted(simulate(seed).log._tables.items())).encode()).hexdigest())
"""


def output_of(source: Path, pickles: Path) -> tuple[str, list[str]]:
    root = Path(__file__).parents[2]
    path = os.pathsep.join([str(source), str(root)])
    environment = os.environ | {"PYTHONPATH": path, "PICKLES": str(pickles)}
    command = [sys.executable, "-c", SCRIPT]
    process = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stderr
    kind, *digests = process.stdout.splitlines()
    return kind, digests


def test_compiled_and_uncompiled_play_the_same_games(tmp_path: Path) -> None:
    copy = tmp_path / "src"
    shutil.copytree(SOURCE, copy / "chieu", ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__"))
    pure_kind, pure = output_of(copy, tmp_path)
    here_kind, here = output_of(SOURCE.parent, tmp_path)
    assert pure_kind == "uncompiled"
    assert here_kind == ("uncompiled" if str(rng.__file__).endswith(".py") else "compiled")
    assert pure == here
    assert len(here) > 10
    assert output_of(copy, tmp_path) == (pure_kind, pure), "uncompiled kernels read states that compiled ones pickled"


def test_kernels_are_compiled_if_there_is_a_compiler() -> None:
    expected = shutil.which(os.environ.get("CC", "cc")) is not None and os.environ.get("CHIEU_COMPILE") != "0"
    assert str(rng.__file__).endswith(".py") != expected
