"""How Niu Niu is searched: best play where that is known, in other auctions what four cards win from strangers. Nothing
has to be tried in worlds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from chieu.core.rng import Rng
from chieu.games.niuniu import hands
from chieu.games.niuniu.ai.auction import solved
from chieu.games.niuniu.ai.opponent_model import Prospects
from chieu.games.niuniu.messages import TOP_BID, Action, Bid, Stake, View
from chieu.games.niuniu.rules import Rules

_DRAWN_HANDS_MISS: Final = 0.06  # stakes: about two standard errors of a mean over 2,300 hands


class NiuNiuSampler:
    """What a seat may take for real, from its view: facts tell no more than that."""

    def __init__(self, rules: Rules, seat: int, facts: Sequence[Any], view: View, rng: Rng) -> None:
        del facts
        self._rules = rules
        self._compiled = hands.compile_rules(rules)
        self._seat = seat
        self._view = view
        self._best = solved(rules, seat, view, rng)

    def options(self, actions: Sequence[Action]) -> Sequence[Action]:
        """Of best play just what it does. What is won goes in proportion to the stake: the least or the most."""
        if self._best is not None:
            return [self._best]
        return actions if isinstance(actions[0], Bid) else [actions[0], actions[-1]]

    def weight(self, number: int) -> float:
        del number
        return 1.0

    def payoffs(self, number: int, actions: Sequence[Action]) -> Sequence[float]:
        del number
        return self.exact(actions)

    @property
    def doubt(self) -> float:
        """Of what some three thousand drawn hands win, at the most that a stake may count."""
        if self._view.seats[self._seat].cards is None:
            return 0.0
        times = self._view.times if self._view.phase == "stakes" else TOP_BID
        return float(_DRAWN_HANDS_MISS * int(self._compiled.stake_max) * times)

    def exact(self, actions: Sequence[Action]) -> Sequence[float]:
        """In an auction, where cards come first: by what they win from strangers. Before the cards every stake is worth
        nothing: the banker wins from a player's hand what that player would win from the banker's (NN-20). The house
        has no hand: by the table it pays, each chip of a stake is worth the same (NN-22)."""
        cards = self._view.seats[self._seat].cards
        if cards is None:
            paid = hands.house_pays(self._rules) if self._rules.mode == "paytable" else 0.0
            return [one.amount * paid for one in actions if isinstance(one, Stake)]
        found = Prospects(self._compiled, cards)
        order = self._view.order
        before = order.index(self._seat)
        return [
            float(found.bid(one.times, before, len(order) - 1 - before))
            if isinstance(one, Bid)
            else float(found.stake(one.amount, self._view.times))
            for one in actions
        ]
