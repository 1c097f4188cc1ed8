"""Optimal play of two-seat auctions, solved for the preset by `build_hooks/niuniu_auction.py`."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from typing import Final

import msgspec

from chieu.core.codec import load_data
from chieu.core.rng import Rng
from chieu.games.niuniu.messages import TOP_BID, Action, Bid, Stake, View
from chieu.games.niuniu.rules import PRESETS, Rules

_LEVELS: Final = 15  # highest hexadecimal digit


class Solution(msgspec.Struct, frozen=True):
    """Strategies of the seat that banks if the bids are equal, and of the other.

    A strategy has one hexadecimal digit for each multiset of four ranks, in the order of
    `itertools.combinations_with_replacement`: a probability in fifteenths.
    """

    bids: tuple[str, str]
    """Probability of the highest bid instead of the lowest."""
    stakes: tuple[tuple[str, ...], tuple[str, ...]]
    """Probability of the highest stake instead of the lowest, against each bid of a banker from 1 up."""


@cache
def solutions() -> dict[str, Solution]:
    """Return the solved auctions by preset."""
    return load_data("chieu.games.niuniu.ai", "auction.json", dict[str, Solution])


def optimal_action(rules: Rules, seat: int, view: View, rng: Rng) -> Action | None:
    """Sample the optimal bid or stake; None if the auction is not solved."""
    solution = next((solution for name, solution in solutions().items() if PRESETS[name] == rules), None)
    cards = view.seats[seat].cards
    if solution is None or cards is None or len(view.seats) != 2:
        return None
    side = view.order.index(seat)  # the first in order banks if the bids are equal
    place = _places()[tuple(sorted(card >> 2 for card in cards))]
    if view.phase == "bids":
        return Bid(TOP_BID if _chosen(solution.bids[side][place], rng) else 1)
    stakes_high = _chosen(solution.stakes[side][view.times - 1][place], rng)
    return Stake(rules.stake_max if stakes_high else rules.stake_min)


def _chosen(digit: str, rng: Rng) -> bool:
    return bool(rng.below(_LEVELS) < int(digit, 16))


@cache
def _places() -> dict[tuple[int, ...], int]:
    return {four: place for place, four in enumerate(combinations_with_replacement(range(13), 4))}
