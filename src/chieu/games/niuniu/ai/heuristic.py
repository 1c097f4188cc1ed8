"""A sensible Niu Niu player, from what its seat sees."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from chieu.core.rng import Rng
from chieu.games.niuniu import hands
from chieu.games.niuniu.ai.opponent_model import SHOWN_BY_A_STEP
from chieu.games.niuniu.messages import TOP_BID, Action, Bid, Stake, View
from chieu.games.niuniu.rules import Rules

_OPPONENTS: Final = 300  # hands drawn to play against; the edge is then true to a tenth of a stake


class Heuristic:
    """In an auction it knows what its four cards win on average, and goes by that.

    All it can win or lose is in proportion to its bid and to its stake, so it takes the most or the least and nothing
    in between: the top bid if it beats a stranger's hand on average, the top stake if it is also better off than the
    banker's bid says the banker is. Where stakes come before the cards there is nothing to know, and it stakes little.
    """

    def __init__(self, rules: Rules, seat: int, rng: Rng) -> None:
        self._compiled = hands.compile_rules(rules)
        self._seat = seat
        self._rng = rng

    def see(self, fact: Any) -> None:
        """Nothing to remember: the view tells all."""

    def act(self, view: View, legal: Sequence[Action]) -> Action:
        cards = view.seats[self._seat].cards
        if cards is None:
            return legal[0]
        edge = hands.edge(cards, self._rng, _OPPONENTS, self._compiled)
        if view.phase == "bids":
            return Bid(TOP_BID if edge > 0 else 1)
        amounts = [action.amount for action in legal if isinstance(action, Stake)]
        return Stake(max(amounts) if edge > SHOWN_BY_A_STEP * (view.times - 1) else min(amounts))
