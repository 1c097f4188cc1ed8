"""Measure the typical swing of every preset and write `odds/swings.json`.

It takes some minutes. Run it after changing presets, usual bots or payoffs; tests measure some of the figures again.

    python -m build_hooks.swings
"""

from __future__ import annotations

import json
from pathlib import Path

from chieu.games import all_games
from chieu.odds.swings import measured

TARGET = Path(__file__).parent.parent / "src/chieu/odds/swings.json"


def main() -> None:
    """Write the file."""
    swings = {name: {preset: measured(game, preset) for preset in game.presets} for name, game in all_games().items()}
    TARGET.write_text(json.dumps(swings, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
