"""Search of Niu Niu: bots play the solved auction; hints have expected values from the opponent model.

There are no rollouts: every option has a closed-form value.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from chieu.core.cards import Cards
from chieu.core.extras import Sampler
from chieu.core.rng import Rng
from chieu.games.niuniu import hands
from chieu.games.niuniu.ai.auction import solved
from chieu.games.niuniu.ai.opponent_model import ExpectedValues
from chieu.games.niuniu.messages import TOP_BID, Action, Bid, Decline, Stake, View
from chieu.games.niuniu.rules import Rules

_SAMPLING_ERROR: Final = 0.06  # stakes: about two standard errors of a mean over 2,300 hands


class NiuNiuSampler(Sampler):
    """Sampler for the seat to act. Facts add nothing to its view."""

    def __init__(self, rules: Rules, seat: int, facts: Sequence[Any], view: View, rng: Rng) -> None:
        del facts
        self._rules = rules
        self._compiled = hands.compile_rules(rules)
        self._seat = seat
        self._view = view
        self._rng = rng

    def options(self, actions: Sequence[Action]) -> Sequence[Action]:
        """Return only the action of the solved auction.

        Before the cards, the smallest and largest stake, as the payoff is linear in the stake.
        """
        cards = self._view.seats[self._seat].cards
        return [actions[0], actions[-1]] if cards is None else [self._solved_action(cards)]

    def _solved_action(self, cards: Cards) -> Action:
        """Sample a bid or a stake from the solution. The order of the view says who banked last."""
        view = self._view
        solution = solved(self._compiled, len(view.seats))
        if view.banker is None:
            times = solution.bid(view.order.index(self._seat), cards, self._rng)
            return Bid(times) if times > 0 else Decline()
        high = solution.stakes_high(view.order.index(view.banker), view.seats[view.banker].bid or 0, cards, self._rng)
        return Stake(self._rules.stake_max if high else self._rules.stake_min)

    def payoffs(self, number: int, actions: Sequence[Action]) -> Sequence[float]:
        del number
        return self.exact(actions)

    @property
    def error_bound(self) -> float:
        """Error bound of about 2,300 sampled hands, at the highest possible stake."""
        if self._view.seats[self._seat].cards is None:
            return 0.0
        times = self._view.times if self._view.phase == "stakes" else TOP_BID
        return float(_SAMPLING_ERROR * int(self._compiled.stake_max) * times)

    def exact(self, actions: Sequence[Action]) -> Sequence[float]:
        """Return the expected values against the opponent model, if the cards come first (an auction).

        Before the cards every stake is worth 0: hands are dealt alike, and the banker wins from a player's hand
        what that player would win from the banker's (NN-20). With a pay table each chip staked is worth the
        same (NN-22).
        """
        cards = self._view.seats[self._seat].cards
        if cards is None:
            paid = hands.house_pays(self._rules) if self._rules.mode == "paytable" else 0.0
            return [action.amount * paid for action in actions if isinstance(action, Stake)]
        values = ExpectedValues(self._compiled, cards)
        order = self._view.order
        before, others = order.index(self._seat), len(order) - 1

        def value(action: Action) -> float:
            if isinstance(action, Stake):
                return float(values.stake(action.amount, self._view.times))
            if isinstance(action, Decline):  # NN-25: the last banker, who is last in order, banks if all decline
                return float(values.bid(1, 0, others) if before == others else values.bid(1, others, 0))
            # NN-25: in the model, seats that may decline make the top bid or none.
            first = 0 if self._rules.bid_none and action.times < TOP_BID else before
            return float(values.bid(action.times, first, others - first))

        return [value(action) for action in actions]
