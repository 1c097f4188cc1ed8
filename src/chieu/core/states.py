"""Equality, pickling and `repr` for states of compiled games.

A simple game makes its state a frozen `msgspec.Struct` and needs none of this. Compiled games use objects that are
mutable while a move is applied. Compiled classes have no `__dict__`, so they name the attributes that `pickle` and
`copy` store. Compiled and uncompiled modules read each other's pickles.

Compiled where it can be.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mypy_extensions import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class KernelState:
    """A state that equals another of the same type if all their parts are equal."""

    def parts(self) -> tuple[object, ...]:
        """Return everything that defines this state, including its rules."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        return isinstance(other, KernelState) and type(other) is type(self) and self.parts() == other.parts()

    def __hash__(self) -> int:
        return hash(self.parts())


def fields_of(value: object, names: Sequence[str]) -> dict[str, Any]:
    """Return these attributes as a dict, for `__reduce__`."""
    return {name: getattr(value, name) for name in names}


def one_line(game: str, phase: str, to_act: Sequence[int], *parts: str) -> str:
    """Return a state as one line for developers, including hidden cards.

    >>> one_line("xidach", "players", (1,), "0: 9H 8C", "1: 10S 5D")
    '<xidach: players, seat 1 to act | 0: 9H 8C | 1: 10S 5D>'
    >>> one_line("big2", "vote", (0, 2))
    '<big2: vote, seats 0 2 to act>'
    """
    turn = ""
    if to_act:
        turn = f", {'seat' if len(to_act) == 1 else 'seats'} {' '.join(str(seat) for seat in to_act)} to act"
    return f"<{' | '.join((f'{game}: {phase}{turn}', *parts))}>"
