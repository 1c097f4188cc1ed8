"""A Chinese Rummy player of a few evenings: it knows what to do, and overlooks half of it."""

from __future__ import annotations

from collections.abc import Sequence

from chieu.core.cards import Card
from chieu.games.rummy.ai.heuristic import Heuristic
from chieu.games.rummy.messages import Action, Discard, LayDown, LayOff, Swap, View


class Easy(Heuristic):
    """The opponent of the rules, with slips: a discard that it needed goes by, a contract that is there is seen a turn
    later, cards that could be laid off stay in the hand, and now and then it throws away what it collects."""

    def act(self, view: View, legal: Sequence[Action]) -> Action:
        action = super().act(view, legal)
        if isinstance(action, LayDown | LayOff | Swap) and self._rng.below(3) == 0:
            return self._discard(legal) or action
        if isinstance(action, Discard) and self._rng.below(3) == 0:
            return self._discard(legal) or action
        return action

    def _takes(self, view: View, card: Card) -> bool:
        return self._rng.below(3) > 0 and super()._takes(view, card)

    def _discard(self, legal: Sequence[Action]) -> Action | None:
        discards = [action for action in legal if isinstance(action, Discard)]
        return self._rng.pick(discards) if discards else None
