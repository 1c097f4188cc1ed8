"""A sensible player, from what its seat sees."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from chieu.core.rng import Rng
from chieu.template.messages import Action, Keep, Swap, View
from chieu.template.rules import Rules

_RANKS: Final = 13


class Careful:
    """Keeps a card that more likely than not beats all others."""

    def __init__(self, rules: Rules, seat: int, rng: Rng) -> None:
        del rules, rng
        self._seat = seat

    def see(self, fact: Any) -> None:
        """Nothing to remember: the view tells all."""

    def act(self, view: View, legal: Sequence[Action]) -> Action:
        """Keeps or swaps; whatever else there may be to do one day, it does the first of it."""
        cards = view.seats[self._seat].cards
        if cards is None:
            return legal[0]
        beats_one = (cards[0].rank + 0.5) / _RANKS
        wanted = Keep() if beats_one > 0.5 else Swap()
        return wanted if wanted in legal else legal[0]
