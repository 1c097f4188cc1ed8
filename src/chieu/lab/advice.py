"""PF-42: what each option of a seat is worth, judged only by what the seat can know.

Every option is played in the same worlds, so that two of them are compared world by world: a difference is far surer
than the two means it is of. Where there are many options, all of them get a few worlds and the better half more, again
and again. What was reckoned in every world there is, with nothing left to luck, is exact; a sample never is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from math import sqrt
from statistics import variance
from typing import Any, Final

import msgspec

from chieu.core import run
from chieu.core.contract import AnyGame, Seat
from chieu.core.luck import Luck
from chieu.lab.exact import ExactValues, TooLarge
from chieu.lab.margins import margin, mean, quantile
from chieu.lab.worlds import Worlds

WORLDS: Final = 400  # that the best options are played in
_FIRST: Final = 4  # worlds for every option: with fewer there is no telling how sure one is
_HALVE_FROM: Final = 16
_LEFT: Final = 6  # options that are never halved


class NothingToDecide(LookupError):
    """The deal does not wait for that seat."""


class Choice(msgspec.Struct, frozen=True):
    """One thing to do: what it wins on average if the usual bots play on, and how far it is behind the best option.

    `margin` and `behind_margin` tell how sure that is (95 %, the latter for all options together). `worlds` is how many
    it was played in; what is `exact` is sure.
    """

    action: Any
    mean: float
    margin: float
    exact: bool
    worlds: int
    behind: float
    behind_margin: float

    @property
    def clearly_worse(self) -> bool:
        """Whether it is no accident that another option did better."""
        return self.behind > self.behind_margin


class Advice(msgspec.Struct, frozen=True):
    """All that a seat may do, best first. `worlds` is the most that any option was played in."""

    seat: Seat
    worlds: int
    options: tuple[Choice, ...]

    def place_of(self, action: Any) -> int:
        """Where among the options an action stands."""
        return next(place for place, option in enumerate(self.options) if option.action == action)


class _Tried(msgspec.Struct):
    """An option and what it won, world by world; or what it is worth for `sure`, found in so many `cases`."""

    action: Any
    won: list[int] = []
    sure: float | None = None
    cases: int = 0

    @property
    def exact(self) -> bool:
        return self.sure is not None

    @property
    def mean(self) -> float:
        return mean(self.won) if self.sure is None else self.sure

    @property
    def worlds(self) -> int:
        return len(self.won) if self.sure is None else self.cases


class AdviceSearch:
    """Advice in the making: `think` goes on for as long as the caller likes; who wants to look in between calls `more`
    and `advice`.

    `deal` is the deal so far, its last state among its moves. An action that `taken` names stays in the running and is
    among the options even if the game does not list it. Making it tries to reckon exactly, unless `stop` says that this
    has taken long enough.
    """

    def __init__(
        self,
        game: AnyGame,
        deal: run.Deal,
        seat: Seat,
        luck: Luck,
        worlds: int = WORLDS,
        taken: Any = None,
        stop: Callable[[], bool] = lambda: False,
    ) -> None:
        legal = game.legal(deal.state, seat)
        if seat not in game.to_act(deal.state) or not legal:
            raise NothingToDecide(f"{game.name}: seat {seat} is not to act")
        self._seat = seat
        self._worlds = Worlds(game, deal, seat, luck)
        self._most = max(worlds, _FIRST)
        self._played = 0
        self._options = [_Tried(action) for action in legal]
        if taken is not None and taken not in legal:
            self._options.append(_Tried(taken))
        self._taken = taken
        if len(self._options) > 1:  # who has no choice need not know it to the last digit
            self._reckon(game, deal, stop)
        self._running = [one for one in self._options if not one.exact]

    def more(self) -> bool:
        """Plays one more world with every option that is in the running; False if there is no need any more."""
        if not self._running or self._played >= self._most:
            return False
        world = self._worlds.draw(self._played)
        for one in self._running:
            one.won.append(self._worlds.payoff(world, one.action))
        self._played += 1
        if self._played >= _HALVE_FROM and self._played & (self._played - 1) == 0:
            self._halve()
        return True

    def think(self, stop: Callable[[], bool] = lambda: False) -> Advice:
        """Plays worlds until `stop` says that it will do, or as many as there are to be, and tells what is known then.
        A few worlds are played in any case."""
        while not (stop() and (self._played >= _FIRST or not self._running)):
            if not self.more():
                break
        return self.advice()

    def advice(self) -> Advice:
        """What is known by now; a few worlds must have been played."""
        best = max(self._candidates(), key=lambda one: one.mean)
        seen = [won for one in self._options for won in one.won] or [0]
        spread = max(max(seen) - min(seen), 1)
        pairs = len(self._options) * (len(self._options) - 1) // 2  # the best was found by comparing all with all
        told = [_option(one, best, pairs, spread) for one in self._options]
        order = sorted(range(len(told)), key=lambda at: (self._options[at] is not best, told[at].behind))
        return Advice(self._seat, max(one.worlds for one in told), tuple(told[at] for at in order))

    def _candidates(self) -> Iterator[_Tried]:
        """Options that may be called the best: none that was left behind with a lucky few worlds."""
        for one in self._options:
            if one.exact or len(one.won) == self._played:
                yield one

    def _reckon(self, game: AnyGame, deal: run.Deal, stop: Callable[[], bool]) -> None:
        """Finds what can be found for sure: by every card that may be, or else in every world there is."""
        try:
            reckoning = ExactValues(game, deal, self._seat, stop)
        except TooLarge:
            self._try_every_world(stop)
            return
        for one in self._options:
            with suppress(TooLarge):
                one.sure = reckoning.worth(one.action)
                one.cases = reckoning.cases

    def _try_every_world(self, stop: Callable[[], bool]) -> None:
        every = self._worlds.all()
        for one in self._options if every else ():
            if stop():
                return
            won = [self._worlds.certain_payoff(world, one.action) for world in every or ()]
            certain = [chips for chips in won if chips is not None]
            if len(certain) == len(won):
                one.sure, one.cases = mean(certain), len(certain)

    def _halve(self) -> None:
        ranked = sorted(self._running, key=lambda one: one.mean, reverse=True)
        kept = max(_LEFT, (len(ranked) + 1) // 2)
        self._running = ranked[:kept] + [one for one in ranked[kept:] if one.action == self._taken]


def advise(game: AnyGame, deal: run.Deal, seat: Seat, luck: Luck, worlds: int = WORLDS, taken: Any = None) -> Advice:
    """What each option of a seat is worth, from so many worlds."""
    return AdviceSearch(game, deal, seat, luck, worlds, taken).think()


def _option(one: _Tried, best: _Tried, comparisons: int, spread: int) -> Choice:
    own = 0.0 if one.exact else margin(one.won, spread)
    if one is best:
        return Choice(one.action, one.mean, own, one.exact, one.worlds, 0.0, 0.0)
    if one.exact or best.exact:  # one of them is sure, or both are: there are no pairs, and no need of them
        unsure = [sample for sample in (one, best) if not sample.exact]
        doubt = sum(margin(sample.won, spread, comparisons) for sample in unsure)
        return Choice(one.action, one.mean, own, one.exact, one.worlds, max(0.0, best.mean - one.mean), doubt)
    gaps = [other - won for won, other in zip(one.won, best.won, strict=False)]
    behind = max(0.0, mean(gaps))
    doubt = margin(gaps, spread, comparisons)
    return Choice(one.action, best.mean - behind, _carried(one.won, best.won, own), False, one.worlds, behind, doubt)


def _carried(won: Sequence[int], best: Sequence[int], own: float) -> float:
    """The margin of a mean that is told as the best one's less the gap: who was in fewer worlds shares what the best
    one's further worlds showed of the luck in the first ones."""
    count, more = len(won), len(best) - len(won)
    if more < 2:
        return own
    share = more / len(best)
    rest = [mine - share * other for mine, other in zip(won, best, strict=False)]
    return quantile(count) * sqrt(variance(rest) / count + share * share * variance(best[count:]) / more)
