"""How often margins are wrong, where the truth is known."""

from __future__ import annotations

from collections.abc import Sequence

from chieu.core.rng import Rng
from chieu.search import intervals

TRIALS, OPTIONS, WORLDS = 300, 12, 24


def mean(values: Sequence[float]) -> float:
    return intervals.mean(values, [1.0] * len(values))


def margin(values: Sequence[float], spread: float, comparisons: int = 1) -> float:
    return intervals.margin(values, [1.0] * len(values), spread, comparisons)


def noise(rng: Rng) -> int:
    return sum(rng.below(7) - 3 for _ in range(3))


def test_a_margin_holds_95_times_in_100() -> None:
    rng = Rng(1)
    missed = 0
    for _ in range(1000):
        values = [noise(rng) for _ in range(8)]
        missed += abs(mean(values)) > margin(values, 18)
    assert 25 < missed < 75


def test_of_options_that_are_all_alike_hardly_ever_one_is_called_worse() -> None:
    """Who compares the worst of many with the best of them must be far surer than who compares two."""
    rng = Rng(2)
    pairs = OPTIONS * (OPTIONS - 1) // 2
    alarms = by_two = 0
    for _ in range(TRIALS):
        won = [[noise(rng) for _ in range(WORLDS)] for _ in range(OPTIONS)]
        best = max(won, key=mean)
        gaps = [[top - other for top, other in zip(best, one, strict=True)] for one in won if one is not best]
        alarms += any(mean(one) > margin(one, 36, pairs) for one in gaps)
        by_two += any(mean(one) > margin(one, 36) for one in gaps)
    assert alarms <= 0.06 * TRIALS
    assert by_two > 0.4 * TRIALS


def test_worlds_that_all_agree_do_not_make_it_sure() -> None:
    assert margin([1] * 4, 10) == 7.5
    assert margin([1] * 300, 10) == 0.1


def test_a_margin_of_weighed_values_holds_95_times_in_100() -> None:
    """Values that come with unequal weights: the mean is that of the weighed ones, and less sure than it seems."""
    rng = Rng(3)
    missed = careless = 0
    for _ in range(1000):
        values = [noise(rng) for _ in range(24)]
        weights = [float((1, 1, 1, 8)[rng.below(4)]) for _ in range(24)]
        off = abs(intervals.mean(values, weights))
        missed += off > intervals.margin(values, weights, 18)
        careless += off > margin(values, 18)
    assert 25 < missed < 85
    assert careless > 100


def test_one_world_that_outweighs_all_others_tells_nothing() -> None:
    assert intervals.margin([1, 5, 2], [1e9, 1, 1], 10) == 10
