"""Odds lab: what a rule sheet means for each role, what changing it does, and how sure that is."""

from chieu.odds.effects import effects
from chieu.odds.estimating import NotMeasured, compare, estimate
from chieu.odds.results import Comparison, Effect, Effects, Estimate, Fairer, Odds, RoleDifference, RoleOdds

__all__ = [
    "Comparison",
    "Effect",
    "Effects",
    "Estimate",
    "Fairer",
    "NotMeasured",
    "Odds",
    "RoleDifference",
    "RoleOdds",
    "compare",
    "effects",
    "estimate",
]
