"""Determinization for games without a sampler: worlds that a seat thinks possible, and rollouts.

A world is a state from the seat's information set, with its history. Hidden cards come from the game's `resample`. The
history is the same moves replayed on those cards, so that bots with a memory see what *their* seat saw in *that* world.
Choices that others made secretly (bids not shown yet) are made again by the bots, as they are as hidden as cards.

Nothing here depends on cards that the seat has not seen. Cards are sorted before they are shuffled, so the same seed
gives the same worlds whatever the real cards are.
"""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from itertools import permutations
from statistics import fmean
from typing import Any, Final

from chieu.core import run
from chieu.core.cards import Cards
from chieu.core.deal import Deal
from chieu.core.extras import Bot
from chieu.core.game import CHANCE, AnyGame, Seat, Shuffler
from chieu.core.rng import Rng
from chieu.core.run import Random, seated, shuffler

_MOST_ENUMERATED_CARDS: Final = 5  # 120 orders
_MOST_EXACT_ROLLOUTS: Final = 1000


class World:
    """A possible state, with the facts each seat has seen. `number` selects its random numbers."""

    def __init__(self, number: int, state: Any, facts: Sequence[Sequence[Any]]) -> None:
        self.number = number
        self.state = state
        self.facts = facts


class ResamplingSampler:
    """Sampler that draws worlds uniformly from a seat's information set with the game's `resample`."""

    def __init__(self, deal: Deal, seat: Seat, rng: Rng) -> None:
        self._game = game = deal.game
        self._deal = deal
        self._seat = seat
        self._makers = [next(iter(game.extras.bots.values()), Random)] * deal.seats
        self._last = deal.state
        self._world_seed, self._rollout_seed = _seed(rng), _seed(rng)
        self._secrets = _secret_choices(deal, seat)

    def options(self, actions: Sequence[Any]) -> Sequence[Any]:
        return actions

    def weight(self, number: int) -> float:
        del number
        return 1.0

    def payoffs(self, number: int, actions: Sequence[Any]) -> Sequence[float]:
        world = self.draw(number)
        return [float(self.payoff(world, action)) for action in actions]

    @property
    def doubt(self) -> float:
        return 0.0

    def exact(self, actions: Sequence[Any]) -> Sequence[float] | None:
        """Return exact values if few enough worlds are possible and no chance follows."""
        worlds = self.all()
        if not worlds or len(worlds) * len(actions) > _MOST_EXACT_ROLLOUTS:
            return None
        values = []
        for action in actions:
            payoffs = [self.certain_payoff(world, action) for world in worlds]
            certain = [payoff for payoff in payoffs if payoff is not None]
            if len(certain) < len(payoffs):
                return None
            values.append(fmean(certain))
        return values

    def draw(self, number: int) -> World:
        """Sample world `number`, with its own random numbers. All possible worlds are equally likely."""
        rng = Rng(self._world_seed, number)
        # From the last world, not from the real one: a game that cannot shuffle freely modifies what it is given.
        self._last = self._game.resample(self._last, self._seat, _sorted_first(rng.shuffled))
        return self._with_history(number, self._last, rng)

    def all(self) -> tuple[World, ...] | None:
        """Return all possible worlds, equally likely; None if there are too many to enumerate."""
        if self._secrets:
            return None
        shuffles: list[Cards] = []

        def record(cards: Cards) -> Cards:
            if len(cards) > 1:
                shuffles.append(cards)
            return cards

        self._game.resample(self._deal.state, self._seat, record)
        if len(shuffles) > 1 or any(len(cards) > _MOST_ENUMERATED_CARDS for cards in shuffles):
            return None
        worlds = []
        for order in permutations(sorted(shuffles[0]) if shuffles else ()):
            try:
                state = self._game.resample(self._deal.state, self._seat, _single_shuffle(order))
            except _Rejected:
                continue
            worlds.append(self._with_history(0, state, Rng(self._world_seed)))
        return tuple(worlds)

    def payoff(self, world: World, action: Any) -> int:
        """Return the seat's payoff after an action, by a rollout with the usual bots in all seats.

        All options get the same random numbers in a world, which reduces the variance of their differences.
        """
        bots = self._bots(world)
        state = self._after(world, action, bots)
        end = run.play_on(self._game, self._deal.rules, state, bots, shuffler(self._rollout_seed, world.number))
        return int(self._game.payoff(end)[self._seat])

    def certain_payoff(self, world: World, action: Any) -> int | None:
        """Return the payoff as `payoff` does; None if it depends on a shuffle or on a bot's random number."""
        rng = Rng(self._rollout_seed)
        before = pickle.dumps(rng)
        bots = [maker(self._deal.rules, seat, rng) for seat, maker in enumerate(self._makers)]
        _show_history(bots, world)
        try:
            end = run.play_on(self._game, self._deal.rules, self._after(world, action, bots), bots, _no_shuffle)
        except _ChanceAhead:
            return None
        return int(self._game.payoff(end)[self._seat]) if pickle.dumps(rng) == before else None

    def _bots(self, world: World) -> list[Bot]:
        bots = seated(self._makers, self._deal.rules, self._rollout_seed, world.number)
        _show_history(bots, world)
        return bots

    def _after(self, world: World, action: Any, bots: Sequence[Bot]) -> Any:
        state, events = self._game.apply(world.state, self._seat, action)
        for event in events:
            run.tell(event, bots)
        return state

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


def _show_history(bots: Sequence[Bot], world: World) -> None:
    for bot, facts in zip(bots, world.facts, strict=True):
        for fact in facts:
            bot.see(fact)


def _sorted_first(shuffle: Shuffler) -> Shuffler:
    """Sort cards before shuffling them, so that the result does not depend on their real order."""
    return lambda cards: shuffle(tuple(sorted(cards)))


class _Rejected(Exception):
    """The order contradicts what the seat has seen: the game requests another shuffle."""


def _single_shuffle(order: Cards) -> Shuffler:
    used = False

    def shuffle(cards: Cards) -> Cards:
        nonlocal used
        if len(cards) < 2:
            return cards
        if used:
            raise _Rejected
        used = True
        return order

    return shuffle


class _ChanceAhead(Exception):
    """The rollout needs a shuffle."""


def _no_shuffle(cards: Cards) -> Cards:
    del cards
    raise _ChanceAhead


def _secret_choices(deal: Deal, seat: Seat) -> set[int]:
    """Return the indices of moves others made while the seat was to act, and that it cannot identify."""
    game = deal.game
    states = [game.start(deal.rules, deal.seats, deal.match, deal.host)]
    steps = list(deal.steps())
    states += [step.state for step in steps]
    secrets = set()
    for index in range(len(steps) - 1, -1, -1):
        mover, before = steps[index].seat, states[index]
        if mover in (CHANCE, seat) or seat not in game.to_act(before):
            break
        if len(_indistinguishable(game, before, mover, steps[index].action, seat)) > 1:
            secrets.add(index)
    return secrets


def _indistinguishable(game: AnyGame, state: Any, mover: Seat, action: Any, seat: Seat) -> tuple[Any, ...]:
    """Return the mover's legal actions that look the same to a seat as this action."""
    observed = _observed(game, state, mover, action, seat)
    return tuple(other for other in game.legal(state, mover) if _observed(game, state, mover, other, seat) == observed)


def _observed(game: AnyGame, state: Any, mover: Seat, action: Any, seat: Seat) -> tuple[Any, ...]:
    after, events = game.apply(state, mover, action)
    return game.view(after, seat), *(event.seen_by(seat) for event in events)
