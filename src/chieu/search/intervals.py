"""How sure one can be of a mean (95 %), also of few values and where many means are compared at once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import sqrt
from statistics import NormalDist, fmean
from typing import Final

_DOUBT: Final = 0.05
_COUNTS_AS_ONE: Final = 2  # where one value outweighs all others
_UNSEEN: Final = 3  # in so many of n cases something may happen that n cases have not shown (the rule of three)


@lru_cache(maxsize=4096)
def quantile(count: int, comparisons: int = 1) -> float:
    """How many standard errors a mean of `count` values is to be trusted within: Student's, by its series.

    Who looks for the greatest of many differences finds one by chance: with `comparisons` all of them hold together
    (Bonferroni).

    >>> [round(quantile(count), 2) for count in (4, 10, 30, 10_000)]
    [3.16, 2.26, 2.05, 1.96]
    >>> round(quantile(10_000, comparisons=20), 2)
    3.02
    """
    normal = NormalDist().inv_cdf(1 - _DOUBT / (2 * comparisons))
    free = count - 1
    second = (normal**3 + normal) / 4
    third = (5 * normal**5 + 16 * normal**3 + 3 * normal) / 96
    fourth = (3 * normal**7 + 19 * normal**5 + 17 * normal**3 - 15 * normal) / 384
    return normal + second / free + third / free**2 + fourth / free**3


def margin(values: Sequence[float], weights: Sequence[float], spread: float, comparisons: int = 1) -> float:
    """How far the true mean may lie from that of `values`, each of which counts as much as its weight. There are two of
    them at least.

    Values that are all the same do not tell that others cannot come: those may lie as far off as `spread`. With unequal
    weights there are fewer values than it seems.
    """
    total = sum(weights)
    count = total * total / sum(weight * weight for weight in weights) if total else 1.0
    centre = mean(values, weights)
    off = sum((weight * (value - centre)) ** 2 for value, weight in zip(values, weights, strict=True))
    if off == 0 or count < _COUNTS_AS_ONE:
        return min(1.0, _UNSEEN / len(values)) * spread if off == 0 else spread
    return quantile(round(count), comparisons) * sqrt(off * len(values) / (len(values) - 1)) / total


def mean(values: Sequence[float], weights: Sequence[float]) -> float:
    """The mean of values that count as much as their weights; as if all counted alike where none counts."""
    total = sum(weights)
    return fmean(values, weights) if total else fmean(values)
