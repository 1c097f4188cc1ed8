"""Search of Niu Niu: bots play the solved auction; hints have expected values from the opponent model.

There are no rollouts: every option has a closed-form value.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import sqrt
from statistics import fmean
from typing import Any, Final

from chieu.core.cards import Cards
from chieu.core.extras import Sampler
from chieu.core.rng import Rng
from chieu.games.niuniu import hands
from chieu.games.niuniu.ai.auction import solved
from chieu.games.niuniu.ai.opponent_model import PARTS, ExpectedValues, OpponentModel, opponent_model
from chieu.games.niuniu.messages import Action, Bid, Decline, Stake, View
from chieu.games.niuniu.rules import TOP_BID, Rules

_QUANTILE: Final = 2.09  # standard errors of a 95 % margin from 20 parts (Student's t)


class NiuNiuSampler(Sampler):
    """Sampler for the seat to act. Facts add nothing to its view."""

    def __init__(
        self,
        rules: Rules,
        seat: int,
        facts: Sequence[Any],
        view: View,
        rng: Rng,
        model: OpponentModel | None = None,
    ) -> None:
        del facts
        self._rules = rules
        self._compiled = hands.compile_rules(rules)
        self._seat = seat
        self._view = view
        self._model = model
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

    def error(self, action: Action, other: Action | None = None) -> float:
        """Estimate the error from how the value changes without each part of the sampled hands (jackknife)."""
        own, others = self._values_of(action), self._values_of(other)
        values = [value - less for value, less in zip(own, others, strict=True)]
        centre = fmean(values)
        return _QUANTILE * sqrt((PARTS - 1) / PARTS * sum((value - centre) ** 2 for value in values))

    def _values_of(self, action: Action | None) -> list[float]:
        """Return the value of an action without each part of the sampled hands in turn."""
        if action is None or self._expected is None:
            return [0.0] * PARTS
        values = []
        for part in range(PARTS):
            self._expected.leave_out(part)
            values.append(self._value(action, self._expected))
        self._expected.leave_out(PARTS)
        return values

    def exact(self, actions: Sequence[Action]) -> Sequence[float]:
        """Return the expected values against the opponent model, if the cards come first (an auction).

        Before the cards every stake is worth 0: hands are dealt alike, and the banker wins from a player's hand
        what that player would win from the banker's (NN-20). With a pay table each chip staked is worth the
        same (NN-22).
        """
        values = self._expected
        if values is None:
            paid = hands.house_pays(self._rules) if self._rules.mode == "paytable" else 0.0
            return [action.amount * paid for action in actions if isinstance(action, Stake)]
        return [self._value(action, values) for action in actions]

    @cached_property
    def _expected(self) -> ExpectedValues | None:
        """The expected values with the seat's cards; None before they are dealt."""
        cards = self._view.seats[self._seat].cards
        return (
            None
            if cards is None
            else ExpectedValues(self._compiled, cards, self._model or opponent_model(self._compiled))
        )

    def _value(self, action: Action, values: ExpectedValues) -> float:
        order = self._view.order
        before, others = order.index(self._seat), len(order) - 1
        if isinstance(action, Stake):
            return float(values.stake(action.amount, self._view.times))
        if isinstance(action, Decline):  # NN-25: the last banker, who is last in order, banks if all decline
            return float(values.bid(1, 0, others) if before == others else values.bid(1, others, 0))
        # NN-25: in the model, seats that may decline make the top bid or none.
        first = 0 if self._rules.bid_none and action.times < TOP_BID else before
        return float(values.bid(action.times, first, others - first))
