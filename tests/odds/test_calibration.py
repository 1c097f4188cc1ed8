"""Intervals of `chieu.odds` contain exact values as often as they claim."""

from __future__ import annotations

from tests.odds.measuring import calibrate


def test_od_13_intervals_contain_exact_values() -> None:
    """The short form of `python -m tests.odds.measuring calibration`."""
    found = calibrate(12, 10, 160, seed=4, long_run=False)
    assert set(found) == {"exact: won", "exact: win", "exact: difference"}
    for name, coverage in found.items():
        assert len(coverage.shares) == 12
        assert coverage.mean >= 0.88, name
