"""Many deals among bots, counted."""

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
from chieu.core.game import AnyGame
from chieu.core.registry import load
from chieu.core.run import seated, shuffler

Player: TypeAlias = tuple[str, BotMaker]


class Result(msgspec.Struct):
    """How a seat fared, or a bot in all its seats.

    One deal is one observation: what seats of the same deal win hangs together, so a bot's seats are summed first and
    only then averaged over deals. Everything is told a seat and deal.
    """

    bot: str
    seats: int = 1
    sums: Mean = msgspec.field(default_factory=Mean)
    wins: int = 0
    pushes: int = 0
    losses: int = 0

    def add(self, chips: Sequence[int]) -> None:
        """The chips of its seats in one deal."""
        self.sums.add(sum(chips))
        for won in chips:
            self.wins += won > 0
            self.pushes += won == 0
            self.losses += won < 0

    @property
    def mean(self) -> float:
        return self.sums.mean / self.seats

    def interval(self) -> tuple[float, float]:
        low, high = self.sums.interval()
        return (low / self.seats, high / self.seats)

    def share(self, count: int) -> float:
        """A number of wins, pushes or losses as a share of all."""
        played = self.sums.count * self.seats
        return count / played if played else 0.0


class Simulation:
    """What a number of deals came to: by seat, by bot, and how often each label of `tally` was seen.

    `players` are the bots seat by seat, each with a name; those of the same name are counted together. Who is in a seat
    that the rules close is asked nothing and counted as no bot.

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
        closed = game.closed(rules, len(players))
        own = {seat: name for seat, name in enumerate(names) if seat not in closed}
        self._game, self._rules, self._players, self._seed = game, rules, players, seed
        self._places = [[seat for seat in own if own[seat] == name] for name in dict.fromkeys(own.values())]
        self.deals = 0
        self.seats = [Result(name) for name in names]
        self.bots = [Result(names[seats[0]], len(seats)) for seats in self._places]
        self.seen: Counter[str] = Counter()  # how often each label came up
        self.deals_with: Counter[str] = Counter()  # in how many deals it did

    def run(self) -> Iterator[Deal]:
        """Deals one after the other, a match carried on as long as it goes, each counted before it is given. There is
        always another one: whoever asks stops asking."""
        makers = [maker for _, maker in self._players]
        match = None
        for number in count():
            bots = seated(makers, self._rules, self._seed, number)
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
        labels = self._game.extras.tally(deal.state)
        self.seen.update(labels)
        self.deals_with.update(set(labels))
        self.deals += 1

    def labels(self) -> Iterable[tuple[str, int, int, float, float, float]]:
        """Each label: how often it came up, in how many deals, their share of all deals, and where that lies."""
        for label in sorted(self.seen):
            deals = self.deals_with[label]
            yield label, self.seen[label], deals, deals / self.deals, *wilson(deals, self.deals)


def simulate(game: AnyGame, rules: Any, players: Sequence[Player], deals: int, seed: int = 1) -> Simulation:
    """So many deals among bots, counted.

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
    game: AnyGame | str, rules: Any, one: BotMaker, other: BotMaker, *, seats: int, deals: int, seed: int = 1
) -> Mean:
    """What `one` wins a deal more than `other` would in its place. The game may be given by its name and the rules by
    the code of a sheet.

    Every deal is played twice with the same cards: with `one` in a seat among `other`s, and with `other` there too. So
    the luck of the cards counts for nothing, and far fewer deals tell two bots apart. Seats are taken in turns.

    >>> from chieu.bots import Random, bots_of
    >>> edge = compare("xidach", "room", bots_of("xidach")["heuristic"], Random, seats=2, deals=400)
    >>> edge.mean > 0
    True
    """
    gains = Mean()
    game = load(game) if isinstance(game, str) else game
    rules = sheets.asked_for(game, rules)
    closed = game.closed(rules, seats)
    places = [seat for seat in range(seats) if seat not in closed]
    for number in range(deals):
        seat = places[number % len(places)]
        won = []
        for bot in (one, other):
            makers = [bot if place == seat else other for place in range(seats)]
            deal = Deal.among(game, rules, seated(makers, rules, seed, number), shuffler(seed, number))
            won.append(game.payoff(deal.state)[seat])
        gains.add(won[0] - won[1])
    return gains
