"""Rule-based Xì Dách bots: `Heuristic`, and the beginner `Easy`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from chieu.core.cards import ACE
from chieu.core.extras import Bot
from chieu.core.rng import Rng
from chieu.games.xidach.messages import Action, Compare, DealFrom, Draw, Stake, Stand, View
from chieu.games.xidach.rules import Rules

ENOUGH: Final = 16
ENOUGH_WITH_ACE: Final = 18  # an ace can still shrink
_TARGETS: Final = (14, 15, 16, 18, 19)  # totals that `Easy` may aim for: afraid to bust, or greedy


class Heuristic(Bot):
    """Draws to 16, further with an ace or for Ngũ Linh; compares with players it likely beats."""

    def __init__(self, rules: Rules, seat: int, rng: Rng) -> None:
        del rules  # the same play does well under all rules
        self._seat = seat
        self._rng = rng

    def act(self, view: View, legal: Sequence[Action]) -> Action:
        if isinstance(legal[0], Stake | DealFrom):
            return legal[0]  # no cards yet: the smallest stake, either side
        compares = [action for action in legal if isinstance(action, Compare)]
        if compares and (chosen := self._compare(view, compares)) is not None:
            return chosen
        wanted = Draw() if self._wants_card(view) else Stand()
        return wanted if wanted in legal else self._rng.pick(legal)

    def _wants_card(self, view: View) -> bool:
        me = view.seats[self._seat]
        assert me.cards is not None
        assert me.total is not None
        soft = any(card.rank == ACE for card in me.cards) and len(me.cards) < 4
        if len(me.cards) == 4:  # the fifth card may make Ngũ Linh
            return me.total <= ENOUGH
        return me.total < (ENOUGH_WITH_ACE if soft else ENOUGH)

    def _compare(self, view: View, compares: list[Compare]) -> Compare | None:
        """Choose the player with the most cards, often bust, if its own total is good enough; else None."""
        me = view.seats[self._seat]
        assert me.total is not None
        best = max(compares, key=lambda action: view.seats[action.seat].count)
        drawn = view.seats[best.seat].count - 2
        return best if me.total >= 18 - drawn else None


class Easy(Bot):
    """Draws to the total it picked for this deal; as dealer it settles with all players at once."""

    def __init__(self, rules: Rules, seat: int, rng: Rng) -> None:
        del rules
        self._seat = seat
        self._rng = rng
        self._target = rng.pick(_TARGETS)

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
