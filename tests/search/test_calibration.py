"""PF-42: a short run of `python -m tests.search.calibration`."""

from __future__ import annotations

import pytest

from chieu.games import all_games
from tests.search.calibration import calibrate

COUNTS = {"rummy": 60}  # long searches of many hands


@pytest.mark.parametrize("name", all_games())
def test_most_intervals_hold_the_truth(name: str) -> None:
    count = COUNTS.get(name, 100)
    found = calibrate(all_games()[name], count, seed=1, times=10, worlds=100)
    for kind in ("value", "difference"):
        if found.held[kind]:
            assert found.share(kind)[0] >= 0.88, list(found.lines())
    assert found.count("value") + found.count("difference") >= count
    assert found.best_wrong <= 1
    assert found.mistakes_wrong <= 1
