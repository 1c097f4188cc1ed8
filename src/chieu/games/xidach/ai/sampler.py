"""How hints and reviews weigh Xì Dách: exactly at two seats, in worlds with more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from chieu.core.rng import Rng
from chieu.games.xidach.ai.rollouts import Worlds
from chieu.games.xidach.ai.strategy import plans_of
from chieu.games.xidach.ai.strong import Prospect, can_be_reckoned, settled
from chieu.games.xidach.game import move_of
from chieu.games.xidach.hands import EMPTY, add, compile_rules
from chieu.games.xidach.messages import PHASES, Action, View
from chieu.games.xidach.rules import Rules
from chieu.games.xidach.state import State


class XidachSampler:
    """What a seat may take for real, from its view: facts tell no more than that."""

    def __init__(self, rules: Rules, seat: int, facts: Sequence[Any], view: View, rng: Rng) -> None:
        del facts
        self._rules, self._seat, self._view = rules, seat, view
        plans = plans_of(rules)
        counts = [one.count for one in view.seats]
        seed = int(rng.word())
        self._worlds = Worlds(_position(rules, view), seat, counts, plans.player, list(plans.dealers), seed)

    def options(self, actions: Sequence[Action]) -> Sequence[Action]:
        return actions

    def weight(self, number: int) -> float:
        del number
        return 1.0

    def payoffs(self, number: int, actions: Sequence[Action]) -> Sequence[float]:
        return [float(won) for won in self._worlds.payoffs(number, [move_of(one) for one in actions])]

    @property
    def doubt(self) -> float:
        return 0.0

    def exact(self, actions: Sequence[Action]) -> Sequence[float] | None:
        """At two seats, against somebody who keeps to best play."""
        if len(self._view.seats) != 2 or not can_be_reckoned(self._view):
            return None
        prospect = Prospect(self._rules, self._seat, self._view)
        return [prospect.worth(one) for one in actions]


def _position(rules: Rules, view: View) -> State:
    """The deal as its seat sees it: hands that it does not see are empty."""
    compiled = compile_rules(rules)
    hands = []
    for one in view.seats:
        hand = EMPTY
        for card in one.cards or ():
            hand = int(add(hand, card))
        hands.append(hand)
    stakes, won = [one.stake for one in view.seats], [settled(view, seat) for seat in range(len(view.seats))]
    position = State(compiled, len(view.seats), view.dealer, hands, stakes, won)
    position.stage = PHASES.index(view.phase)
    position.settled = sum(1 << seat for seat, one in enumerate(view.seats) if one.result is not None)
    if view.order:
        position.step = 1 if view.order[0] == (view.dealer + 1) % len(view.seats) else -1
        players = view.order[:-1]
        waiting = view.to_act[0] if view.to_act else view.dealer
        position.turn = players.index(waiting) if waiting in players else len(players)
    return position
