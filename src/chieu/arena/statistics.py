"""Means and shares with 95 % confidence intervals."""

from __future__ import annotations

from math import sqrt
from typing import Final

import msgspec

SURE: Final = 1.959963984540054  # standard deviations that contain 95 % of a normal distribution


class Mean(msgspec.Struct):
    """Running mean of integers, with exact sums.

    >>> edge = Mean()
    >>> for won in (1, -1, 1, 1):
    ...     edge.add(won)
    >>> edge
    Mean(+0.500 ± 0.980 of 4)
    """

    count: int = 0
    total: int = 0
    squares: int = 0

    def add(self, value: int) -> None:
        """Add an observation."""
        self.count += 1
        self.total += value
        self.squares += value * value

    @property
    def mean(self) -> float:
        """Mean of the observations, 0 if there are none."""
        return self.total / self.count if self.count else 0.0

    @property
    def error(self) -> float:
        """Standard error of the mean."""
        if self.count < 2:
            return 0.0
        variance = (self.squares * self.count - self.total * self.total) / (self.count * (self.count - 1))
        return sqrt(variance / self.count)

    @property
    def margin(self) -> float:
        """95 % margin of the mean, by the normal approximation (for large samples)."""
        return SURE * self.error

    def __repr__(self) -> str:
        return f"Mean({self.mean:+.3f} ± {self.margin:.3f} of {self.count})"

    def interval(self) -> tuple[float, float]:
        """Return the 95 % confidence interval of the mean."""
        return (self.mean - self.margin, self.mean + self.margin)


def wilson(successes: int, count: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval for a share, which holds for rare events and few trials too.

    >>> [round(end, 4) for end in wilson(0, 100)]
    [0.0, 0.037]
    >>> [round(end, 4) for end in wilson(50, 100)]
    [0.4038, 0.5962]
    """
    if count == 0:
        return (0.0, 1.0)
    share = successes / count
    weight = SURE * SURE / count
    middle = (share + weight / 2) / (1 + weight)
    margin = SURE / (1 + weight) * sqrt(share * (1 - share) / count + weight / (4 * count))
    return (max(0.0, middle - margin), min(1.0, middle + margin))
