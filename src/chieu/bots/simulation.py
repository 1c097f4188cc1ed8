"""Many deals among bots, counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from chieu.bots.dealing import seated, shuffler
from chieu.bots.statistics import Mean, wilson
from chieu.core import run
from chieu.core.contract import AnyGame, BotMaker


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


class Simulation(msgspec.Struct):
    """What a number of deals came to."""

    deals: int
    seats: list[Result]
    bots: list[Result]
    seen: Counter[str]  # how often each label came up
    deals_with: Counter[str]  # in how many deals it did

    def labels(self) -> Iterable[tuple[str, int, int, float, float, float]]:
        """Each label: how often it came up, in how many deals, their share of all deals, and where that lies."""
        for label in sorted(self.seen):
            deals = self.deals_with[label]
            yield label, self.seen[label], deals, deals / self.deals, *wilson(deals, self.deals)


def simulate(
    game: AnyGame,
    rules: Any,
    players: Sequence[tuple[str, BotMaker]],
    deals: int,
    seed: int = 1,
    after_each: Callable[[int, run.Deal], None] | None = None,
) -> Simulation:
    """Plays deals one after the other, a match carried on as long as it goes. Ctrl-C ends it early.

    `players` are the bots seat by seat, each with a name; those of the same name are counted together. Who is in a seat
    that the rules close is asked nothing and counted as no bot.
    """
    closed = game.closed(rules, len(players))
    names = [name for name, _ in players]
    makers = [maker for _, maker in players]
    own = {seat: name for seat, name in enumerate(names) if seat not in closed}
    places = [[seat for seat in own if own[seat] == name] for name in dict.fromkeys(own.values())]
    bots = [Result(names[seats[0]], len(seats)) for seats in places]
    out = Simulation(0, [Result(name) for name in names], bots, Counter(), Counter())
    match = None
    try:
        for number in range(deals):
            deal = run.play(game, rules, seated(makers, rules, seed, number), shuffler(seed, number), match)
            payoff = game.payoff(deal.state)
            for result, chips in zip(out.seats, payoff, strict=True):
                result.add((chips,))
            for result, seats in zip(bots, places, strict=True):
                result.add([payoff[seat] for seat in seats])
            labels = game.tally(deal.state)
            out.seen.update(labels)
            out.deals_with.update(set(labels))
            out.deals = number + 1
            match = game.match_after(deal.state)
            if after_each is not None:
                after_each(number, deal)
    except KeyboardInterrupt:
        pass
    return out


def compare(
    game: AnyGame, rules: Any, one: BotMaker, other: BotMaker, *, seats: int, deals: int, seed: int = 1
) -> Mean:
    """What `one` wins a deal more than `other` would in its place.

    Every deal is played twice with the same cards: with `one` in a seat among `other`s, and with `other` there too. So
    the luck of the cards counts for nothing, and far fewer deals tell two bots apart. Seats are taken in turns.
    """
    gains = Mean()
    closed = game.closed(rules, seats)
    places = [seat for seat in range(seats) if seat not in closed]
    for number in range(deals):
        seat = places[number % len(places)]
        won = []
        for bot in (one, other):
            makers = [bot if place == seat else other for place in range(seats)]
            deal = run.play(game, rules, seated(makers, rules, seed, number), shuffler(seed, number))
            won.append(game.payoff(deal.state)[seat])
        gains.add(won[0] - won[1])
    return gains
