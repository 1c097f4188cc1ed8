"""Simulate many deals among bots and collect statistics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import count, islice
from typing import Any, TypeAlias

import msgspec

from chieu.arena.statistics import Mean, wilson
from chieu.core import sheets
from chieu.core.deal import Deal
from chieu.core.extras import BotMaker
from chieu.core.game import CHANCE, AnyGame, Seat
from chieu.core.registry import load
from chieu.core.run import make_bots, shuffler

Player: TypeAlias = tuple[str, BotMaker]


def open_seats(game: AnyGame, rules: Any, seats: int) -> tuple[Seat, ...]:
    """Return the seats that a player can take: all but those that the rules close."""
    closed = game.closed(rules, seats)
    return tuple(seat for seat in range(seats) if seat not in closed)


class Result(msgspec.Struct):
    """Result of a seat, or of a bot over all its seats, per seat and deal.

    A deal is one observation, as payoffs of its seats are correlated: a bot's payoffs are summed per deal first and
    then averaged over deals.
    """

    bot: str
    seats: int = 1
    sums: Mean = msgspec.field(default_factory=Mean)
    wins: int = 0
    pushes: int = 0
    losses: int = 0

    def add(self, chips: Sequence[int]) -> None:
        """Add the payoffs of its seats in one deal."""
        self.sums.add(sum(chips))
        for payoff in chips:
            self.wins += payoff > 0
            self.pushes += payoff == 0
            self.losses += payoff < 0

    @property
    def mean(self) -> float:
        """Return the mean payoff of a seat per deal."""
        return self.sums.mean / self.seats

    def interval(self) -> tuple[float, float]:
        """Return the 95 % interval of the mean."""
        low, high = self.sums.interval()
        return (low / self.seats, high / self.seats)

    def share(self, count: int) -> float:
        """Return a number of wins, pushes or losses as a share of all."""
        total = self.sums.count * self.seats
        return count / total if total else 0.0


class Simulation:
    """Statistics of simulated deals: by seat, by bot, and by label.

    Labels are those of the game's `tally`, or else the actions of the deal.

    `players` are the named bots of the seats; bots of the same name are counted together. A bot in a seat that the
    rules close never acts and is not counted.

    >>> from chieu import load
    >>> from chieu.bots import Random
    >>> xidach = load("xidach")
    >>> simulation = Simulation(xidach, xidach.presets["room"], [("random", Random)] * 2)
    >>> deal = next(simulation.run())
    >>> simulation.deals, sum(deal.payoff)
    (1, 0)
    """

    def __init__(self, game: AnyGame, rules: Any, players: Sequence[Player], seed: int = 1) -> None:
        names = [name for name, _ in players]
        own = {seat: names[seat] for seat in open_seats(game, rules, len(players))}
        self._game, self._rules, self._players, self._seed = game, rules, players, seed
        self._places = [[seat for seat in own if own[seat] == name] for name in dict.fromkeys(own.values())]
        self.deals = 0
        self.seats = [Result(name) for name in names]
        self.bots = [Result(names[seats[0]], len(seats)) for seats in self._places]
        self.seen: Counter[str] = Counter()  # occurrences of each label
        self.deals_with: Counter[str] = Counter()  # number of deals with each label

    def run(self) -> Iterator[Deal]:
        """Play deals without end, continuing matches. Each deal is counted before it is yielded."""
        makers = [maker for _, maker in self._players]
        match = None
        for number in count():
            bots = make_bots(makers, self._rules, self._seed, number)
            deal = Deal.among(self._game, self._rules, bots, shuffler(self._seed, number), match)
            self._add(deal)
            match = self._game.match_after(deal.state)
            yield deal

    def _add(self, deal: Deal) -> None:
        payoff = self._game.payoff(deal.state)
        for result, chips in zip(self.seats, payoff, strict=True):
            result.add((chips,))
        for result, seats in zip(self.bots, self._places, strict=True):
            result.add([payoff[seat] for seat in seats])
        labels = self._game.extras.tally(deal.state) or _action_tags(deal)
        self.seen.update(labels)
        self.deals_with.update(set(labels))
        self.deals += 1

    def labels(self) -> Iterable[tuple[str, int, int, float, float, float]]:
        """Yield each label, its occurrences, its deals, their share of all deals and its 95 % interval."""
        for label in sorted(self.seen):
            deals = self.deals_with[label]
            yield label, self.seen[label], deals, deals / self.deals, *wilson(deals, self.deals)


def _action_tags(deal: Deal) -> tuple[str, ...]:
    return tuple(str(type(action).__struct_config__.tag) for seat, action in deal.moves if seat != CHANCE)


def simulate(game: AnyGame, rules: Any, players: Sequence[Player], deals: int, seed: int = 1) -> Simulation:
    """Play this many deals among bots and return their statistics.

    >>> from chieu import load
    >>> from chieu.bots import Random
    >>> xidach = load("xidach")
    >>> simulate(xidach, xidach.presets["room"], [("random", Random)] * 3, deals=10).bots[0].mean
    0.0
    """
    simulation = Simulation(game, rules, players, seed)
    for _ in islice(simulation.run(), deals):
        pass
    return simulation


def compare(
    game: AnyGame | str, rules: Any, bot: BotMaker, baseline: BotMaker, *, seats: int, deals: int, seed: int = 1
) -> Mean:
    """Return how much more than `baseline` a bot wins per deal in its place.

    Every deal is played twice with the same cards: with `bot` in one seat among copies of `baseline`, and with
    `baseline` in all seats. This removes the luck of the cards, so far fewer deals tell two bots apart. The seat
    rotates. `game` may be a name, `rules` a sheet code.

    >>> from chieu.bots import Random, bots_of
    >>> edge = compare("xidach", "room", bots_of("xidach")["heuristic"], Random, seats=2, deals=400)
    >>> edge.mean > 0
    True
    """
    gains = Mean()
    game = load(game) if isinstance(game, str) else game
    rules = sheets.resolve(game, rules)
    places = open_seats(game, rules, seats)
    for number in range(deals):
        seat = places[number % len(places)]
        payoffs = []
        for maker in (bot, baseline):
            makers = [maker if place == seat else baseline for place in range(seats)]
            deal = Deal.among(game, rules, make_bots(makers, rules, seed, number), shuffler(seed, number))
            payoffs.append(game.payoff(deal.state)[seat])
        gains.add(payoffs[0] - payoffs[1])
    return gains
