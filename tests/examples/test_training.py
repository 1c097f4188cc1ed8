"""What the example trains is worth something."""

from __future__ import annotations

import runpy
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_the_tiny_player_beats_random_ones() -> None:
    """Random ones win 0.106 stakes a deal as the dealer and lose as much as the player."""
    dealer, player = runpy.run_path(str(EXAMPLES / "train_tiny_player.py"))["main"](rounds=4, steps=80)
    assert dealer > 0.2
    assert player > 0.1
