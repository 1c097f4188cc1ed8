"""Determinization for games without a sampler: worlds that a seat thinks possible, and rollouts.

A world is a state from the seat's information set, with its history. Hidden cards come from the game's `resample`. The
history is the same moves replayed on those cards, so that bots with a memory see what *their* seat saw in *that* world.
Secret choices of other seats (bids not shown yet) are as hidden as cards, so bots make them again in each world.

Nothing here depends on cards that the seat has not seen. Cards are sorted before they are shuffled, so the same seed
gives the same worlds whatever the real cards are.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from itertools import permutations
from statistics import fmean
from typing import Any, Final, NamedTuple

from chieu.core import run
from chieu.core.cards import Cards
from chieu.core.deal import Deal
from chieu.core.extras import Bot, Sampler
from chieu.core.game import CHANCE, AnyGame, Seat, Shuffler
from chieu.core.rng import Rng
from chieu.core.run import Random, make_bots, shuffler

_MAX_ENUMERATED_CARDS: Final = 5  # 120 orders
_MAX_EXACT_ROLLOUTS: Final = 1000


class World(NamedTuple):
    """A possible state, with the facts each seat has seen. `number` selects its random numbers."""

    number: int
    state: Any
    facts: Sequence[Sequence[Any]]


class ResamplingSampler(Sampler):
    """Sampler that draws worlds uniformly from a seat's information set with the game's `resample`.

    If `clock` reaches 1/2 while it enumerates all worlds, it samples instead.
    """

    def __init__(self, deal: Deal, seat: Seat, rng: Rng, clock: Callable[[], float] | None = None) -> None:
        self._game = game = deal.game
        self._deal = deal
        self._seat = seat
        self._makers = [next(iter(game.extras.bots.values()), Random)] * deal.seats
        self._last = deal.state
        self._world_seed, self._rollout_seed = _seed(rng), _seed(rng)
        self._secrets = _secret_choices(deal, seat)
        self._clock = clock

    def payoffs(self, number: int, actions: Sequence[Any]) -> Sequence[float]:
        """Roll out all actions with the same random numbers, which reduces the variance of their differences."""
        world, seed = self.draw(number), self._rollout_seed
        return [self._rollout(world, action, self._bots(world), shuffler(seed, number)) for action in actions]

    def exact(self, actions: Sequence[Any]) -> Sequence[float] | None:
        """Return exact values if few enough worlds are possible and no chance follows."""
        worlds = self._all_worlds()
        if not worlds or len(worlds) * len(actions) > _MAX_EXACT_ROLLOUTS:
            return None
        try:
            return [fmean([self._certain_payoff(world, action) for world in worlds]) for action in actions]
        except _NotExact:
            return None

    def draw(self, number: int) -> World:
        """Sample world `number`, with its own random numbers. All possible worlds are equally likely."""
        rng = Rng(self._world_seed, number)
        # From the last world, not from the real one: a game that cannot shuffle freely modifies what it is given.
        self._last = self._game.resample(self._last, self._seat, lambda cards: rng.shuffled(tuple(sorted(cards))))
        return self._with_history(number, self._last, rng)

    def _all_worlds(self) -> list[World]:
        """Return all possible worlds, equally likely; none if there are too many to enumerate."""
        if self._secrets:
            return []
        shuffles: list[Cards] = []

        def record(cards: Cards) -> Cards:
            if len(cards) > 1:
                shuffles.append(cards)
            return cards

        self._game.resample(self._deal.state, self._seat, record)
        if len(shuffles) > 1 or any(len(cards) > _MAX_ENUMERATED_CARDS for cards in shuffles):
            return []
        worlds = []
        for order in permutations(sorted(shuffles[0]) if shuffles else ()):
            try:
                state = self._game.resample(self._deal.state, self._seat, _single_shuffle(order))
            except _Rejected:
                continue
            worlds.append(self._with_history(0, state, Rng(self._world_seed)))
        return worlds

    def _rollout(self, world: World, action: Any, bots: Sequence[Bot], shuffle: Shuffler) -> float:
        """Return the seat's payoff if these bots play on after an action."""
        state, events = self._game.apply(world.state, self._seat, action)
        for event in events:
            run.tell(event, bots)
        end = run.play_on(self._game, self._deal.rules, state, bots, shuffle)
        return float(self._game.payoff(end)[self._seat])

    def _certain_payoff(self, world: World, action: Any) -> float:
        """Return the payoff after an action; raise `_NotExact` if it is random, or if time runs out."""
        if self._clock is not None and self._clock() >= 0.5:
            raise _NotExact
        rng = Rng(self._rollout_seed)
        before = pickle.dumps(rng)
        bots = [maker(self._deal.rules, seat, rng) for seat, maker in enumerate(self._makers)]
        payoff = self._rollout(world, action, _with_memory(bots, world), _no_shuffle)
        if pickle.dumps(rng) != before:
            raise _NotExact
        return payoff

    def _bots(self, world: World) -> list[Bot]:
        return _with_memory(make_bots(self._makers, self._deal.rules, self._rollout_seed, world.number), world)

    def _with_history(self, number: int, resampled: Any, rng: Rng) -> World:
        """Replay the deal's moves on the cards of a resampled state, and choose its secret moves again."""
        game, deal = self._game, self._deal
        facts: list[list[Any]] = [[] for _ in range(deal.seats)]
        state = game.start(deal.rules, deal.seats, deal.match, deal.host)
        for index, (seat, action) in enumerate(run.past_of(game, resampled, deal.moves)):
            chosen = action
            if index in self._secrets:
                chosen = self._choose(World(number, state, facts), seat, action, rng)
            state, events = game.apply(state, seat, chosen)
            for event in events:
                for viewer in range(deal.seats):
                    facts[viewer].append(event.seen_by(viewer))
        return World(number, state, facts)

    def _choose(self, world: World, seat: Seat, action: Any, rng: Rng) -> Any:
        bot = self._bots(world)[seat]
        chosen = bot.act(self._game.view(world.state, seat), self._game.legal(world.state, seat))
        choices = _indistinguishable(self._game, world.state, seat, action, self._seat)
        return chosen if chosen in choices else rng.pick(choices)


