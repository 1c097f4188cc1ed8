"""Sampler of Xì Dách for hints and reviews: exact at two seats, by rollouts with more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from chieu.core.extras import Sampler
from chieu.core.rng import Rng
from chieu.games.xidach.ai.rollouts import Rollouts
from chieu.games.xidach.ai.strategy import strategies_of
from chieu.games.xidach.ai.strong import Evaluation, can_evaluate, settled_chips
from chieu.games.xidach.game import move_of
from chieu.games.xidach.hands import compile_rules, pack
from chieu.games.xidach.messages import PHASES, Action, View
from chieu.games.xidach.rules import Rules
from chieu.games.xidach.state import State


class XidachSampler(Sampler):
    """Values a seat's options from its view; the facts contain nothing more."""

    def __init__(self, rules: Rules, seat: int, facts: Sequence[Any], view: View, rng: Rng) -> None:
        del facts
        self._rules, self._seat, self._view = rules, seat, view
        strategies = strategies_of(rules)
        state, counts, seed = _state_of(rules, view), [shown.count for shown in view.seats], int(rng.word())
        self._rollouts = Rollouts(state, seat, counts, strategies.player, strategies.dealers, seed)

    def payoffs(self, number: int, actions: Sequence[Action]) -> Sequence[float]:
        return [float(won) for won in self._rollouts.payoffs(number, [move_of(action) for action in actions])]

    def exact(self, actions: Sequence[Action]) -> Sequence[float] | None:
        """Return exact values at two seats, against an opponent who plays the optimal strategy."""
        if len(self._view.seats) != 2 or not can_evaluate(self._view):
            return None
        evaluation = Evaluation(self._rules, self._seat, self._view)
        return [evaluation.value(action) for action in actions]


def _state_of(rules: Rules, view: View) -> State:
    """Return the deal as its seat sees it, with empty hands where it does not see the cards."""
    compiled = compile_rules(rules)
    hands = [int(pack(shown.cards or ())) for shown in view.seats]
    stakes, won = [shown.stake for shown in view.seats], [settled_chips(view, seat) for seat in range(len(view.seats))]
    state = State(compiled, len(view.seats), view.dealer, hands, stakes, won)
    state.stage = PHASES.index(view.phase)
    state.settled = sum(1 << seat for seat, shown in enumerate(view.seats) if shown.result is not None)
    if view.order:
        state.step = 1 if view.order[0] == (view.dealer + 1) % len(view.seats) else -1
        players = view.order[:-1]
        to_act = view.to_act[0] if view.to_act else view.dealer
        state.turn = players.index(to_act) if to_act in players else len(players)
    return state
