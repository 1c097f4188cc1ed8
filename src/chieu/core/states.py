"""What a state of a game needs to be compared, pickled, copied and looked at. Compiled where it can be.

A game that is in no hurry makes its state a frozen `msgspec.Struct`, which needs none of this. Kernels use objects that
change while a move is made. Compiled they have no `__dict__`, so an object names what it keeps; `pickle` and `copy` set
it again by name. A pickle made by compiled kernels can be read by uncompiled ones and the other way round.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mypy_extensions import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class KernelState:
    """A state that is equal to another of its kind if all their parts are."""

    def parts(self) -> tuple[object, ...]:
        """All that makes this state what it is, its rules too."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        return isinstance(other, KernelState) and type(other) is type(self) and self.parts() == other.parts()

    def __hash__(self) -> int:
        return hash(self.parts())


def fields_of(value: object, names: Sequence[str]) -> dict[str, Any]:
    """These attributes, for `__reduce__`."""
    return {name: getattr(value, name) for name in names}


def one_line(game: str, phase: str, waiting: Sequence[int], *parts: str) -> str:
    """A state in one line for who works with it: everything, cards that players cannot see too.

    >>> one_line("xidach", "players", (1,), "0: 9H 8C", "1: 10S 5D")
    '<xidach: players, seat 1 to act | 0: 9H 8C | 1: 10S 5D>'
    >>> one_line("big2", "vote", (0, 2))
    '<big2: vote, seats 0 2 to act>'
    """
    asked = ""
    if waiting:
        asked = f", {'seat' if len(waiting) == 1 else 'seats'} {' '.join(str(seat) for seat in waiting)} to act"
    return f"<{' | '.join((f'{game}: {phase}{asked}', *parts))}>"
