"""PF-22: the test records of the browser's verifier also verify in Python."""

from __future__ import annotations

from pathlib import Path

import pytest

from chieu.fairness.verify import verify
from chieu.games import all_games
from tests.web.records import FOLDER, kinds


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.txt")), ids=lambda path: str(path.stem))
def test_pf_22_records_for_the_browser_verify_in_python_too(path: Path) -> None:
    (deal,) = verify(all_games(), path.read_text(encoding="utf-8").splitlines())
    assert [contribution.chair for contribution in deal.proof.contributions] == [0, 1]


def test_every_game_has_a_record_for_the_browser() -> None:
    missing = set(kinds()) - {path.stem for path in FOLDER.glob("*.txt")}
    assert not missing, "run `python -m tests.web.records`"
