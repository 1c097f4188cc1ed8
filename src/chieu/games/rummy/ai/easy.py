"""A Chinese Rummy beginner: it knows what to do and overlooks part of it."""

from __future__ import annotations

from collections.abc import Sequence

from chieu.core.cards import Card
from chieu.games.rummy.ai.heuristic import Heuristic
from chieu.games.rummy.messages import Action, Discard, LayDown, LayOff, Swap, View


class Easy(Heuristic):
    """`Heuristic` with mistakes: it misses useful discards and lay-offs, and discards at random at times."""

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