def _seed(rng: Rng) -> int:
    return (rng.word() << 32) | rng.word()


def _with_memory(bots: list[Bot], world: World) -> list[Bot]:
    """Show the bots what their seats have seen."""
    for bot, facts in zip(bots, world.facts, strict=True):
        for fact in facts:
            bot.see(fact)
    return bots


class _Rejected(Exception):
    """The order contradicts what the seat has seen: the game requests another shuffle."""


def _single_shuffle(order: Cards) -> Shuffler:
    unused = [order]

    def shuffle(cards: Cards) -> Cards:
        if len(cards) < 2:
            return cards
        if not unused:
            raise _Rejected
        return unused.pop()

    return shuffle


class _NotExact(Exception):
    """The rollout needs a shuffle or a random number, or the time is up."""


def _no_shuffle(cards: Cards) -> Cards:
    del cards
    raise _NotExact


def _secret_choices(deal: Deal, seat: Seat) -> set[int]:
    """Return the indices of moves others made while the seat was to act, and that it cannot identify."""
    game, steps = deal.game, list(deal.steps())
    befores = [deal.upto(0).state, *(step.state for step in steps)]
    secrets = set()
    for index, step in reversed(list(enumerate(steps))):
        if step.seat in (CHANCE, seat) or seat not in game.to_act(befores[index]):
            break
        if len(_indistinguishable(game, befores[index], step.seat, step.action, seat)) > 1:
            secrets.add(index)
    return secrets


def _indistinguishable(game: AnyGame, state: Any, mover: Seat, action: Any, seat: Seat) -> tuple[Any, ...]:
    """Return the mover's legal actions that look the same to a seat as this action."""
    observed = _observed(game, state, mover, action, seat)
    return tuple(other for other in game.legal(state, mover) if _observed(game, state, mover, other, seat) == observed)


def _observed(game: AnyGame, state: Any, mover: Seat, action: Any, seat: Seat) -> tuple[Any, ...]:
    after, events = game.apply(state, mover, action)
    return game.view(after, seat), *(event.seen_by(seat) for event in events)
