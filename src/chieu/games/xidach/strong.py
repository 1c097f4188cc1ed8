"""A Xì Dách player that plays the solution where it knows it: at two seats, by a preset or what comes to the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from chieu.core.luck import Luck
from chieu.games.xidach.bots import Heuristic
from chieu.games.xidach.hands import worth
from chieu.games.xidach.known import ALWAYS, SOMETIMES
from chieu.games.xidach.rules import PRESETS, Rules
from chieu.games.xidach.solution import LABELS, Situation, alike, situations
from chieu.games.xidach.vocabulary import Action, Draw, Stand, View

_LOTS: Final = 1_000_000  # shares have six digits


class Solved:
    """Draws as often as the solution says. Where it knows none it plays as `Heuristic` does: solving a sheet takes
    seconds, and nobody waits that long at a table."""

    def __init__(self, rules: Rules, seat: int, luck: Luck) -> None:
        self._seat = seat
        self._luck = luck
        self._usual = Heuristic(rules, seat, luck)
        self._draws = known(alike(rules))

    def see(self, fact: Any) -> None:
        """Nothing to remember: the view tells all."""

    def act(self, view: View, legal: Sequence[Action]) -> Action:
        draw, stand = Draw(), Stand()
        if self._draws is None or len(view.seats) != 2 or draw not in legal or stand not in legal:
            return self._usual.act(view, legal)
        share = self._draws[self._situation(view)]
        return draw if self._luck.below(_LOTS) < round(share * _LOTS) else stand

    def _situation(self, view: View) -> Situation:
        cards = view.seats[self._seat].cards
        assert cards is not None
        hand = tuple(LABELS[value - 1] for value in sorted(worth(card) for card in cards))
        if view.dealer == self._seat:
            return "dealer", hand, view.seats[1 - self._seat].count
        return "player", hand, None


@cache
def known(rules: Rules) -> Mapping[Situation, float] | None:
    """How often each hand draws that has a choice; None if nobody has solved the sheet beforehand."""
    for name, preset in PRESETS.items():
        if alike(preset) == rules:
            every = enumerate(situations(rules))
            return {one: SOMETIMES[name].get(place, float(ALWAYS[name] >> place & 1)) for place, one in every}
    return None
