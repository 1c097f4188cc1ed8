"""The solver's kernels, compiled and from the same sources uncompiled, find the same."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import chieu

SOURCE = Path(chieu.__file__).parent

# Bounds so high that few hands choose: uncompiled, every pair of hands takes its time. Compilers may round a sum of
# thousands of products in the last digits, so nine of them must do.
SCRIPT = """
from chieu.games.xidach.ai import cfr, two_player
from chieu.games.xidach.rules import Rules
found = two_player.Duel(Rules(ace="by_count", player_must_draw_below=20, dealer_must_draw_below=20, pay_ngu_linh=3))
learning = cfr.Learning(found)
learning.step()
player, dealers = learning.player.average(), [dealer.plan for dealer in learning.dealers]
low, high = learning.dealer_at_best(player), learning.player_at_best(dealers)
print("uncompiled" if two_player.__file__.endswith(".py") else "compiled")
print(len(found.rows), len(found.columns), [sum(may) for may in (found.player, found.dealer)])
print(f"{low:.9f} {learning.between(player, dealers):.9f} {high:.9f}")
"""


def ran(source: Path) -> list[str]:
    known = os.environ | {"PYTHONPATH": str(source)}
    done = subprocess.run([sys.executable, "-c", SCRIPT], env=known, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_compiled_and_uncompiled_solvers_find_the_same(tmp_path: Path) -> None:
    unwanted = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "web")
    shutil.copytree(SOURCE, tmp_path / "chieu", ignore=unwanted)
    pure_kind, *pure = ran(tmp_path)
    _, *here = ran(SOURCE.parent)
    assert pure_kind == "uncompiled"
    assert pure == here
