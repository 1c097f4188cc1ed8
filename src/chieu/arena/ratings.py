"""Ratings on the scale of Elo, by the Plackett-Luce model of openskill: one deal is one game among all bots, ranked by
what each won on it. Who has 200 points more comes out ahead on 76 deals in 100, with 400 more on 91."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log, sqrt
from typing import Final

import msgspec

_AVERAGE: Final = 1500.0
_UNKNOWN: Final = 300.0  # how far from average a bot may be of which nothing is known, as a standard deviation
_SCALE: Final = 400 / log(10)


class Rating(msgspec.Struct, frozen=True):
    """Points, and the standard deviation of what is not known of them."""

    points: float
    sigma: float


def ratings(names: Sequence[str], games: Sequence[Mapping[str, float]]) -> dict[str, Rating]:
    """What the scores of many games, each with all of these bots, say of each. The average bot has 1500 points."""
    from openskill.models import PlackettLuce  # noqa: PLC0415  # only who rates waits for it

    # With no noise of its own (tau) and this beta the model's odds are those of Elo.
    model = PlackettLuce(mu=_AVERAGE, sigma=_UNKNOWN, beta=_SCALE / sqrt(len(names)), tau=0.0, kappa=1e-6)
    rated = [model.rating() for _ in names]
    for game in games:
        teams = model.rate([[one] for one in rated], scores=[game[name] for name in names])
        rated = [team[0] for team in teams]
    shift = _AVERAGE - sum(one.mu for one in rated) / len(rated)
    return {name: Rating(one.mu + shift, one.sigma) for name, one in zip(names, rated, strict=True)}
