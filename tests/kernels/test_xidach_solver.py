"""The solver's kernels return the same compiled and uncompiled."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import chieu

SOURCE = Path(chieu.__file__).parent

# High bounds leave few hands with a choice: uncompiled, each pair of hands takes time. Compilers may round a sum of
# thousands of products differently in the last digits, so nine digits are compared.
SCRIPT = """
from chieu.games.xidach.ai import cfr, two_player
from chieu.games.xidach.rules import Rules
rules = Rules(ace="by_count", player_must_draw_below=20, dealer_must_draw_below=20, pay_ngu_linh=3)
game = two_player.TwoPlayerGame(rules)
solver = cfr.CfrPlus(game)
solver.step()
player, dealers = solver.player.average_strategy(), [dealer.strategy for dealer in solver.dealers]
low, high = solver.value_against_best_dealer(player), solver.player_best_response_value(dealers)
print("uncompiled" if two_player.__file__.endswith(".py") else "compiled")
print(len(game.rows), len(game.columns), [sum(moves) for moves in (game.player_moves, game.dealer_moves)])
print(f"{low:.9f} {solver.expected_value(player, dealers):.9f} {high:.9f}")
"""


def output_of(source: Path) -> list[str]:
    environment = os.environ | {"PYTHONPATH": str(source)}
    process = subprocess.run(
        [sys.executable, "-c", SCRIPT], env=environment, capture_output=True, text=True, check=False
    )
    assert process.returncode == 0, process.stderr
    return process.stdout.splitlines()


def test_compiled_and_uncompiled_solvers_agree(tmp_path: Path) -> None:
    excluded = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "web")
    shutil.copytree(SOURCE, tmp_path / "chieu", ignore=excluded)
    pure_kind, *pure = output_of(tmp_path)
    _, *here = output_of(SOURCE.parent)
    assert pure_kind == "uncompiled"
    assert pure == here
