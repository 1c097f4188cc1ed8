"""A player that tries its options in worlds that fit what it has seen: all of them in the same worlds, the better half
of them in more, until its budget is spent.

A `Budget` counts play-outs where a result must come out the same again (arena, tests); at a table a clock ends it. The
search can be stopped at any time and tells what it knows by then.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, log2
from typing import Any, ClassVar, NamedTuple

from chieu.core.extras import BotMaker, Sampler, SamplerMaker
from chieu.core.game import Seat
from chieu.core.rng import Rng


class Budget(NamedTuple):
    """How long one may think: so many play-outs, of which a world takes as many as `drawing` it costs; fewer where a
    `clock` tells that time is up: it goes from 0 to 1."""

    playouts: int
    clock: Callable[[], float] | None = None
    drawing: int = 0

    def spent(self, share: float) -> bool:
        """Whether so much of the time has passed."""
        return self.clock is not None and self.clock() >= share


class Tried:
    """An option with what it won, world by world from world 0 on, and how much each of them counts; or what it is
    worth for `sure`."""

    __slots__ = ("_total", "_weight", "action", "sure", "weights", "won")

    def __init__(self, action: Any, sure: float | None = None) -> None:
        self.action = action
        self.sure = sure
        self.won: list[float] = []
        self.weights: list[float] = []
        self._total = self._weight = 0.0

    def add(self, won: float, weight: float) -> None:
        """What it won in the next world."""
        self.won.append(won)
        self.weights.append(weight)
        self._total += weight * won
        self._weight += weight

    @property
    def mean(self) -> float:
        """What it wins on average by what is known so far."""
        if self.sure is not None:
            return self.sure
        return self._total / self._weight if self._weight else 0.0


def search(sampler: Sampler, actions: Sequence[Any], budget: Budget, keep: Any = None) -> list[Tried]:
    """The options, best first, by sequential halving: play-outs and time are shared out equally over as many rounds as
    it takes to halve the options down to one, and after each round the worse half is left where it is. Of options that
    came to the same the earlier one goes first. What is to `keep` stays in the running whatever it comes to. What the
    sampler knows of an option for sure is not tried."""
    running = list(map(Tried, actions, sampler.exact(actions) or [None] * len(actions)))
    if all(one.sure is not None for one in running):
        return sorted(running, key=lambda one: -one.mean)
    ranked: list[Tried] = []
    rounds = max(ceil(log2(len(running))), 1)
    world = 0
    for number in range(1, rounds + 1):
        trying = [one for one in running if one.sure is None]
        worlds = budget.playouts // (rounds * (budget.drawing + len(running)))
        for _ in range(max(worlds, 1) if trying else 0):
            weight = sampler.weight(world)
            for one, won in zip(trying, sampler.payoffs(world, [one.action for one in trying]), strict=True):
                one.add(won, weight)
            world += 1
            if budget.spent(number / rounds):
                break
        running.sort(key=lambda one: -one.mean)
        if budget.spent(1.0):
            break
        kept = max((len(running) + 1) // 2, 1)
        spared = [one for one in running[kept:] if one.action == keep]
        ranked = [one for one in running[kept:] if one.action != keep] + ranked
        running = running[:kept] + spared
    return running + ranked


def playouts_for(worlds: int, options: int) -> int:
    """How many play-outs it takes to try the best of some options in so many worlds."""
    rounds = max(ceil(log2(options)), 1)
    share = 0.0
    for _ in range(rounds):
        share += 1 / (rounds * options)
        options = (options + 1) // 2
    return ceil(worlds / share)


class SearchBot:
    """Plays what does best in the worlds of a sampler. What the usual bot says aside, it says too."""

    def __init__(
        self, maker: SamplerMaker, rules: Any, seat: Seat, rng: Rng, budget: Budget, usual: BotMaker | None = None
    ) -> None:
        self._usual = None if usual is None else usual(rules, seat, rng)
        self._maker = maker
        self._rules = rules
        self._seat = seat
        self._rng = rng
        self._budget = budget
        self._facts: list[Any] = []

    def see(self, fact: Any) -> None:
        self._facts.append(fact)
        if self._usual is not None:
            self._usual.see(fact)

    def aside(self, view: Any, legal: Sequence[Any]) -> Any:
        said = getattr(self._usual, "aside", None)
        return None if said is None else said(view, legal)

    def act(self, view: Any, legal: Sequence[Any]) -> Any:
        if len(legal) == 1:
            return legal[0]
        sampler = self._maker(self._rules, self._seat, self._facts, view, self._rng)
        options = sampler.options(legal)
        return options[0] if len(options) == 1 else search(sampler, options, self._budget)[0].action


@dataclass(frozen=True, slots=True)
class Searching:
    """Makes bots that search; unlike a function inside a function it can be sent to another process."""

    thinks: ClassVar = True
    sampler: SamplerMaker
    budget: Budget
    usual: BotMaker | None = None

    def __call__(self, rules: Any, seat: Seat, rng: Rng) -> SearchBot:
        return SearchBot(self.sampler, rules, seat, rng, self.budget, self.usual)
