"""A Xì Dách player of a few evenings: it has a number in its head, and not always a good one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from chieu.core.rng import Rng
from chieu.games.xidach.messages import Action, Compare, DealFrom, Draw, Stake, Stand, View
from chieu.games.xidach.rules import Rules

_MOODS: Final = (14, 15, 16, 18, 19)  # afraid to bust, or greedy: what it wants to have in this deal


class Easy:
    """Draws to the number it is in the mood for, whatever an ace or a fifth card may do. As dealer it settles with all
    at once."""

    def __init__(self, rules: Rules, seat: int, rng: Rng) -> None:
        del rules
        self._seat = seat
        self._rng = rng
        self._wanted = rng.pick(_MOODS)

    def see(self, fact: Any) -> None:
        """Remembers nothing."""

    def act(self, view: View, legal: Sequence[Action]) -> Action:
        if isinstance(legal[0], Stake | DealFrom):
            return self._rng.pick(legal)
        total = view.seats[self._seat].total
        assert total is not None
        wanted = Draw() if total < self._wanted else Stand()
        if wanted in legal:
            return wanted
        others = [action for action in legal if not isinstance(action, Compare)]
        return self._rng.pick(others or legal)
