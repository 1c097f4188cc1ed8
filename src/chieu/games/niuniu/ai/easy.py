"""An easy Niu Niu bot: bids high with a base, otherwise at random."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from chieu.core.rng import Rng
from chieu.games.niuniu import hands
from chieu.games.niuniu.messages import TOP_BID, Action, Bid, Stake, View
from chieu.games.niuniu.rules import Rules


class Easy:
    """Bids and stakes high with a base among its four cards, otherwise mostly low, now and then high.

    It ignores the bids of others.
    """

    def __init__(self, rules: Rules, seat: int, rng: Rng) -> None:
        self._rules = rules
        self._seat = seat
        self._rng = rng

    def see(self, fact: Any) -> None:
        """Ignore the fact."""

    def act(self, view: View, legal: Sequence[Action]) -> Action:
        cards = view.seats[self._seat].cards
        if cards is None:
            return self._rng.pick(legal)
        values = [hands.value(card, self._rules) for card in cards]
        keen = any(sum(three) % 10 == 0 for three in combinations(values, 3)) or self._rng.below(5) == 0
        if view.phase == "bids":
            return Bid(TOP_BID - int(self._rng.below(2)) if keen else 1 + int(self._rng.below(2)))
        amounts = sorted(action.amount for action in legal if isinstance(action, Stake))
        half = len(amounts) // 2
        return Stake(self._rng.pick(amounts[half:] if keen else amounts[: half + 1]))
