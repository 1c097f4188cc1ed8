"""Crosstable of a tournament: the result of each bot among each other bot, and Elo ratings.

Payoffs of the seats of one deal are correlated, so a deal is one observation: a bot's payoffs are summed per deal first
and then averaged over deals.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import lcm, log, sqrt
from typing import Final

import msgspec

from chieu.arena.boards import Arena, Board
from chieu.arena.simulation import Result
from chieu.arena.statistics import Mean

_WIN: Final = lcm(*range(1, 11))  # units per win, so that a win shared by up to ten seats is a whole number
_AVERAGE: Final = 1500.0
_PRIOR_SIGMA: Final = 300.0
_SCALE: Final = 400 / log(10)


class Cell(msgspec.Struct):
    """Result of a bot among copies of another, over all seats.

    `result` is in chips per game, `first` in units of `_WIN`; seats tied for first place share the win.
    """

    bot: str
    among: str
    result: Result
    first: Mean = msgspec.field(default_factory=Mean)

    def add(self, board: Board, places: Sequence[int]) -> None:
        """Add a deal or match."""
        self.result.add(_own(board, places))
        self.first.add(_firsts(board, places))

    def first_share(self) -> tuple[float, float, float]:
        """Return the share of games the bot won, with its 95 % interval."""
        games = _WIN * self.result.seats
        low, high = self.first.interval()
        return (self.first.mean / games, max(low / games, 0.0), min(high / games, 1.0))


class Rating(msgspec.Struct, frozen=True):
    """Elo points and their standard deviation."""

    points: float
    sigma: float


class RankedBot(msgspec.Struct):
    """Result of a bot over all its pairings."""

    bot: str
    result: Result
    rating: Rating


class CrossTable:
    """Results of every bot among every other.

    Only deals that all pairings have played count, so that all bots had the same cards.
    """

    def __init__(self, arena: Arena, pairs: Sequence[tuple[str, str]], boards: Iterable[Board]) -> None:
        places = arena.places
        both_ways = len(places) == 2
        keys = [key for bot, among in pairs for key in ([(bot, among), (among, bot)] if both_ways else [(bot, among)])]
        by_number: dict[int, dict[tuple[str, str], Board]] = defaultdict(dict)
        for one_way in boards:
            for board in (one_way, one_way.mirrored) if both_ways else (one_way,):
                by_number[board.number][board.bot, board.among] = board
        self.numbers = sorted(number for number, row in by_number.items() if all(key in row for key in keys))
        self.cells = {key: Cell(*key, Result(key[0], len(places))) for key in keys}
        self._places, self._matches = places, arena.matches
        rows: dict[str, list[tuple[str, str]]] = {name: [] for pair in pairs for name in pair}
        for key in keys:
            rows[key[0]].append(key)
        totals = {name: Result(name, len(places) * max(len(row), 1)) for name, row in rows.items()}
        scores: list[dict[str, float]] = []
        for number in self.numbers:
            board_of = by_number[number]
            for key, cell in self.cells.items():
                cell.add(board_of[key], places)
            for name, row in rows.items():
                totals[name].add([chips for key in row for chips in _own(board_of[key], places)])
            scores.append({name: self._score([board_of[key] for key in row]) for name, row in rows.items()})
        rated = ratings(list(rows), scores)
        self.standings = sorted(
            (RankedBot(name, totals[name], rated[name]) for name in rows), key=lambda ranked: -ranked.rating.points
        )

    def _score(self, boards: Sequence[Board]) -> float:
        """Return the score of a bot on one deal: chips per game, or matches won.

        A bot without boards scores 0 chips, or one match won.
        """
        if self._matches:
            own = sum(_firsts(board, self._places) for board in boards)
            return own / len(boards) if boards else _WIN
        return sum(sum(_own(board, self._places)) for board in boards) / max(len(boards), 1)


def _own(board: Board, places: Sequence[int]) -> list[int]:
    return [payoff[place] for payoff, place in zip(board.payoffs, places, strict=True)]


def _firsts(board: Board, places: Sequence[int]) -> int:
    """Return how often the bot won, in units of `_WIN`."""
    total = 0
    for payoff, place in zip(board.payoffs, places, strict=True):
        best = max(payoff[seat] for seat in places)
        if payoff[place] == best:
            total += _WIN // sum(payoff[seat] == best for seat in places)
    return total


def ratings(names: Sequence[str], games: Sequence[Mapping[str, float]]) -> dict[str, Rating]:
    """Return Elo ratings with an average of 1500, by openskill's Plackett-Luce model.

    Each deal is one game among all bots, ranked by score. A bot with 200 points more ranks higher in 76 % of deals,
    with 400 more in 91 %.
    """
    from openskill.models import PlackettLuce  # noqa: PLC0415  # slow to import

    # With tau = 0 and this beta the model's win probabilities are those of Elo.
    model = PlackettLuce(mu=_AVERAGE, sigma=_PRIOR_SIGMA, beta=_SCALE / sqrt(len(names)), tau=0.0, kappa=1e-6)
    rated = [model.rating() for _ in names]
    for game in games:
        teams = model.rate([[rating] for rating in rated], scores=[game[name] for name in names])
        rated = [team[0] for team in teams]
    shift = _AVERAGE - sum(rating.mu for rating in rated) / len(rated)
    return {name: Rating(rating.mu + shift, rating.sigma) for name, rating in zip(names, rated, strict=True)}
