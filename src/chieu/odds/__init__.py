"""Odds lab: what a rule sheet means for each role, what changing it does, and how sure that is."""

from chieu.odds.effects import effects
from chieu.odds.estimating import NotMeasured, compare, estimate
from chieu.odds.results import Comparison, Effect, Effects, Estimate, Fairer, Odds, RoleDifference, RoleOdds
from chieu.odds.same_deal import NotSameCards, SameDeal, same_deal

__all__ = [
    "Comparison",
    "Effect",
    "Effects",
    "Estimate",
    "Fairer",
    "NotMeasured",
    "NotSameCards",
    "Odds",
    "RoleDifference",
    "RoleOdds",
    "SameDeal",
    "compare",
    "effects",
    "estimate",
    "same_deal",
]
