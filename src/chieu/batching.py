"""Many deals at once, for who trains players: what a game may bring along so that this is fast. Compiled where it can
be.

A batch steps all its deals in one call and tells of them in flat arrays. What each seat that is asked may do stands one
deal after the other: that of deal `i` from `starts[i]` to `starts[i + 1]`. Observations are told by their entries that
are not zero, and must be the same as those that `chieu.envs.layout` makes of views; `tests/envs` compares them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol, TypeAlias, final

from librt.vecs import append, vec
from mypy_extensions import i64

WAIT: Final = -1_000_000  # the move of who could do something aside and does not, or has nothing to decide in a deal
NUMBER: Final = 0.03125  # 1 / 32: what a number is multiplied by in an observation
STEP: Final = 0.015625  # 1 / 64: for each card or seat before this one in a row


@final
class Entries:
    """Places and values, in room that is used again."""

    def __init__(self) -> None:
        self.places: vec[i64] = vec[i64](capacity=1024)
        self.values: vec[float] = vec[float](capacity=1024)
        self.count: i64 = 0

    def clear(self) -> None:
        self.count = 0

    def put(self, place: i64, value: float) -> None:
        if self.count == len(self.places):
            self.places = append(self.places, place)
            self.values = append(self.values, value)
        else:
            self.places[self.count] = place
            self.values[self.count] = value
        self.count += 1


@final
class Moves:
    """Moves of many deals, one after the other."""

    def __init__(self, deals: i64) -> None:
        self.all: vec[i64] = vec[i64](capacity=1024)
        self.starts: vec[i64] = vec[i64]([0] * (deals + 1))
        self.count: i64 = 0

    def put(self, move: i64) -> None:
        if self.count == len(self.all):
            self.all = append(self.all, move)
        else:
            self.all[self.count] = move
        self.count += 1


class Batch(Protocol):
    """Deals that go on side by side; one that is over is followed by the next in its place."""

    moves: Moves
    """What may be done now, in all deals."""
    asked: vec[i64]
    """The seat that is asked, of each deal."""
    done: vec[i64]
    """1 for each deal that the last step brought to its end."""
    won: vec[i64]
    """What that brought: deal by deal, seat by seat."""
    seen: Entries
    """What the seats that are asked see: place `i * width + entry`."""

    def step(self, choices: bytes) -> None:
        """In each deal the seat that is asked makes the move at a place of its own list: 64-bit numbers, little end
        first."""
        ...

    def observe(self) -> None:
        """Writes down what is seen."""
        ...

    def action(self, move: int) -> Any:
        """What a move stands for; not for `WAIT`."""
        ...

    def move(self, action: Any) -> int:
        """The move that an action stands for."""
        ...


# Rules, seats, how many deals, a seed, where each field of an observation begins, and how many entries it has.
BatchMaker: TypeAlias = Callable[[Any, int, int, int, Mapping[str, int], int], Batch]
