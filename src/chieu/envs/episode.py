"""What every environment steps through: deals of a match, one decision after the other.

Chance is played here, by a seed. Seats that may act at the same time are asked one after the other, in the order of
`to_act`; none sees what another chose before the game shows it. What may be done aside (in Big Two: ask how many cards
somebody holds) is among a seat's choices at its own turn; if its own move opens something more (calling its last card)
it is asked about that at once, and may `Wait`. In a deal that asks nobody anything (Niu Niu with one stake) the first
seat is asked to wait, so that every deal is stepped through.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from chieu.core.game import CHANCE, AnyGame, Event, Seat, Shuffle, Shuffler
from chieu.envs.actions import WAIT

MOST_DECISIONS: Final = 2000  # of a deal; among random players the longest of Chinese Rummy had 500


class Episode:
    """So many deals of a match, fewer if the match ends before. `seat` is asked for one of `legal`; what the last step
    brought the seats is in `rewards` (None: nothing); in the end it is `over`, or `cut` after `most` decisions."""

    def __init__(
        self,
        game: AnyGame,
        rules: Any,
        seats: int,
        shuffle: Shuffler,
        *,
        deals: int,
        most: int,
        tell: Callable[[Event], None] | None = None,
    ) -> None:
        """`tell` is called with everything that happens."""
        self.game, self.rules, self.seats = game, rules, seats
        self._shuffle, self._tell = shuffle, tell
        self._deals_left, self._decisions_left = deals, most
        self.over = self.cut = False
        self.rewards: tuple[int, ...] | None = None
        self.seat: Seat = 0
        self.legal: tuple[Any, ...] = ()
        self._begin(None)

    def step(self, action: Any) -> None:
        """The seat that is asked does this, which must be legal."""
        seat, offered = self.seat, self.legal
        waiting = self._after(seat, action)
        if not waiting:
            self._settle()
        elif action is WAIT or seat in waiting or not self._ask_aside(seat, offered):
            self._ask(waiting[0])

    def aside(self, seat: Seat, action: Any) -> None:
        """Some other seat does this meanwhile, which must be legal."""
        asked_aside = self.legal[-1] is WAIT
        waiting = self._after(seat, action)
        if not waiting:
            self._settle()
        elif not (asked_aside and self._ask_aside(self.seat)):
            self._ask(waiting[0])

    def count(self) -> None:
        """One more decision, though nothing came of it."""
        self._decisions_left -= 1
        self.cut = self._decisions_left <= 0

    def _after(self, seat: Seat, action: Any) -> tuple[Seat, ...]:
        """Does it, and gives who is waited for then."""
        self.rewards = None
        self.count()
        if action is not WAIT:
            self._apply(seat, action)
        return self._with_chance_played()

    def _ask_aside(self, seat: Seat, offered: tuple[Any, ...] = ()) -> bool:
        """Asks a seat whether it does something aside, if there is something that it was not offered just before."""
        asides = self.game.legal(self.state, seat)
        if all(one in offered for one in asides):
            return False
        self.legal = (*asides, WAIT)
        return True

    def _begin(self, match: Any) -> None:
        self._deals_left -= 1
        self.state = self.game.start(self.rules, self.seats, match)
        waiting = self._with_chance_played()
        if waiting:
            self._ask(waiting[0])
        else:
            closed = self.game.closed(self.rules, self.seats)
            self.seat = next(seat for seat in range(self.seats) if seat not in closed)
            self.legal = (WAIT,)

    def _with_chance_played(self) -> tuple[Seat, ...]:
        """Plays chance as often as it is due; gives who is waited for then."""
        waiting = self.game.to_act(self.state)
        while waiting and waiting[0] == CHANCE:
            self._apply(CHANCE, Shuffle(self._shuffle(self.game.to_shuffle(self.state))))
            waiting = self.game.to_act(self.state)
        return waiting

    def _ask(self, seat: Seat) -> None:
        self.seat = seat
        self.legal = self.game.legal(self.state, seat)

    def _apply(self, seat: Seat, action: Any) -> None:
        self.state, events = self.game.apply(self.state, seat, action)
        if self._tell is not None:
            for event in events:
                self._tell(event)

    def _settle(self) -> None:
        """Pays everybody, and goes on to the next deal if there is one."""
        self.rewards = self.game.payoff(self.state)
        match = self.game.match_after(self.state) if self._deals_left > 0 else None
        if match is None:
            self.over, self.cut = True, False
            self.legal = ()
        else:
            self._begin(match)
