"""A sensible bot that uses only what its seat sees."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from chieu.core.rng import Rng
from chieu.template.messages import Action, Keep, Swap, View
from chieu.template.rules import Rules

_RANKS: Final = 13


class Careful:
    """Keeps a card that beats a random card more often than not."""

    def __init__(self, rules: Rules, seat: int, rng: Rng) -> None:
        del rules, rng
        self._seat = seat

    def see(self, fact: Any) -> None:
        """Ignore the fact: the view has everything this bot needs."""

    def act(self, view: View, legal: Sequence[Action]) -> Action:
        """Keep or swap; the first legal action in any other situation."""
        cards = view.seats[self._seat].cards
        if cards is None:
            return legal[0]
        beats_one = (cards[0].rank + 0.5) / _RANKS
        best = Keep() if beats_one > 0.5 else Swap()
        return best if best in legal else legal[0]
