"""PF-42: a short run of `python -m tests.search.calibration`."""

from __future__ import annotations

from pathlib import Path

import pytest

from chieu.games import all_games
from tests.search.calibration import append_result, calibrate, read_results

COUNTS = {"rummy": 60}  # long searches of many hands


@pytest.mark.parametrize("name", all_games())
def test_most_intervals_hold_the_truth(name: str) -> None:
    count = COUNTS.get(name, 100)
    found = calibrate(all_games()[name], count, seed=1, times=10, worlds=100)
    for kind in ("value", "difference"):
        if found.total(kind):
            assert found.share(kind)[0] >= 0.88, list(found.lines())
    assert found.total("value", "difference") >= count
    assert found.wrong("best") <= 1
    assert found.wrong("mistake") <= 1


def test_a_run_continues_where_it_was_ended(tmp_path: Path) -> None:
    game, path, settings = all_games()["xidach"], tmp_path / "results", {"game": "xidach"}
    assert read_results(path, settings) == []
    whole = calibrate(game, 20, seed=1, times=2, worlds=20, show=lambda found: append_result(path, found[-1]))
    path.write_bytes(path.read_bytes()[:-9])  # killed while it wrote the last position
    earlier = read_results(path, settings)
    assert earlier == whole[:-1]
    assert calibrate(game, 20, seed=1, times=2, worlds=20, earlier=earlier) == whole
    with pytest.raises(SystemExit, match="name another file"):
        read_results(path, {"game": "big2"})
