"""Rule-based Niu Niu bots, which play from their view: `Heuristic`, and `Easy`, which errs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from chieu.core.extras import Bot
from chieu.core.rng import Rng
from chieu.games.niuniu import hands
from chieu.games.niuniu.ai.opponent_model import EDGE_PER_BID_STEP
from chieu.games.niuniu.messages import Action, Bid, Decline, Stake, View
from chieu.games.niuniu.rules import TOP_BID, Rules

_SAMPLES: Final = 300  # opponents' hands; the edge is then accurate to a tenth of a stake


def _lowest(legal: Sequence[Action]) -> Action:
    """NN-25: return the lowest bid, which is none if that is allowed."""
    return Decline() if Decline() in legal else Bid(1)


class Heuristic(Bot):
    """Bids and stakes by the edge of its four cards in an auction.

    Everything it can win or lose is linear in its bid and its stake, so it takes the highest or the lowest: the top
    bid if it beats an unknown hand on average, the top stake if its edge exceeds what the banker's bid stands for.
    The lowest bid is none where it may decline. If stakes come before the cards there is nothing to know, and it makes
    the lowest.
    """

    def __init__(self, rules: Rules, seat: int, rng: Rng) -> None:
        self._compiled = hands.compile_rules(rules)
        self._seat = seat
        self._rng = rng

    def act(self, view: View, legal: Sequence[Action]) -> Action:
        cards = view.seats[self._seat].cards
        if cards is None:
            return legal[0]
        edge = hands.edge(cards, self._rng, _SAMPLES, self._compiled)
        if view.phase == "bids":
            return Bid(TOP_BID) if edge > 0 else _lowest(legal)
        amounts = [action.amount for action in legal if isinstance(action, Stake)]
        return Stake(max(amounts) if edge > EDGE_PER_BID_STEP * (view.times - 1) else min(amounts))


class Easy(Bot):
    """Makes the top bid and the top stake with a base among its four cards, otherwise the lowest.

    It ignores what its final two may be worth, and the bids of others.
    """

    def __init__(self, rules: Rules, seat: int, rng: Rng) -> None:
        self._rules = rules
        self._seat = seat
        self._rng = rng

    def act(self, view: View, legal: Sequence[Action]) -> Action:
        cards = view.seats[self._seat].cards
        if cards is None:
            return self._rng.pick(legal)
        values = [hands.value(card, self._rules) for card in cards]
        keen = any(sum(three) % 10 == 0 for three in combinations(values, 3))
        if view.phase == "bids":
            return Bid(TOP_BID) if keen else _lowest(legal)
        amounts = [action.amount for action in legal if isinstance(action, Stake)]
        return Stake(max(amounts) if keen else min(amounts))
