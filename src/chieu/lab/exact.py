"""Exact worth where a game tells which unseen cards come into play (`Game.unseen`): all of them are gone through.

The places of the order are settled one at a time, and only when their cards are needed: whatever lies in places that
never come into play does not matter. What two ways to the same memo_key lead to is found once.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Hashable, Iterator
from typing import Any, Final

from chieu.bots import bot_of, usual_bot
from chieu.core import run
from chieu.core.contract import CHANCE, AnyGame, Seat
from chieu.core.luck import Luck

_STEPS_AT_MOST: Final = 60_000  # for one option: about a second
_IN_PLAY_AT_MOST: Final = 3  # unseen cards that lie before somebody: each more makes it up to ten times as long
_LOOK_EVERY: Final = 64  # steps between two looks at the time
_DIGITS: Final = 9  # that floats are good for after so many sums


class TooLarge(Exception):
    """Not all can be gone through in good time, or luck decides more than the order of the cards."""


class ExactValues:
    """All that may be, for a seat of a deal that is to act. `TooLarge` where there is no hope of it."""

    def __init__(self, game: AnyGame, deal: run.Deal, seat: Seat, stop: Callable[[], bool] = lambda: False) -> None:
        unseen = game.unseen
        if unseen is None or not game.orders(deal.state):
            raise TooLarge
        self._game, self._unseen, self._seat, self._stop = game, unseen, seat, stop
        self._places = unseen.places(deal.state, seat)
        self._state = self._in_order(deal.state)
        self._in_play = sum(place < unseen.used(deal.state) for place in self._places)
        if self._in_play > _IN_PLAY_AT_MOST:
            raise TooLarge
        self._worths = {card: unseen.worth(card) for card in game.orders(deal.state)[-1]}
        self._luck = Luck(0)
        maker = bot_of(game, usual_bot(game))
        self._bots = [maker(deal.rules, place, self._luck) for place in range(deal.seats)]
        self._known: dict[Hashable, float] = {}
        self._steps = 0

    def _in_order(self, state: Any) -> Any:
        """The state with its unseen cards sorted: how they really lie must not even show in how long it takes, or in
        how many cases there were."""
        order = list(self._game.orders(state)[-1])
        for place, card in zip(self._places, sorted(order[place] for place in self._places), strict=True):
            order[place] = card
        return self._unseen.arranged(state, tuple(order))

    @property
    def cases(self) -> int:
        """How many different outlooks have come up."""
        return len(self._known)

    def worth(self, action: Any) -> float:
        """What an action wins on average if the usual bots play on; `TooLarge` if that cannot be found."""
        before = pickle.dumps(self._luck)
        self._steps = 0
        weight = total = 0.0
        for world, likely in self._worlds(self._state, 0):
            if self._unseen.fits(world, self._seat):
                weight += likely
                total += likely * self._after(world, self._in_play, self._seat, action)
        if pickle.dumps(self._luck) != before:
            raise TooLarge
        return round(total / weight, _DIGITS)

    def _worlds(self, state: Any, settled: int) -> Iterator[tuple[Any, float]]:
        """Every way to settle the unseen cards that lie before somebody, and how likely it is."""
        if settled == self._in_play:
            yield state, 1.0
            return
        for other, share in self._with_next(state, settled):
            for world, likely in self._worlds(other, settled + 1):
                yield world, share * likely

    def _with_next(self, state: Any, settled: int) -> Iterator[tuple[Any, float]]:
        """A state with one more place settled, by a card of each worth that is left, and how likely that is."""
        order = self._game.orders(state)[-1]
        rest = self._places[settled:]
        found: dict[int, list[int]] = {}
        for place in rest:
            found.setdefault(self._worths[order[place]], []).append(place)
        for places in found.values():
            other = list(order)
            other[rest[0]], other[places[0]] = order[places[0]], order[rest[0]]
            yield self._unseen.arranged(state, tuple(other)), len(places) / len(rest)

    def _after(self, state: Any, settled: int, seat: Seat, action: Any) -> float:
        """The worth of a state after an action. If that brings a place into play that is not settled, all that may lie
        there is tried."""
        self._steps += 1
        if self._steps > _STEPS_AT_MOST or (self._steps % _LOOK_EVERY == 0 and self._stop()):
            raise TooLarge
        after, _ = self._game.apply(state, seat, action)
        if settled == len(self._places) or self._places[settled] >= self._unseen.used(after):
            return self._prospect(after, settled)
        return sum(
            share * self._after(other, settled + 1, seat, action) for other, share in self._with_next(state, settled)
        )

    def _prospect(self, state: Any, settled: int) -> float:
        """What the seat wins on average from a state on."""
        memo_key = self._unseen.memo_key(state)
        known = self._known.get(memo_key)
        if known is None:
            known = self._known[memo_key] = self._played_on(state, settled)
        return known

    def _played_on(self, state: Any, settled: int) -> float:
        game = self._game
        waiting = game.to_act(state)
        if not waiting:
            return float(game.payoff(state)[self._seat])
        if waiting[0] == CHANCE:
            raise TooLarge
        said = run.first_aside(game, state, self._bots)
        if said is not None:
            return self._after(state, settled, *said)
        seat = waiting[0]
        legal = game.legal(state, seat)
        # Who has no choice is not asked: a bot may draw lots even then.
        action = legal[0] if len(legal) == 1 else self._bots[seat].act(game.view(state, seat), legal)
        return self._after(state, settled, seat, action)
