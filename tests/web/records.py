"""Records that the verifier in the browser is tried on: a deal of every game, and one with a void attempt.

    python -m tests.web.records        writes those that are missing into web/src/verify/fixtures

They are kept: a record verifies for ever.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from chieu.games import all_games
from tests.fairness.test_proofs import played
from tests.online.table.sitting import Sitting

FOLDER = Path(__file__).parent.parent.parent / "web" / "src" / "verify" / "fixtures"


def kinds() -> dict[str, Callable[[], Sitting]]:
    """Return the recipe of each record by its name."""
    deals = {name: partial(played, name, game.seats[-1]) for name, game in all_games().items()}
    return {**deals, "void": partial(played, void=True)}


if __name__ == "__main__":
    for name, deal in kinds().items():
        path = FOLDER / f"{name}.txt"
        if not path.exists():
            path.write_text(deal().record(1), encoding="utf-8")
