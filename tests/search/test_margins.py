"""Error rates of margins, for samples with a known mean."""

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


def test_a_margin_holds_in_95_percent_of_samples() -> None:
    rng = Rng(1)
    missed = 0
    for _ in range(1000):
        values = [noise(rng) for _ in range(8)]
        missed += abs(mean(values)) > margin(values, 18)
    assert 25 < missed < 75


def test_equal_options_are_rarely_called_worse() -> None:
    """Comparing the best of many options with all others needs wider margins than one comparison."""
    rng = Rng(2)
    pairs = OPTIONS * (OPTIONS - 1) // 2
    alarms = by_two = 0
    for _ in range(TRIALS):
        won = [[noise(rng) for _ in range(WORLDS)] for _ in range(OPTIONS)]
        best = max(won, key=mean)
        gaps = [
            [top - other for top, other in zip(best, results, strict=True)] for results in won if results is not best
        ]
        alarms += any(mean(differences) > margin(differences, 36, pairs) for differences in gaps)
        by_two += any(mean(differences) > margin(differences, 36) for differences in gaps)
    assert alarms <= 0.06 * TRIALS
    assert by_two > 0.4 * TRIALS


def test_equal_values_have_a_margin() -> None:
    assert margin([1] * 4, 10) == 7.5
    assert margin([1] * 300, 10) == 0.1


def test_a_weighted_margin_holds_in_95_percent_of_samples() -> None:
    """Unequal weights reduce the effective sample size, so the unweighted margin is too narrow."""
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


def test_one_dominant_weight_gives_the_full_spread() -> None:
    assert intervals.margin([1, 5, 2], [1e9, 1, 1], 10) == 10


def test_values_sampled_together_count_as_one() -> None:
    """Copies carry no information. The last batch may be cut off, and weights may differ."""
    rng = Rng(4)
    missed = careless = 0
    for _ in range(1000):
        values = [value for value in (noise(rng) for _ in range(12)) for _ in range(16)][:-5]
        weights = [float(1 + rng.below(3)) for _ in values]
        off = abs(intervals.mean(values, weights))
        missed += off > intervals.margin(values, weights, 18, batch=16)
        careless += off > intervals.margin(values, weights, 18)
    assert 25 < missed < 75
    assert careless > 500


def test_one_batch_gives_the_full_spread() -> None:
    assert intervals.margin([1, 2, 3, 2], [1.0] * 4, 10, batch=64) == 10
