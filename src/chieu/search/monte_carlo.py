"""Monte Carlo search: compare options by rollouts in determinized worlds, with sequential halving.

All options are tried in the same worlds, and the better half of them in more worlds, until the budget is spent. The
budget is a number of rollouts where the result must be reproducible (arena, tests); at a table a clock ends the search.
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
    """Limit of a search: a number of rollouts and, if there is a `clock`, the time until it reaches 1.

    `world_cost` is the cost of sampling a world, in rollouts.
    """

    rollouts: int
    clock: Callable[[], float] | None = None
    world_cost: int = 0

    def spent(self, share: float) -> bool:
        """Return whether this share of the time has passed."""
        return self.clock is not None and self.clock() >= share


class Candidate:
    """An option with its payoffs in worlds 0, 1, ... and their weights, or with its `exact` value."""

    __slots__ = ("_total", "_weight", "action", "exact", "payoffs", "weights")

    def __init__(self, action: Any, exact: float | None = None) -> None:
        self.action = action
        self.exact = exact
        self.payoffs: list[float] = []
        self.weights: list[float] = []
        self._total = self._weight = 0.0

    def add(self, payoff: float, weight: float) -> None:
        """Add the payoff in the next world."""
        self.payoffs.append(payoff)
        self.weights.append(weight)
        self._total += weight * payoff
        self._weight += weight

    @property
    def mean(self) -> float:
        """Exact value, or weighted mean of the payoffs so far."""
        if self.exact is not None:
            return self.exact
        return self._total / self._weight if self._weight else 0.0


def sequential_halving(sampler: Sampler, actions: Sequence[Any], budget: Budget, keep: Any = None) -> list[Candidate]:
    """Return the options, best first; ties keep their order.

    There are as many rounds as it takes to halve the options down to one, and all rounds get an equal share of rollouts
    and time. After each round the worse half is dropped. The action `keep` is never dropped. Options whose exact value
    the sampler knows are not sampled.
    """
    running = list(map(Candidate, actions, sampler.exact(actions) or [None] * len(actions)))
    if all(candidate.exact is not None for candidate in running):
        return sorted(running, key=lambda candidate: -candidate.mean)
    dropped: list[Candidate] = []
    rounds = max(ceil(log2(len(running))), 1)
    world = 0
    for number in range(1, rounds + 1):
        sampled = [candidate for candidate in running if candidate.exact is None]
        worlds = budget.rollouts // (rounds * (budget.world_cost + len(running)))
        for _ in range(max(worlds, 1) if sampled else 0):
            weight = sampler.weight(world)
            payoffs = sampler.payoffs(world, [candidate.action for candidate in sampled])
            for candidate, payoff in zip(sampled, payoffs, strict=True):
                candidate.add(payoff, weight)
            world += 1
            if budget.spent(number / rounds):
                break
        running.sort(key=lambda candidate: -candidate.mean)
        if budget.spent(1.0):
            break
        half = max((len(running) + 1) // 2, 1)
        worse = running[half:]
        running = running[:half] + [candidate for candidate in worse if candidate.action == keep]
        dropped = [candidate for candidate in worse if candidate.action != keep] + dropped
    return running + dropped


def rollouts_for(worlds: int, options: int, *, for_all: bool = False) -> int:
    """Return the rollouts for sequential halving to try the best options, or all, in this many worlds."""
    rounds = max(ceil(log2(options)), 1)
    if for_all:
        return worlds * rounds * options
    share = 0.0
    for _ in range(rounds):
        share += 1 / (rounds * options)
        options = (options + 1) // 2
    return ceil(worlds / share)


class MonteCarloBot:
    """Bot that plays the option with the best mean in sampled worlds; asides as the usual bot."""

    def __init__(self, maker: MonteCarloBotMaker, rules: Any, seat: Seat, rng: Rng) -> None:
        self._maker, self._rules, self._seat, self._rng = maker, rules, seat, rng
        self._usual = None if maker.usual is None else maker.usual(rules, seat, rng)
        self._facts: list[Any] = []

    def see(self, fact: Any) -> None:
        """Note a fact that the seat may see."""
        self._facts.append(fact)
        if self._usual is not None:
            self._usual.see(fact)

    def aside(self, view: Any, legal: Sequence[Any]) -> Any:
        """Return an out-of-turn action as the usual bot would, or None."""
        aside = getattr(self._usual, "aside", None)
        return None if aside is None else aside(view, legal)

    def act(self, view: Any, legal: Sequence[Any]) -> Any:
        """Return the action with the best mean payoff in sampled worlds."""
        if len(legal) == 1:
            return legal[0]
        sampler = self._maker.sampler(self._rules, self._seat, self._facts, view, self._rng)
        options = sampler.options(legal)
        return options[0] if len(options) == 1 else sequential_halving(sampler, options, self._maker.budget)[0].action


@dataclass(frozen=True, slots=True)
class MonteCarloBotMaker:
    """Factory of `MonteCarloBot`. Unlike a closure it can be pickled for another process."""

    thinks: ClassVar = True
    sampler: SamplerMaker
    budget: Budget
    usual: BotMaker | None = None

    def __call__(self, rules: Any, seat: Seat, rng: Rng) -> MonteCarloBot:
        return MonteCarloBot(self, rules, seat, rng)
