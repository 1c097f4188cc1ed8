"""Optimal play of two-seat auctions, which are solved for the preset."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from typing import Final

from chieu.core.rng import Rng
from chieu.games.niuniu.ai.auction_tables import BIDS, STAKES
from chieu.games.niuniu.messages import TOP_BID, Action, Bid, Stake, View
from chieu.games.niuniu.rules import PRESETS, Rules

_LEVELS: Final = 15  # highest hexadecimal digit


def optimal_action(rules: Rules, seat: int, view: View, rng: Rng) -> Action | None:
    """Sample the optimal bid or stake; None if the auction is not solved."""
    name, cards = _preset(rules), view.seats[seat].cards
    if name is None or cards is None or len(view.seats) != 2:
        return None
    side = view.order.index(seat)  # the first in order banks if the bids are equal
    place = _places()[tuple(sorted(card >> 2 for card in cards))]
    if view.phase == "bids":
        return Bid(TOP_BID if _chosen(BIDS[name][side][place], rng) else 1)
    stakes_most = _chosen(STAKES[name][side][view.times - 1][place], rng)
    return Stake(rules.stake_max if stakes_most else rules.stake_min)


def _chosen(digit: str, rng: Rng) -> bool:
    return bool(rng.below(_LEVELS) < int(digit, 16))


@cache
def _preset(rules: Rules) -> str | None:
    return next((name for name, preset in PRESETS.items() if preset == rules and name in BIDS), None)


@cache
def _places() -> dict[tuple[int, ...], int]:
    return {four: place for place, four in enumerate(combinations_with_replacement(range(13), 4))}
