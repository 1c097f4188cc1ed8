"""A Xì Dách beginner: it draws to a fixed total, not always a good one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from chieu.core.rng import Rng
from chieu.games.xidach.messages import Action, Compare, DealFrom, Draw, Stake, Stand, View
from chieu.games.xidach.rules import Rules

_TARGETS: Final = (14, 15, 16, 18, 19)  # totals it may aim for: afraid to bust, or greedy


class Easy:
    """Draws to the total it picked for this deal; as dealer it settles with all players at once."""

    def __init__(self, rules: Rules, seat: int, rng: Rng) -> None:
        del rules
        self._seat = seat
        self._rng = rng
        self._target = rng.pick(_TARGETS)

    def see(self, fact: Any) -> None:
        """Ignore facts."""

    def act(self, view: View, legal: Sequence[Action]) -> Action:
        if isinstance(legal[0], Stake | DealFrom):
            return self._rng.pick(legal)
        total = view.seats[self._seat].total
        assert total is not None
        wanted = Draw() if total < self._target else Stand()
        if wanted in legal:
            return wanted
        others = [action for action in legal if not isinstance(action, Compare)]
        return self._rng.pick(others or legal)
