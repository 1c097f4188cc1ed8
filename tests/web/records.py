"""Test records for the browser's verifier: a deal of each game, and one with a void attempt.

    python -m tests.web.records        write the missing ones to web/src/verify/fixtures

Existing files are never rewritten: an old record must verify for ever.
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
    """Return the function that plays each record, by name."""
    deals = {name: partial(played, name, game.seats[-1]) for name, game in all_games().items()}
    return {**deals, "void": partial(played, void=True)}


if __name__ == "__main__":
    for name, deal in kinds().items():
        path = FOLDER / f"{name}.txt"
        if not path.exists():
            path.write_text(deal().record(1), encoding="utf-8")
