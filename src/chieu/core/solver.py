"""Games that can be solved: what one brings along so that anybody may ask for best play by any sheet.

Two sides, what one wins the other loses. A solution names a strategy for each of them and is measured by best answers:
`low` is what the first side's strategy wins at least, whatever the other does, `high` the most that anything wins
against the other's strategy. What the deal is worth lies between them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import msgspec

from chieu.core.text.languages import Lang

R = TypeVar("R")  # rules


class Solution(msgspec.Struct, frozen=True, kw_only=True):
    """Best play by one sheet. Amounts are what the first side wins in stakes, a deal."""

    value: float
    """When both keep to their strategies."""
    low: float
    """When the second side answers the first's strategy as well as can be."""
    high: float
    """When the first side answers the second's strategy as well as can be."""
    steps: int
    """How long the sides learned from each other."""
    choices: tuple[Any, ...]
    """The strategies: a struct for every situation in which there is something to choose."""

    def exploitability(self) -> tuple[float, float]:
        """What each side's strategy loses to the best answer to it, a deal."""
        return self.value - self.low, self.high - self.value


class Chart(msgspec.Struct, frozen=True, kw_only=True):
    """A part of a solution to look at: how often one of two things is done, by rows and columns."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[float | None, ...]], ...]
    """What a row stands for, and a share for each column: 1 means always, None that it never comes to that."""
    always: str
    never: str
    """What 1 and 0 are called."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Solver(Generic[R]):
    """How a game is solved."""

    seats: int
    """The number of seats it is solved for."""
    sides: tuple[str, str]
    """What the two sides are called in `choices`, the one whose winnings are told first."""
    version: int
    """Goes up when the same sheet may come to another solution: what was kept of an older one is then worth nothing."""
    solution: type[Solution]
    """The game's own, with `choices` of a type that can be read back."""
    alike: Callable[[R], R]
    """The sheet that stands for all that come to the same at this number of seats."""
    solve: Callable[[R, Callable[[float], None]], Solution]
    """Solves a sheet. From time to time it says which share of the way is done."""
    known: Callable[[R], Sequence[Any] | None]
    """The choices of a solution that the game has by heart; None where the sheet has to be solved."""
    charts: Callable[[R, Sequence[Any], Lang], tuple[Chart, ...]]
    """The choices of a solution to look at, in words of a language."""
