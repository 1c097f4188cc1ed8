"""A sensible Niu Niu player, from what its seat sees."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from chieu.core.luck import Luck
from chieu.games.niuniu import hands
from chieu.games.niuniu.game import tuning_of
from chieu.games.niuniu.vocabulary import Action, Bid, Stake, View

_OPPONENTS: Final = 300


class Heuristic:
    """Knows what its four cards win on average and goes by that, in an auction.

    It bids for the bank when a stranger's hand would lose to it, higher the more it would win; it stakes all it may
    when it is better off than the banker showed to be by bidding, and as little as it may otherwise. Where stakes come
    before the cards there is nothing to know, and it stakes little.
    """

    def __init__(self, seat: int, luck: Luck) -> None:
        self._seat = seat
        self._luck = luck

    def see(self, fact: Any) -> None:
        """Nothing to remember: the view tells all."""

    def act(self, view: View, legal: Sequence[Action]) -> Action:
        cards = view.seats[self._seat].cards
        if cards is None:
            return legal[0]
        edge = hands.edge(cards, self._luck, _OPPONENTS, tuning_of(view.rules))
        if view.phase == "bids":
            return Bid(bid_for(edge))
        amounts = [action.amount for action in legal if isinstance(action, Stake)]
        return Stake(max(amounts) if bid_for(edge) > view.times else min(amounts))


def bid_for(edge: float) -> int:
    """One more than the least for any advantage, and one more for each half stake of it."""
    return min(2 + int(2 * edge), 4) if edge > 0 else 1
