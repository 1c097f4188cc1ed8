"""95 % confidence margins of means, also of small samples and for many comparisons at once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import sqrt
from statistics import NormalDist, fmean
from typing import Final

_SIGNIFICANCE: Final = 0.05
_MIN_SAMPLE: Final = 2  # effective sample size; below it one value outweighs all others
_ROUNDING: Final = 1e-9  # of the spread: smaller differences are rounding errors
_RULE_OF_THREE: Final = 3  # an event not seen in n cases has a probability of at most 3 / n (95 %)


@lru_cache(maxsize=4096)
def quantile(count: int, comparisons: int = 1) -> float:
    """Return the 95 % margin of a mean of `count` values, in standard errors.

    This is Student's t quantile, by a series expansion. With `comparisons` the margins of that many means hold
    together (Bonferroni).

    >>> [round(quantile(count), 2) for count in (4, 10, 30, 10_000)]
    [3.16, 2.26, 2.05, 1.96]
    >>> round(quantile(10_000, comparisons=20), 2)
    3.02
    """
    normal = NormalDist().inv_cdf(1 - _SIGNIFICANCE / (2 * comparisons))
    freedom = count - 1
    second = (normal**3 + normal) / 4
    third = (5 * normal**5 + 16 * normal**3 + 3 * normal) / 96
    fourth = (3 * normal**7 + 19 * normal**5 + 17 * normal**3 - 15 * normal) / 384
    return normal + second / freedom + third / freedom**2 + fourth / freedom**3


def margin(
    values: Sequence[float], weights: Sequence[float], spread: float, comparisons: int = 1, batch: int = 1
) -> float:
    """Return the margin of the weighted mean of some values.

    Only batches of `batch` values in a row are independent of each other, so they count as one observation each.
    Unequal weights reduce the effective number of batches further. Equal values do not prove that others cannot occur;
    those may differ by up to `spread`.
    """
    sums = _batch_sums(weights, batch)
    total, batches = sum(sums), len(sums)
    if batches < _MIN_SAMPLE or not total:
        return spread
    if max(values) - min(values) <= _ROUNDING * spread:
        return min(1.0, _RULE_OF_THREE / batches) * spread
    count = total * total / sum(weight * weight for weight in sums)
    if count < _MIN_SAMPLE:
        return spread
    centre = mean(values, weights)
    residuals = [weight * (value - centre) for value, weight in zip(values, weights, strict=True)]
    squares = sum(residual * residual for residual in _batch_sums(residuals, batch))
    return quantile(round(count), comparisons) * sqrt(squares * batches / (batches - 1)) / total


def _batch_sums(values: Sequence[float], batch: int) -> Sequence[float]:
    return values if batch == 1 else [sum(values[start : start + batch]) for start in range(0, len(values), batch)]


def mean(values: Sequence[float], weights: Sequence[float]) -> float:
    """Return the weighted mean; the plain mean if all weights are 0."""
    total = sum(weights)
    return fmean(values, weights) if total else fmean(values)
