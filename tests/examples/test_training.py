"""The player that the example trains beats random players."""

from __future__ import annotations

import runpy
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_the_tiny_player_beats_random_ones() -> None:
    """A random dealer wins 0.106 stakes per deal from a random player."""
    dealer, player = runpy.run_path(str(EXAMPLES / "train_tiny_player.py"))["main"](rounds=4, steps=80)
    assert dealer > 0.2
    assert player > 0.1
