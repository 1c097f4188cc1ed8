"""Many deals among bots, counted."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from chieu.cli.dealing import seated, shuffler
from chieu.cli.statistics import Mean, wilson
from chieu.core import run, sheets
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
    seconds: float
    seats: list[Result]
    bots: list[Result]
    seen: Counter[str]  # how often each label came up
    deals_with: Counter[str]  # in how many deals it did

    @property
    def pace(self) -> float:
        """Deals a second."""
        return self.deals / self.seconds if self.seconds > 0 else 0.0

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
    seed: int,
    after_each: Callable[[int, run.Deal], None],
) -> Simulation:
    """Plays deals one after the other, a match carried on as long as it goes. Ctrl-C ends it early."""
    names = [name for name, _ in players]
    makers = [maker for _, maker in players]
    bots = [Result(name, names.count(name)) for name in dict.fromkeys(names)]
    places = [[seat for seat, name in enumerate(names) if name == bot.bot] for bot in bots]
    out = Simulation(0, 0.0, [Result(name) for name in names], bots, Counter(), Counter())
    match = None
    began = time.perf_counter()
    try:
        for number in range(deals):
            deal = run.play(game, rules, seated(makers, seed, number), shuffler(seed, number), match)
            payoff = game.payoff(deal.state)
            for result, chips in zip(out.seats, payoff, strict=True):
                result.add((chips,))
            for result, own in zip(bots, places, strict=True):
                result.add([payoff[seat] for seat in own])
            labels = game.tally(deal.state)
            out.seen.update(labels)
            out.deals_with.update(set(labels))
            out.deals = number + 1
            match = game.match_after(deal.state)
            after_each(number, deal)
    except KeyboardInterrupt:
        pass
    out.seconds = time.perf_counter() - began
    return out


def described(game: AnyGame, rules: Any, seed: int, done: Simulation) -> dict[str, Any]:
    """All of it, for programs."""

    def fared(one: Result) -> dict[str, Any]:
        low, high = one.interval()
        shares = {"wins": one.wins, "pushes": one.pushes, "losses": one.losses}
        return {
            "bot": one.bot,
            "total": one.sums.total,
            "mean": one.mean,
            "low": low,
            "high": high,
            **{name: one.share(count) for name, count in shares.items()},
        }

    return {
        "game": game.name,
        "rules": sheets.canonical(game, rules),
        "sheet": sheets.code(game, rules),
        "seed": seed,
        "deals": done.deals,
        "seconds": done.seconds,
        "deals_per_second": done.pace,
        "seats": [{"seat": seat, **fared(one)} for seat, one in enumerate(done.seats)],
        "bots": [{"seats": one.seats, **fared(one)} for one in done.bots],
        "tally": [
            {"label": label, "count": count, "deals": deals, "share": share, "low": low, "high": high}
            for label, count, deals, share, low, high in done.labels()
        ],
    }
