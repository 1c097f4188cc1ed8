"""A sensible Big Two player, from what its seat sees."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from chieu.core.luck import Luck
from chieu.games.big2.vocabulary import Action, View


class Heuristic:
    """Placeholder."""

    def __init__(self, seat: int, luck: Luck) -> None:
        self._seat = seat
        self._luck = luck

    def see(self, fact: Any) -> None:
        """Nothing."""

    def act(self, view: View, legal: Sequence[Action]) -> Action:
        return self._luck.pick(legal)
