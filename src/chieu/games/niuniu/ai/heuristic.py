"""A heuristic Niu Niu bot that plays from its view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from chieu.core.rng import Rng
from chieu.games.niuniu import hands
from chieu.games.niuniu.ai.opponent_model import EDGE_PER_BID_STEP
from chieu.games.niuniu.messages import TOP_BID, Action, Bid, Stake, View
from chieu.games.niuniu.rules import Rules

_SAMPLES: Final = 300  # opponents' hands; the edge is then accurate to a tenth of a stake


class Heuristic:
    """Bids and stakes by the edge of its four cards in an auction.

    Everything it can win or lose is linear in its bid and its stake, so it takes the highest or the lowest: the top
    bid if it beats an unknown hand on average, the top stake if its edge exceeds what the banker's bid stands for.
    If stakes come before the cards there is nothing to know, and it makes the lowest.
    """

    def __init__(self, rules: Rules, seat: int, rng: Rng) -> None:
        self._compiled = hands.compile_rules(rules)
        self._seat = seat
        self._rng = rng

    def see(self, fact: Any) -> None:
        """Ignore the fact: the view holds everything."""

    def act(self, view: View, legal: Sequence[Action]) -> Action:
        cards = view.seats[self._seat].cards
        if cards is None:
            return legal[0]
        edge = hands.edge(cards, self._rng, _SAMPLES, self._compiled)
        if view.phase == "bids":
            return Bid(TOP_BID if edge > 0 else 1)
        amounts = [action.amount for action in legal if isinstance(action, Stake)]
        return Stake(max(amounts) if edge > EDGE_PER_BID_STEP * (view.times - 1) else min(amounts))
