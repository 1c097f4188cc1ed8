"""An easy Big Two bot: beats the last play with its lowest cards and looks no further."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from chieu.core.rng import Rng
from chieu.games.big2.hands import compile_rules, mask_of
from chieu.games.big2.messages import Action, Call, Pass, Play, View, Vote
from chieu.games.big2.rules import Rules


class Easy:
    """Leads its lowest card, sometimes a larger play, and answers whenever it can.

    It breaks pairs and spends its only 2 to do so, and now and then passes for no reason. It sometimes forgets to
    call its last card and never catches anybody.
    """

    def __init__(self, rules: Rules, seat: int, rng: Rng) -> None:
        self._compiled = compile_rules(rules)
        self._rng = rng
        del seat

    def see(self, fact: Any) -> None:
        """Ignore the fact."""

    def aside(self, view: View, legal: Sequence[Action]) -> Action | None:
        """Call the last card two times in three."""
        del view
        return Call() if Call() in legal and self._often() else None

    def act(self, view: View, legal: Sequence[Action]) -> Action:
        if isinstance(legal[0], Vote):
            return self._rng.pick(legal)
        call = self.aside(view, legal)
        if call is not None:
            return call
        plays = [action for action in legal if isinstance(action, Play)]
        if not plays or (Pass() in legal and self._rng.below(8) == 0):
            return Pass()
        if Pass() not in legal and self._rng.below(3) == 0:
            most = max(len(play.cards) for play in plays)
            plays = [play for play in plays if len(play.cards) == most]
        else:
            fewest = min(len(play.cards) for play in plays)
            plays = [play for play in plays if len(play.cards) == fewest]
        return min(plays, key=lambda play: int(mask_of(play.cards, self._compiled)))

    def _often(self) -> bool:
        return self._rng.below(3) > 0
