"""Episodes: the deals of a match as a sequence of single decisions, shared by all environments.

Chance is played here, by a seeded RNG. Seats that act simultaneously decide one after the other, in the order of
`to_act`, and do not see each other's choice. A seat can take out-of-turn actions (asking for a number of cards in Big
Two) on its own turn. If its move makes a new one legal (calling its last card), it decides about that one next, and may
`Wait`. In a deal without any decision (Niu Niu with one stake) the first seat can only `Wait`, so that every deal has a
step.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from chieu.core.game import CHANCE, Event, Seat, Shuffle, Shuffler
from chieu.envs.actions import WAIT
from chieu.envs.table import Table

_MAX_DECISIONS: Final = 2000  # per deal; the longest random deal of Chinese Rummy had 500


class Episode:
    """Up to `deals` deals of a match.

    `seat` must choose one of `legal`. `rewards` are the payoffs of the last step, None if it did not end a deal. The
    episode ends as `over`, or as `truncated` after `max_decisions`.
    """

    def __init__(
        self,
        table: Table,
        shuffle: Shuffler,
        deals: int = 1,
        max_decisions: int | None = None,
        tell: Callable[[Event], None] | None = None,
    ) -> None:
        """`tell` is called with every event."""
        self.game, self.rules, self.seats = table.game, table.rules, table.seats
        self._closed, self._shuffle, self._tell = table.closed, shuffle, tell
        self._deals_left, self._decisions_left = (
            deals,
            _MAX_DECISIONS * deals if max_decisions is None else max_decisions,
        )
        self.over = self.truncated = False
        self.rewards: tuple[int, ...] | None = None
        self.seat: Seat = 0
        self.legal: tuple[Any, ...] = ()
        self._begin(None)

    def step(self, action: Any) -> None:
        """Play a legal action of the seat to act."""
        seat, offered = self.seat, self.legal
        waiting = self._after(seat, action)
        if not waiting:
            self._settle()
        elif action is WAIT or seat in waiting or not self._offer_asides(seat, offered):
            self._offer(waiting[0])

    def aside(self, seat: Seat, action: Any) -> None:
        """Play a legal out-of-turn action of another seat."""
        offers_wait = self.legal[-1] is WAIT
        waiting = self._after(seat, action)
        if not waiting:
            self._settle()
        elif not (offers_wait and self._offer_asides(self.seat)):
            self._offer(waiting[0])

    def count(self) -> None:
        """Count a decision without effect."""
        self._decisions_left -= 1
        self.truncated = self._decisions_left <= 0

    def _after(self, seat: Seat, action: Any) -> tuple[Seat, ...]:
        """Play an action and chance. Return the seats to act."""
        self.rewards = None
        self.count()
        if action is not WAIT:
            self._apply(seat, action)
        return self._play_chance()

    def _offer_asides(self, seat: Seat, offered: tuple[Any, ...] = ()) -> bool:
        """Offer a seat its out-of-turn actions. Return False if it has none that were not offered just before."""
        asides = self.game.legal(self.state, seat)
        if all(action in offered for action in asides):
            return False
        self.legal = (*asides, WAIT)
        return True

    def _begin(self, match: Any) -> None:
        self._deals_left -= 1
        self.state = self.game.start(self.rules, self.seats, match)
        waiting = self._play_chance()
        if waiting:
            self._offer(waiting[0])
        else:
            self.seat = next(seat for seat in range(self.seats) if seat not in self._closed)
            self.legal = (WAIT,)

    def _play_chance(self) -> tuple[Seat, ...]:
        """Play chance while it is to act. Return the seats to act."""
        waiting = self.game.to_act(self.state)
        while waiting and waiting[0] == CHANCE:
            self._apply(CHANCE, Shuffle(self._shuffle(self.game.to_shuffle(self.state))))
            waiting = self.game.to_act(self.state)
        return waiting

    def _offer(self, seat: Seat) -> None:
        self.seat = seat
        self.legal = self.game.legal(self.state, seat)

    def _apply(self, seat: Seat, action: Any) -> None:
        self.state, events = self.game.apply(self.state, seat, action)
        if self._tell is not None:
            for event in events:
                self._tell(event)

    def _settle(self) -> None:
        """Set the rewards and start the next deal if there is one."""
        self.rewards = self.game.payoff(self.state)
        match = self.game.match_after(self.state) if self._deals_left > 0 else None
        if match is None:
            self.over, self.truncated = True, False
            self.legal = ()
        else:
            self._begin(match)
