"""Simulated evenings at which everything goes wrong.

For more: `python -m tests.online.service.simulation --count 5000`.
"""

from __future__ import annotations

import os

import pytest

from tests.online.service.simulation import simulate

FIRST = int(os.environ.get("CHIEU_SEED", "0"))
COUNT = int(os.environ.get("CHIEU_EVENINGS", "32"))


@pytest.mark.parametrize("seed", range(FIRST, FIRST + COUNT, 8))
def test_simulated_evenings_hold_the_invariants(seed: int) -> None:
    crashes = entries = mixed = 0
    for number in range(seed, seed + 8):
        world = simulate(number)
        crashes += world.crashes
        mixed += world.mixed
        entries += sum(map(len, world.log._tables.values()))
    assert crashes > 0
    assert mixed > 0, "PF-11"
    assert entries > 100


def test_a_simulated_evening_is_reproducible() -> None:
    """The same seed gives the same log, byte for byte."""
    world, other = simulate(3), simulate(3)
    assert world.log._tables == other.log._tables
