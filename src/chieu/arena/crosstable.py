"""What boards come to: what each bot wins among each other one, and a rating for all of them.

What seats of the same deal win hangs together, so a deal is one observation: everything a bot won on it is summed first
and only then averaged over deals.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import lcm
from typing import Final

import msgspec

from chieu.arena.boards import Arena, Board
from chieu.arena.ratings import Rating, ratings
from chieu.arena.simulation import Result
from chieu.arena.statistics import Mean

_SHARES: Final = lcm(*range(1, 11))  # a win shared by up to ten seats is a whole number of these


class Cell(msgspec.Struct):
    """What a bot won among another, in all places; and how many of the matches or deals, shared where several were
    first. `result` has chips a game."""

    bot: str
    among: str
    result: Result
    first: Mean = msgspec.field(default_factory=Mean)

    def add(self, board: Board, places: Sequence[int]) -> None:
        """One deal or match more."""
        self.result.add(_own(board, places))
        self.first.add(_firsts(board, places))

    def first_share(self) -> tuple[float, float, float]:
        """In which share of its games the bot was first, and where that lies."""
        games = _SHARES * self.result.seats
        low, high = self.first.interval()
        return (self.first.mean / games, max(low / games, 0.0), min(high / games, 1.0))


class RankedBot(msgspec.Struct):
    """A bot in all its pairings."""

    bot: str
    result: Result
    rating: Rating


class CrossTable:
    """Every bot among every other. Only deals that all pairings have played count, so that all had the same cards."""

    def __init__(self, arena: Arena, pairs: Sequence[tuple[str, str]], boards: Iterable[Board]) -> None:
        places = arena.places
        both_ways = len(places) == 2
        keys = [key for bot, among in pairs for key in ([(bot, among), (among, bot)] if both_ways else [(bot, among)])]
        found: dict[int, dict[tuple[str, str], Board]] = defaultdict(dict)
        for board in boards:
            for one in (board, board.mirrored) if both_ways else (board,):
                found[one.number][one.bot, one.among] = one
        self.numbers = sorted(number for number in found if all(key in found[number] for key in keys))
        self.cells = {key: Cell(*key, Result(key[0], len(places))) for key in keys}
        self._places, self._matches = places, arena.matches
        rows: dict[str, list[tuple[str, str]]] = {name: [] for pair in pairs for name in pair}
        for key in keys:
            rows[key[0]].append(key)
        totals = {name: Result(name, len(places) * max(len(row), 1)) for name, row in rows.items()}
        scores: list[dict[str, float]] = []
        for number in self.numbers:
            on_it = found[number]
            for key, cell in self.cells.items():
                cell.add(on_it[key], places)
            for name, row in rows.items():
                totals[name].add([chips for key in row for chips in _own(on_it[key], places)])
            scores.append({name: self._score([on_it[key] for key in row]) for name, row in rows.items()})
        rated = ratings(list(rows), scores)
        self.standings = sorted(
            (RankedBot(name, totals[name], rated[name]) for name in rows), key=lambda one: -one.rating.points
        )

    def _score(self, boards: Sequence[Board]) -> float:
        """What ranks a bot on one deal: chips a game, or matches won. Who plays nobody but itself wins nothing, and as
        many matches as the next."""
        if self._matches:
            own = sum(_firsts(board, self._places) for board in boards)
            return own / len(boards) if boards else _SHARES
        return sum(sum(_own(board, self._places)) for board in boards) / max(len(boards), 1)


def _own(board: Board, places: Sequence[int]) -> list[int]:
    return [payoff[place] for payoff, place in zip(board.payoffs, places, strict=True)]


def _firsts(board: Board, places: Sequence[int]) -> int:
    """How often the bot was first, in fractions of a game that are whole numbers."""
    total = 0
    for payoff, place in zip(board.payoffs, places, strict=True):
        best = max(payoff[seat] for seat in places)
        if payoff[place] == best:
            total += _SHARES // sum(payoff[seat] == best for seat in places)
    return total
